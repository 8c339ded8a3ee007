import type { Cell } from "../cell/cell.ts";
import { MIN_ACHIEVED_SHARE, MIN_REQUESTS_BEYOND, MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import { metricRow } from "../target/metrics.ts";
import type { Statistic } from "../target/read-metric.ts";
import { isCeiling, type Target } from "../target/target.ts";
import { TIME_UNITS } from "../target/units.ts";
import { missedWhateverTheLoad } from "./decisive-miss.ts";
import type { JudgedThreshold, JudgeInput, Verdict } from "./verdict.ts";
import { type MeasuredFigure, withoutNoise } from "./measure.ts";
import { requestsText, toUnit } from "./verdict-unit.ts";

const MAX_CHANCE = 0.05;

interface Judged {
  measured: MeasuredFigure;
  threshold: JudgedThreshold;
  input: JudgeInput;
}

/**
 * Why a figure does not settle its target, or null when it does:
 * - a ramp says nothing of a target without a load condition, unless it is missed whatever the load;
 * - the label is kept too coarsely to tell its figures of the judged window;
 * - the threshold lies inside the figure's error bound;
 * - too few requests: fewer than ten lie beyond the percentile, and as many above the threshold as were seen would be
 *   no surprise (5%) of a service on the other side of it; for an error rate, less than one error was to be expected; for
 *   a mean or an extreme, fewer than thirty were seen, unless one request alone settles it;
 * - the load was not offered: less than 95% of the expected requests completed, or the generator is known to have held
 *   back, and a latency or error target looks met; or the generator held back and a throughput target looks missed.
 */
export function doubtOf(target: Target, side: Verdict, judged: Judged): string | null {
  const { input } = judged;
  if (input.ramp !== null && target.users === null && !missedWhateverTheLoad(target, side, judged)) {
    return `The run has no steady phase (${input.ramp}). Give the target a load, for example “at 600 users”.`;
  }
  if (judged.measured.doubt !== undefined) return judged.measured.doubt;
  if (side === "unsure")
    return "The target is within the error bound of this figure. A result further from the target would settle it.";
  return tooFew(target, side, judged) ?? loadMissing(target, side, input);
}

function tooFew(target: Target, side: "met" | "missed", judged: Judged): string | null {
  const { cell } = judged.measured;
  if (cell === null) return null;
  if (target.metric.kind === "percentile") {
    const { percent } = target.metric;
    const few = tooFewBeyond(percent, cell);
    if (few === null || !isCeiling(target.comparator)) return few;
    const chance = chanceOf(side, percent, cell, judged.threshold);
    return chance !== null && chance < MAX_CHANCE ? null : few;
  }
  if (target.metric.kind === "latency") return tooFewSeen(target, target.metric.statistic, side, cell);
  if (target.metric.kind !== "error-rate" || side === "missed" || judged.threshold.value === 0) return null;
  const expected = (cell.requests * judged.threshold.value) / 100;
  if (expected >= 1) return null;
  return `Too few requests: at the target's rate, ${requestsText(cell.requests)} would show only ${toUnit(expected)} errors. A longer run would settle it.`;
}

/** A request above a ceiling of the maximum is a miss for good, however many follow; the minimum likewise. */
function tooFewSeen(
  target: Target,
  statistic: Statistic,
  side: "met" | "missed",
  { requests }: Cell,
): string | null {
  if (requests >= MIN_REQUESTS_FOR_MEAN) return null;
  const settledBy = isCeiling(target.comparator)
    ? { max: "missed", min: "met" }
    : { max: "met", min: "missed" };
  if (statistic !== "mean" && settledBy[statistic] === side) return null;
  return `Too few requests: ${NEEDS[statistic]} needs at least ${MIN_REQUESTS_FOR_MEAN}, and the window has ${toUnit(requests)}. A longer run would settle it.`;
}

const NEEDS: Record<Statistic, string> = { mean: "a mean", min: "a minimum", max: "a maximum" };

function tooFewBeyond(percent: number, { requests, distribution }: Cell): string | null {
  const share = 1 - percent / 100;
  if (requests === 0 && distribution.kind === "quoted")
    return "The source doesn't report how many requests there were, so this may be chance.";
  const beyond = Math.floor(requests * share + 1e-9);
  if (beyond >= MIN_REQUESTS_BEYOND || share <= 0) return null;
  return `Too few requests: only ${toUnit(beyond)} of ${toUnit(requests)} ${beyond === 1 ? "is" : "are"} beyond p${percent}, so this may be chance. A longer run would settle it.`;
}

/** How likely a service on the other side of the threshold would have shown at least this; null when not known. */
function chanceOf(
  side: "met" | "missed",
  percent: number,
  { requests, distribution }: Cell,
  threshold: JudgedThreshold,
): number | null {
  if (distribution.kind !== "sketch") return null;
  const share = 1 - percent / 100;
  const micros = threshold.value * (TIME_UNITS[threshold.unit] ?? 1);
  const sketch = distribution.all;
  if (side === "met") return atMost(sketch.countFrom(micros), requests, share);
  return 1 - atMost(sketch.countAbove(micros) - 1, requests, share);
}

/** To a tenth, rounded down: a share that is too small must not read as large enough. */
function shortOfWhole(percent: number): number {
  return Math.floor(withoutNoise(percent * 10)) / 10;
}

/** P(K <= k) of a binomial whose mean lies below ten: past forty nothing is left to add. */
function atMost(k: number, trials: number, share: number): number {
  if (k < 0) return 0;
  let term = (1 - share) ** trials;
  let total = term;
  for (let at = 0; at < Math.min(k, trials, 40); at++) {
    term *= ((trials - at) / (at + 1)) * (share / (1 - share));
    total += term;
  }
  return Math.min(1, total);
}

function loadMissing(target: Target, side: "met" | "missed", input: JudgeInput): string | null {
  if (target.users !== null) return null;
  const byLoad = metricRow(target.metric).needsLoad;
  if (byLoad === "good figures" && side === "met") {
    if (input.loadOffered === false)
      return "The generator didn't offer the full load, so this may look better than it is. A run at full load would settle it.";
    if (input.achieved !== null && withoutNoise(input.achieved) < MIN_ACHIEVED_SHARE) {
      return `Only ${toUnit(shortOfWhole(input.achieved * 100), "%")} of the expected requests completed, so the load was too low to tell. A run at full load would settle it.`;
    }
  }
  if (
    byLoad === "bad figures" &&
    side === "missed" &&
    input.loadOffered === false &&
    !isCeiling(target.comparator)
  ) {
    return "The generator didn't offer the full load, so the service was never asked for more. A run at full load would settle it.";
  }
  return null;
}
