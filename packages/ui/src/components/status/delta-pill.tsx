import clsx from "clsx";
import { Icon } from "../page/icon.tsx";

/** Whether a level is worse, is worse and somebody accepted it, or is better. */
export type DeltaTone = "worse" | "accepted" | "better";

const tints: Record<DeltaTone, string> = {
  worse: "bg-bad-soft text-bad",
  accepted: "bg-neutral-soft text-neutral",
  better: "bg-good-soft text-good",
};

interface DeltaPillProps {
  tone: DeltaTone;
  /** Where the figure went; the colour says whether that is good. */
  rises: boolean;
  /** "p99 +23%" */
  children: string;
}

/** How far a figure is from its level before. */
export function DeltaPill({ tone, rises, children }: DeltaPillProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-5.5 max-w-full flex-none items-center gap-[5px] rounded-chip pr-2 pl-[5px] text-12 font-semibold whitespace-nowrap",
        tints[tone],
      )}
    >
      <Icon name={rises ? "step-up" : "step-down"} className="size-3.5 flex-none" />
      <span className="truncate">{children}</span>
    </span>
  );
}

/** Nothing was found that changed. */
export function NoDelta() {
  return (
    <span
      className="inline-flex h-5.5 items-center gap-[5px] rounded-chip bg-neutral-soft px-2 text-neutral"
      title="No change detected"
    >
      <Icon name="same" className="size-3.5" />
      <span className="sr-only">No change detected</span>
    </span>
  );
}
