import clsx from "clsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

/** What a comparison says of one figure. */
export type ChangeState =
  "improved" | "regressed" | "same" | "differs" | "not-tested" | "not-comparable" | "pending";

const looks: Record<ChangeState, { word: string; icon: IconName; tint: string }> = {
  improved: { word: "Improved", icon: "arrow-up", tint: "bg-good-soft text-good" },
  regressed: { word: "Regressed", icon: "arrow-down", tint: "bg-bad-soft text-bad" },
  same: { word: "No detectable change", icon: "same", tint: "bg-neutral-soft text-neutral" },
  differs: { word: "Differs in these two runs", icon: "unsure", tint: "bg-unsure-soft text-unsure" },
  "not-tested": {
    word: "Not tested",
    icon: "untargeted",
    tint: "text-neutral inset-ring inset-ring-line-strong",
  },
  "not-comparable": {
    word: "Not comparable",
    icon: "none",
    tint: "text-neutral inset-ring inset-ring-line-strong",
  },
  pending: { word: "Computing", icon: "open", tint: "text-neutral inset-ring inset-ring-line-strong" },
};

export const CHANGE_WORDS: Readonly<Record<ChangeState, string>> = {
  improved: looks.improved.word,
  regressed: looks.regressed.word,
  same: looks.same.word,
  differs: looks.differs.word,
  "not-tested": looks["not-tested"].word,
  "not-comparable": looks["not-comparable"].word,
  pending: looks.pending.word,
};

/** The arrow says better or worse, not more or less. */
export function ChangePill({ state }: { state: ChangeState }) {
  const { word, icon, tint } = looks[state];
  return (
    <span
      className={clsx(
        "inline-flex h-5.5 flex-none items-center gap-[5px] rounded-chip pr-2 pl-[5px] text-12 font-semibold whitespace-nowrap",
        tint,
      )}
    >
      <Icon name={icon} className="size-3.5" />
      {word}
    </span>
  );
}
