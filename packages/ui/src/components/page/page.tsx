import type { ReactNode } from "react";
import clsx from "clsx";
import { keepUnits } from "../../format/keep-units.ts";

/** The measure of every page: 1312 wide at most, gutters of 32, 16 on phones. */
export function Measure({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={clsx("mx-auto max-w-[1376px] px-4 wide:px-8 print:max-w-none print:px-0", className)}>
      {children}
    </div>
  );
}

interface PageProps {
  topBar: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function Page({ topBar, footer, children }: PageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute -left-full z-10 bg-surface p-2 focus:top-2 focus:left-2 print:hidden"
      >
        Skip to content
      </a>
      {topBar}
      <main id="main" tabIndex={-1} className="w-full flex-1 outline-none">
        <Measure>{children}</Measure>
      </main>
      <footer className="mt-7 pb-10 text-12 text-ink-3 print:mt-3 print:pb-0">
        <Measure className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 print:gap-y-1">
          {footer}
        </Measure>
      </footer>
    </div>
  );
}

interface PageHeadProps {
  eyebrow?: ReactNode;
  /** The verdict in words: the page's only h1. */
  sentence: ReactNode;
  /** What belongs to the sentence, and is no heading. */
  below?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ eyebrow, sentence, below, meta, actions }: PageHeadProps) {
  return (
    <header className="grid grid-cols-1 items-end gap-x-8 gap-y-4 pt-6 pb-5 desk:grid-cols-[1fr_auto] print:grid-cols-[1fr_auto] print:pt-0 print:pb-3">
      <div className="min-w-0">
        {eyebrow ? (
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-ink-3">{eyebrow}</div>
        ) : null}
        <h1 className="mt-2.5 max-w-[36em] text-21 font-semibold [overflow-wrap:anywhere] text-balance wide:text-26">
          {sentence}
        </h1>
        {below}
        {meta}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}

/** The half of a sentence that qualifies: muted, never hidden. */
export function Muted({ children }: { children: ReactNode }) {
  return <span className="font-medium text-ink-3">{children}</span>;
}

/**
 * The headline of a page: the answer, followed by muted qualifiers. The key makes changed text a new element: the old
 * one would move behind a longer answer and count as a layout shift.
 */
export function Sentence({ lead, rest }: { lead: string; rest: string }) {
  return (
    <span key={`${lead} ${rest}`}>
      {keepUnits(lead)} <Muted>{keepUnits(rest)}</Muted>
    </span>
  );
}
