import clsx from "clsx";
import { Icon } from "@headroom/ui";
import type { IconName } from "@headroom/ui";

export type StateTone = "good" | "bad" | "unsure" | "neutral";

export interface StateWords {
  word: string;
  icon: IconName;
  tone: StateTone;
}

const TINTS: Record<StateTone, string> = {
  good: "bg-good-soft text-good",
  bad: "bg-bad-soft text-bad",
  unsure: "bg-unsure-soft text-unsure",
  neutral: "text-neutral inset-ring inset-ring-line-strong",
};

/** What is neither a verdict nor an outcome: how a peak day goes, and what a gate reports. */
export function StatePill({ word, icon, tone }: StateWords) {
  return (
    <span
      className={clsx(
        "inline-flex h-5.5 flex-none items-center gap-[5px] rounded-chip pr-2 pl-[5px] text-12 font-semibold whitespace-nowrap",
        TINTS[tone],
      )}
    >
      <Icon name={icon} className="size-3.5" />
      {word}
    </span>
  );
}
