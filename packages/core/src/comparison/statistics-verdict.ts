import { formatRoughPercent } from "../format/number.ts";
import { FIGURES } from "../targets/figures.ts";
import { RELEVANT_SHARE } from "./test-family.ts";
import type { Tested } from "./tested.ts";
import { verdictAgainstUsual } from "./usual-verdict.ts";
import type { ComparisonVerdict } from "./verdict.ts";

/** From the test result to the verdict, and why. */
export function verdictOf(
  tested: Tested,
  { found, foundWithin, veto }: { found: boolean; foundWithin: boolean; veto: string | null },
): { verdict: ComparisonVerdict; reason: string } {
  const { before, after, doubt } = tested;
  if (veto !== null) return { verdict: "not-comparable", reason: veto };
  if (before === null || after === null)
    return { verdict: "not-tested", reason: doubt ?? "Not every run has this figure." };
  if (doubt !== null) return { verdict: "not-tested", reason: doubt };
  if (tested.usual !== null) return verdictAgainstUsual({ ...tested, usual: tested.usual }, found);
  if (!found && tested.inBursts) return { verdict: "differs", reason: IN_BURSTS };
  const none = whyNone(tested, { found, foundWithin });
  if (none !== null) return { verdict: "no-detectable-change", reason: none };
  const open = whyOpen(tested, found);
  return open === null ? realChange(tested, after > before) : { verdict: "differs", reason: open };
}

/** Null: the difference is a change. */
function whyOpen(tested: Tested, found: boolean): string | null {
  if (!found) return roughWords(tested);
  if (isRoundedAway(tested)) return ROUNDED_AWAY;
  return tested.scatter === "unknown" ? UNKNOWN_SCATTER : null;
}

/** Null: there is a difference to tell. */
function whyNone(
  tested: Tested,
  { found, foundWithin }: { found: boolean; foundWithin: boolean },
): string | null {
  const isSame = tested.before === tested.after;
  if (isSame && !isRoundedAway(tested)) return "Both sides have the same value.";
  if (!found && !(tested.scatter === "rough" && foundWithin)) return noiseWords(tested);
  return tested.relevant || isRoundedAway(tested)
    ? null
    : "The difference is below 1%, so it counts as no change.";
}

/** Whether rounding hides a difference that matters, or turns it around. */
function isRoundedAway({ ratio, measured }: Tested): boolean {
  if (ratio === null || measured === null) return false;
  const largest = Math.max(Math.abs(ratio - 1), Math.abs(measured - 1));
  return Math.sign(ratio - 1) !== Math.sign(measured - 1) && largest >= RELEVANT_SHARE;
}

const ROUNDED_AWAY =
  "The runs differ by more than noise, but these figures are rounded too coarsely to show it.";

export const UNKNOWN_SCATTER =
  "The difference exceeds the noise within these runs. How much such runs vary isn't known yet: that takes three runs from before them, or more runs on each side.";

const IN_BURSTS =
  "Many more requests failed, but in few bursts, so it can be a single event rather than a change. Another run would tell.";

function realChange({ metric }: Tested, rises: boolean): { verdict: ComparisonVerdict; reason: string } {
  return {
    verdict: rises === (FIGURES[metric].better === "higher") ? "improved" : "regressed",
    reason: "The difference exceeds both the noise within the runs and the variation between runs.",
  };
}

function roughWords({ noise }: Tested): string {
  const runs = noise?.earlierRuns ?? 0;
  const few = runs === 0 ? "too few runs" : `only ${runs} earlier runs`;
  return `The difference exceeds the noise within these runs, but ${few} show how much such runs vary. Seven or more earlier runs would settle it.`;
}

function noiseWords({ pValue, smallestDetectable }: Tested): string {
  if (smallestDetectable === null)
    return "Errors are few, or came in few bursts: a difference like this can be chance.";
  return pValue !== null && pValue <= 0.05
    ? "On its own this would count as a change. Among this many figures, it isn't enough evidence of one."
    : `Within the noise. Only a change of ${formatRoughPercent(smallestDetectable)} or more would have been detected.`;
}

const GRAVITY: readonly ComparisonVerdict[] = [
  "regressed",
  "differs",
  "improved",
  "no-detectable-change",
  "not-tested",
  "not-comparable",
];

/** For a pair: its worst metric's verdict, and not comparable or not tested only if no metric is. */
export function worstComparison(verdicts: readonly ComparisonVerdict[]): ComparisonVerdict {
  return GRAVITY.find((one) => verdicts.includes(one)) ?? "not-tested";
}
