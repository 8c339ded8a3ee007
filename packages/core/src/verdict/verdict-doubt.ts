import { formatLength } from "../format/duration.ts";
import type { Cell } from "../cell/cell.ts";
import { MIN_ACHIEVED_SHARE, MIN_REQUESTS_BEYOND, MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Statistic } from "../targets/read-metric.ts";
import { formatTarget, isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { missedWhateverTheLoad } from "./decisive-miss.ts";
import { heldLoadText } from "./held-load.ts";
import type { HeldLoad } from "./held-load.ts";
import { rangeInDoubt, timesToSettle } from "./decide.ts";
import type { Decision } from "./decide.ts";
import type { FigureInput, JudgeInput, Side } from "./judged.ts";
import { withoutNoise } from "./measure.ts";
import { stallDoubt } from "./stall-doubt.ts";
import { figureText, requestsText, toUnit } from "./verdict-unit.ts";

interface Doubted extends FigureInput {
  /** With chance taken into account, unless the target leaves it aside. */
  side: Side;
  measuredSide: Side;
  decision: Decision;
}

/**
 * Why a figure does not settle its target, or null when it does:
 * - a ramp says up to which load a target without a load condition held, unless it is missed whatever the load;
 * - the label is kept too coarsely to tell its figures of the judged window;
 * - the threshold lies inside the figure's error bound;
 * - the true figure may be on the other side, by chance, or much further there: see `decide`;
 * - fewer than ten requests lie beyond a percentile that the tool quotes; or fewer than thirty were seen of a mean or an
 *   extreme, unless one request alone settles it;
 * - the load was not offered: less than 95% of the expected requests completed, or the generator is known to have held
 *   back, and a latency or error target looks met; or the generator held back and a throughput target looks missed;
 * - a throughput of live traffic looks too low, or looks met only because some of it wasn't reported;
 * - latencies look met, but with the requests that a stall held back they would not be.
 */
export function doubtOf(target: Target, judged: Doubted): string | null {
  const { input, measured, side, measuredSide } = judged;
  if (input.ramp !== null && target.users === null && !missedWhateverTheLoad(target, side, judged))
    return rampDoubt(target, input.ramp, input);
  if (measured.doubt !== undefined) return measured.doubt;
  if (measuredSide === "unsure" && isLowerBound(measured))
    return "The source doesn't report every failed request, so the true error rate may be higher.";
  if (measuredSide === "unsure")
    return "The target is within the error bound of this figure. A result further from the target would settle it.";
  if (side === "unsure") return byChance(target, judged);
  const stall = side === "met" ? stallDoubt(target, judged) : null;
  return tooFew(target, side, judged) ?? loadMissing(target, side, input) ?? stall;
}

/** A ramp shows up to which load a target held, but not for which load it was meant. */
function rampDoubt(target: Target, ramp: string, input: JudgeInput): string {
  const held = input.heldLoad?.(formatTarget(target)) ?? null;
  if (held === null || held.heldTo === null)
    return `The run has no steady phase (${ramp}). Give the target a load, for example “at 600 users”.`;
  const example = held.of === "users" ? ` Give it one, for example “at ${exampleOf(held)} users”.` : "";
  return `${heldLoadText(held)} The target doesn't say which load it is for.${example}`;
}

/** A load that the run has an answer for, in two digits. */
function exampleOf({ heldTo }: HeldLoad): number {
  return Math.max(1, Number((heldTo ?? 1).toPrecision(heldTo !== null && heldTo < 10 ? 1 : 2)));
}

function byChance(target: Target, { decision, measuredSide, measured, input }: Doubted): string {
  const { range, confidence } = rangeInDoubt(decision, input.confidence);
  const sure = `${toUnit(Number((confidence * 100).toPrecision(6)), "%")} confidence`;
  const count = Math.max(1, measured.cell?.requests ?? 1);
  const settle = whatSettles(target, timesToSettle(decision, input.confidence, count), measured);
  const good = isCeiling(target.comparator) ? "high" : "low";
  const bad = good === "high" ? "low" : "high";
  const end = measuredSide === "met" ? good : bad;
  if (!Number.isFinite(range[end])) {
    return `Too few requests: ${requestsText(count)} can't show it with ${sure}. ${settle}`;
  }
  const figure = { value: Math.max(0, range[end]), low: 0, high: 0, unit: measured.unit };
  return `By chance, the true figure may be as ${end} as ${figureText(target, figure)} (${sure}). ${settle}`;
}

/** A rate of which only a part of the failed requests is known. */
function isLowerBound({ value, high }: FigureInput["measured"]): boolean {
  return value !== null && !Number.isFinite(high);
}

/** A throughput is settled by time, everything else by requests. */
function whatSettles(
  { metric }: Target,
  times: number | null,
  { cell, seconds }: FigureInput["measured"],
): string {
  if (times === null) return "It is too close to the target for a run of reasonable length to settle it.";
  const needed = formatLength(roundedUp(seconds * times));
  if (metricRow(metric).quantity === "requests" || metricRow(metric).quantity === "items")
    return `A run of about ${needed} like this one would settle it.`;
  return `About ${requestsText(roundedUp((cell?.requests ?? 0) * times))} (${needed} at this rate) would settle it.`;
}

/** To two digits. */
function roundedUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / step) * step;
}

