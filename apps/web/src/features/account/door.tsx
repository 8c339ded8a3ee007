import type { ReactNode } from "react";
import { BrandMark } from "@headroom/ui";

interface DoorProps {
  title: string;
  children: ReactNode;
  /** Below the sheet: a link to another of these pages. */
  aside?: ReactNode;
}

/** A page for people who aren't signed in: one sheet with one thing to do. */
export function Door({ title, children, aside }: DoorProps) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-[440px] flex-col justify-center px-4 py-12">
      <p className="mb-6 flex items-center gap-2.5 text-15 font-[650] tracking-[-0.015em]">
        <BrandMark />
        Headroom
      </p>
      <div className="rounded-sheet border border-line bg-surface p-5 wide:p-6">
        <h1 className="text-21 font-semibold wrap-anywhere">{title}</h1>
        {children}
      </div>
      {aside ? <p className="mt-4 px-1 text-13 text-ink-2">{aside}</p> : null}
    </main>
  );
}
