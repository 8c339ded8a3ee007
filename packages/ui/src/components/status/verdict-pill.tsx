import clsx from "clsx";
import { RUN_OUTCOME_WORDS, SOME_LABELS_WORDS } from "@headroom/core";
import type { RunOutcome, Verdict } from "@headroom/core";
import { Icon } from "../page/icon.tsx";
import type { IconName } from "../page/icon.tsx";

/** A run's outcome. `pending`: it isn't decided yet. `open`: there are no runs. */
export type OutcomeState = RunOutcome | "pending" | "open";

/** A target's verdict. `untargeted`: there are no targets. `none`: proof is missing. */
export type VerdictState = Verdict | OutcomeState | "untargeted" | "none";

const GOOD = "bg-good-soft text-good";
const BAD = "bg-bad-soft text-bad";
const NEUTRAL = "text-neutral inset-ring inset-ring-line-strong";

const looks: Record<VerdictState, { word: string; icon: IconName; tint: string }> = {
  misses: { word: RUN_OUTCOME_WORDS.misses, icon: "missed", tint: BAD },
  regressed: { word: RUN_OUTCOME_WORDS.regressed, icon: "warning", tint: BAD },
  holds: { word: RUN_OUTCOME_WORDS.holds, icon: "met", tint: GOOD },
  "no-change": { word: RUN_OUTCOME_WORDS["no-change"], icon: "same", tint: NEUTRAL },
  "not-judged": { word: RUN_OUTCOME_WORDS["not-judged"], icon: "untargeted", tint: NEUTRAL },
  pending: { word: "Being judged", icon: "open", tint: NEUTRAL },
  met: { word: "Met", icon: "met", tint: GOOD },
  missed: { word: "Missed", icon: "missed", tint: BAD },
  unsure: { word: "Unsure", icon: "unsure", tint: "bg-unsure-soft text-unsure" },
  "no-baseline": { word: "No baseline yet", icon: "open", tint: NEUTRAL },
  open: { word: "Not tested", icon: "open", tint: NEUTRAL },
  untargeted: { word: "No targets", icon: "untargeted", tint: NEUTRAL },
  none: { word: "No proof", icon: "none", tint: "bg-surface text-bad inset-ring inset-ring-bad" },
};

export const VERDICT_WORDS = Object.fromEntries(
  Object.entries(looks).map(([state, { word }]) => [state, word]),
) as Readonly<Record<VerdictState, string>>;

/** What a list shows of a run; null: it isn't decided yet. */
export function outcomeState(outcome: RunOutcome | null): OutcomeState {
  return outcome ?? "pending";
}

interface VerdictPillProps {
  state: VerdictState;
  size?: "row" | "head";
  /** Labels were left out when the run was uploaded, so this isn't about all of its requests. */
  ofSome?: boolean;
}

/** Outline of the icon, word and colour say the same thing three times. */
export function VerdictPill({ state, size = "row", ofSome = false }: VerdictPillProps) {
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
      {ofSome ? <span className="font-normal">· {SOME_LABELS_WORDS.mark}</span> : null}
    </span>
  );
}