function tooFew(target: Target, side: "met" | "missed", { measured, decision }: Doubted): string | null {
  const { cell } = measured;
  if (cell === null || target.asMeasured) return null;
  const { metric } = target;
  switch (metric.kind) {
    case "percentile":
      return decision.noise === null ? tooFewBeyond(metric.percent, cell) : null;
    case "latency":
      return tooFewSeen(target, metric.statistic, side, cell);
    case "throughput":
    case "items":
    case "error-rate":
    case "achieved":
    case "gauge":
      return null;
  }
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

/** What a tool quotes is taken as quoted, but not if a handful of requests made it. */
function tooFewBeyond(percent: number, { requests, distribution }: Cell): string | null {
  const share = 1 - percent / 100;
  if (requests === 0 && distribution.kind === "quoted")
    return "The source doesn't report how many requests there were, so this may be chance.";
  const beyond = Math.floor(requests * share + 1e-9);
  if (beyond >= MIN_REQUESTS_BEYOND || share <= 0) return null;
  return `Too few requests: only ${toUnit(beyond)} of ${toUnit(requests)} ${beyond === 1 ? "is" : "are"} beyond p${percent}, so this may be chance. A longer run would settle it.`;
}

/** A throughput that is too low because users asked for no more, or because it wasn't reported all the time. */
function sentByUsers(
  { comparator }: Target,
  side: "met" | "missed",
  { silent }: { silent: boolean },
): string | null {
  if (side === "missed" && !isCeiling(comparator))
    return "Users sent this load, so the service may never have been asked for more. A load test would settle it.";
  return side === "met" && isCeiling(comparator) && silent
    ? "The service reported nothing for part of the time, so its throughput may have been higher."
    : null;
}

/** To a tenth, rounded down: a share that is too small must not read as large enough. */
function shortOfWhole(percent: number): number {
  return Math.floor(withoutNoise(percent * 10)) / 10;
}

function loadMissing(target: Target, side: "met" | "missed", input: JudgeInput): string | null {
  if (target.users !== null) return null;
  const byLoad = metricRow(target.metric).needsLoad;
  if (byLoad === "good figures") return side === "met" ? looksTooGood(input) : null;
  return byLoad === "bad figures" ? looksTooLow(target, side, input) : null;
}

function looksTooGood({ loadOffered, achieved }: JudgeInput): string | null {
  if (loadOffered === false)
    return "The generator didn't offer the full load, so this may look better than it is. A run at full load would settle it.";
  return achieved !== null && withoutNoise(achieved) < MIN_ACHIEVED_SHARE
    ? `Only ${toUnit(shortOfWhole(achieved * 100), "%")} of the expected requests completed, so the load was too low to tell. A run at full load would settle it.`
    : null;
}

function looksTooLow(
  target: Target,
  side: "met" | "missed",
  { loadOffered, liveTraffic }: JudgeInput,
): string | null {
  if (liveTraffic) return sentByUsers(target, side, liveTraffic);
  return side === "missed" && loadOffered === false && !isCeiling(target.comparator)
    ? "The generator didn't offer the full load, so the service was never asked for more. A run at full load would settle it."
    : null;
}
