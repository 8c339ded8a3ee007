import { FIGURES } from "../targets/figures.ts";
import type { ChangeReason } from "./change-sentences.ts";
import { RELEVANT_SHARE } from "./test-family.ts";
import { verdictOfRange } from "./range-change.ts";
import type { Tested } from "./tested.ts";
import { verdictAgainstUsual } from "./usual-verdict.ts";
import type { ComparisonVerdict, Concluded } from "./verdict.ts";

/** From the test result to the verdict, and why. */
export function verdictOf(
  tested: Tested,
  { found, foundWithin, veto }: { found: boolean; foundWithin: boolean; veto: ChangeReason | null },
): Concluded {
  const { before, after, doubt } = tested;
  if (veto !== null) return { verdict: "not-comparable", reasons: [veto] };
  if (tested.ranges !== undefined) return verdictOfRange(tested.metric, tested.ranges, RELEVANT_SHARE);
  if (before === null || after === null)
    return { verdict: "not-tested", reasons: [doubt ?? { code: "not-in-all" }] };
  if (doubt !== null) return { verdict: "not-tested", reasons: [doubt] };
  if (tested.usual !== null) return verdictAgainstUsual({ ...tested, usual: tested.usual }, found);
  if (!found && tested.inBursts) return { verdict: "differs", reasons: [{ code: "in-bursts" }] };
  const none = whyNone(tested, { found, foundWithin });
  if (none !== null) return { verdict: "no-detectable-change", reasons: [none] };
  const open = whyOpen(tested, found);
  return open === null ? realChange(tested, after > before) : { verdict: "differs", reasons: [open] };
}

/** Null: the difference is a change. */
function whyOpen(tested: Tested, found: boolean): ChangeReason | null {
  if (!found) return { code: "scatter-rough", earlierRuns: tested.noise?.earlierRuns ?? 0 };
  if (isRoundedAway(tested)) return { code: "rounded-away" };
  return tested.scatter === "unknown" ? { code: "scatter-unknown" } : null;
}

/** Null: there is a difference to tell. */
function whyNone(
  tested: Tested,
  { found, foundWithin }: { found: boolean; foundWithin: boolean },
): ChangeReason | null {
  const isSame = tested.before === tested.after;
  if (isSame && !isRoundedAway(tested)) return { code: "same-value" };
  if (!found && !(tested.scatter === "rough" && foundWithin)) return noiseReason(tested);
  return tested.relevant || isRoundedAway(tested) ? null : { code: "below-relevant" };
}

/** Whether rounding hides a difference that matters, or turns it around. */
function isRoundedAway({ ratio, measured }: Tested): boolean {
  if (ratio === null || measured === null) return false;
  const largest = Math.max(Math.abs(ratio - 1), Math.abs(measured - 1));
  return Math.sign(ratio - 1) !== Math.sign(measured - 1) && largest >= RELEVANT_SHARE;
}

function realChange({ metric }: Tested, rises: boolean): Concluded {
  return {
    verdict: rises === (FIGURES[metric].better === "higher") ? "improved" : "regressed",
    reasons: [{ code: "beyond-noise" }],
  };
}

function noiseReason({ pValue, smallestDetectable: detectable }: Tested): ChangeReason {
  if (detectable === null) return { code: "errors-by-chance" };
  return pValue !== null && pValue <= 0.05 ? { code: "one-of-many" } : { code: "within-noise", detectable };
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
