import clsx from "clsx";
import type { Verdict } from "@headroom/core";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

/** A verdict, or why there is none: no runs (open), no targets (untargeted), missing proof (none). */
export type VerdictState = Verdict | "open" | "untargeted" | "none";

const looks: Record<VerdictState, { word: string; icon: IconName; tint: string }> = {
  met: { word: "Met", icon: "met", tint: "bg-good-soft text-good" },
  missed: { word: "Missed", icon: "missed", tint: "bg-bad-soft text-bad" },
  unsure: { word: "Unsure", icon: "unsure", tint: "bg-unsure-soft text-unsure" },
  "no-baseline": {
    word: "No baseline yet",
    icon: "open",
    tint: "text-neutral inset-ring inset-ring-line-strong",
  },
  open: { word: "Open", icon: "open", tint: "text-neutral inset-ring inset-ring-line-strong" },
  untargeted: {
    word: "No targets",
    icon: "untargeted",
    tint: "text-neutral inset-ring inset-ring-line-strong",
  },
  none: { word: "No proof", icon: "none", tint: "bg-surface text-bad inset-ring inset-ring-bad" },
};

export const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = {
  met: looks.met.word,
  missed: looks.missed.word,
  unsure: looks.unsure.word,
  "no-baseline": looks["no-baseline"].word,
  open: looks.open.word,
  untargeted: looks.untargeted.word,
  none: looks.none.word,
};

interface VerdictPillProps {
  state: VerdictState;
  size?: "row" | "head";
}

/** Outline of the icon, word and colour say the same thing three times. */
export function VerdictPill({ state, size = "row" }: VerdictPillProps) {
  const { word, icon, tint } = looks[state];
  return (
    <span
      className={clsx(
        "inline-flex flex-none items-center font-semibold whitespace-nowrap",
        size === "head"
          ? "h-8 gap-[7px] rounded-control pr-3 pl-2.5 text-15"
          : "h-5.5 gap-[5px] rounded-chip pr-2 pl-[5px] text-12",
        tint,
      )}
    >
      <Icon name={icon} className={size === "head" ? "size-4.5" : "size-3.5"} />
      {word}
    </span>
  );
}
