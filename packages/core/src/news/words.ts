import { plural } from "../format/plural.ts";
import type { RunOutcome } from "../judgement/judgement.ts";
import { RUN_OUTCOME_WORDS, SOME_LABELS_WORDS } from "../judgement/words.ts";
import type { SloAlertState } from "../slo/alert-state.ts";
import { DAY_MILLIS } from "../time.ts";

const BEFORE: Readonly<Record<RunOutcome, string>> = {
  misses: "missing its targets",
  regressed: "regressed",
  unsure: "unsure",
  holds: "holding",
  "no-change": "unchanged",
  "not-judged": "not judged",
};

export interface WorseNews {
  outcome: RunOutcome | null;
  before: RunOutcome | null;
  otherTargets: boolean;
  run: { number: number };
  simulated: boolean;
  /** Some labels were left out when it was uploaded. */
  someLabels: boolean;
}

/** "Misses, was holding. Run 12." */
export function worseWords({ outcome, before, otherTargets, run, simulated, someLabels }: WorseNews): string {
  const of = someLabels ? ` (${SOME_LABELS_WORDS.said})` : "";
  const name = `${simulated ? "Simulated run" : "Run"} ${run.number}${of}.`;
  if (outcome === null) return name;
  const was =
    before === null || before === outcome
      ? ""
      : `, was ${BEFORE[before]}${otherTargets ? " with other targets" : ""}`;
  return `${RUN_OUTCOME_WORDS[outcome]}${was}. ${name}`;
}

export const BURNING_WORDS: Readonly<Record<Exclude<SloAlertState, "ok">, string>> = {
  "burning-slowly": "Its error budget is burning slowly.",
  "burning-fast": "Its error budget is burning fast.",
  spent: "Its error budget is spent.",
};

/** Of a proof that no longer counts, or not for much longer. */
export function staleWords({ endsAt, ended }: { endsAt: Date; ended: boolean }, now: Date): string {
  const left = (endsAt.getTime() - now.getTime()) / DAY_MILLIS;
  const days = Math.max(1, ended ? Math.floor(-left) : Math.ceil(left));
  return ended
    ? `Its proof ended ${plural(days, "day")} ago, so it proves nothing.`
    : `Its proof ends in ${plural(days, "day")}.`;
}
