import { DeltaPill, NoDelta } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { sinceWords } from "./prepare-delta.ts";
import type { DeltaModel } from "./prepare-delta.ts";

interface DeltaLineProps {
  /** Null: changes were looked for, and none was found. */
  delta: DeltaModel | null;
  /** Whether both ends are shown, too: "107 → 132 ms". */
  figures?: boolean;
}

/** "p99 +23% since run 32": the change of an experiment, the same on every page. */
export function DeltaLine({ delta, figures = false }: DeltaLineProps) {
  if (delta === null) return <NoDelta />;
  const { tone, rises, text, href, before, after } = delta;
  const since = sinceWords(delta);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
      <DeltaPill tone={tone} rises={rises}>
        {text}
      </DeltaPill>
      {figures ? (
        <span className="whitespace-nowrap">
          {before} → <b className="font-semibold text-ink">{after}</b>
        </span>
      ) : null}
      {href === null ? (
        <span>{since}</span>
      ) : (
        <AppLink href={href} className="relative z-1 hover:underline">
          {since}
        </AppLink>
      )}
    </span>
  );
}
