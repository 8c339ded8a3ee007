import clsx from "clsx";
import { CHANGE_WORDS, Icon } from "@headroom/ui";
import type { ChangeState, IconName, RatioWords } from "@headroom/ui";

const TINTS: Partial<Record<ChangeState, string>> = {
  improved: "bg-good-soft text-good",
  regressed: "bg-bad-soft text-bad",
  differs: "bg-unsure-soft text-unsure",
};

interface ChangeChipProps {
  /** "+23%" */
  change: string;
  /** Null: it isn't known, or not yet. */
  state: ChangeState | null;
  /** Why, on hover. */
  title: string;
  /** What better and worse are called. */
  called?: RatioWords | undefined;
}

/** How far a run is from the reference. The arrow says up or down, the colour better or worse. */
export function ChangeChip({ change, state, title, called }: ChangeChipProps) {
  const own = state === "regressed" ? called?.worse : state === "improved" ? called?.better : undefined;
  const word = own ?? (state === null ? undefined : CHANGE_WORDS[state].toLowerCase());
  return (
    <span
      title={title}
      className={clsx(
        "relative inline-flex h-5.5 items-center gap-1 rounded-chip pr-2 pl-1 text-12 font-semibold whitespace-nowrap",
        (state === null ? undefined : TINTS[state]) ?? "bg-neutral-soft text-neutral",
      )}
    >
      <Icon name={iconOf(state, change)} className="size-3.5" />
      {change}
      {word === undefined ? null : <span className="sr-only">, {word}</span>}
    </span>
  );
}

function iconOf(state: ChangeState | null, change: string): IconName {
  if (state === null || state === "not-tested" || state === "pending") return "open";
  if (state === "differs" || state === "noisy") return "unsure";
  if (state === "same" || state === "not-comparable") return "same";
  return change.startsWith("+") ? "step-up" : "step-down";
}
