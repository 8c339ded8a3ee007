import type { Cell } from "../cell/cell.ts";
import { MIN_ACHIEVED_SHARE, MIN_REQUESTS_BEYOND, MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Statistic } from "../targets/read-metric.ts";
import { formatTarget, isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { restsOnOutcome } from "./called-success.ts";
import { missedWhateverTheLoad } from "./decisive-miss.ts";
import type { HeldLoad } from "./held-load.ts";
import { isBeyond } from "./drift.ts";
import type { Drift } from "./drift.ts";
import { rangeInDoubt, timesToSettle } from "./decide.ts";
import type { Decision } from "./decide.ts";
import type { DoubtCode, FigureInput, JudgeInput, Side, TargetDoubt } from "./judged.ts";
import { withoutNoise } from "./measure.ts";
import { stallDoubt } from "./stall-doubt.ts";
import type { TargetReason } from "./target-sentences.ts";
import { amountOf } from "./verdict-unit.ts";
import type { PhaseReason } from "../phase/phase-sentences.ts";

interface Doubted extends FigureInput {
  /** Null: none, or chance is left aside. */
  drift: Drift | null;
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
 * - the load was not offered: less than 95% of the expected requests completed and no throughput target of the run shows that
 *   they were enough, or the generator is known to have held back, and a latency or error target looks met; or the generator
 *   held back and a throughput target looks missed;
 * - a clock was set during the run, and a throughput looks missed because the run seems to be longer than it was;
 * - it drifts, and would reach the threshold if it went on like this for as long again, or goes from one level to another, and only one is within it;
 * - a throughput of live traffic looks too low, or looks met only because some of it wasn't reported;
 * - latencies look met, but with the requests that a stall held back they would not be;
 * - it looks met, but the tool called answers with a 5xx code successes, and nobody said whether they are.
 */
export function doubtOf(target: Target, judged: Doubted): SaidDoubt | null {
  const { input, measured, side, measuredSide } = judged;
  if (input.ramp !== null && target.users === null && !missedWhateverTheLoad(target, side, judged))
    return rampDoubt(target, input.ramp, input);
  if (measured.doubt !== undefined) return said("part", measured.doubt);
  if (measuredSide === "unsure") return withinBound(measured);
  if (side === "unsure") return driftDoubt(target, judged) ?? byChance(target, judged);
  const codes = codesDoubt(target, judged);
  if (codes !== null) return codes;
  const few = tooFew(target, side, judged);
  if (few !== null) return said("few", few);
  return loadMissing(target, side, input) ?? (side === "met" ? metDoubt(target, judged) : null);
}

function codesDoubt(target: Target, { input: { codes = null }, side }: Doubted): SaidDoubt | null {
  if (side !== "met" || codes === null || !restsOnOutcome(target)) return null;
  return said("codes", { code: "rests-on-codes", requests: codes.requests });
}

function metDoubt(target: Target, judged: Doubted): SaidDoubt | null {
  const stall = stallDoubt(target, judged);
  return stall === null ? driftDoubt(target, judged) : said("stall", stall);
}

/** No longer run says which of two levels is meant; where it goes on, one twice as long shows it. */
function driftDoubt(target: Target, { drift, threshold, measured }: Doubted): SaidDoubt | null {
  if (drift === null) return null;
  const beyond = (level: number) => isBeyond(target, level, threshold);
  if (drift.stepAt !== null)
    return beyond(drift.from) === beyond(drift.to) ? null : said("step", { code: "steps-across" });
  if (!beyond(drift.later)) return null;
  const seconds = roundedUp(2 * measured.seconds);
  return { fields: doubt("drift", { seconds }), reasons: [{ code: "drifts-there" }] };
}

function withinBound(measured: FigureInput["measured"]): SaidDoubt {
  // Its note says why.
  if (measured.notes.some(({ code }) => code === "gauge-gaps")) return said("unmeasured");
  return isLowerBound(measured)
    ? said("unmeasured", { code: "errors-at-least" })
    : said("bound", { code: "within-bound" });
}

interface SaidDoubt {
  fields: TargetDoubt;
  reasons: TargetReason[];
}

export function doubt(code: DoubtCode, settles: Partial<TargetDoubt> = {}): TargetDoubt {
  return { requests: null, seconds: null, ...settles, code };
}

function said(code: DoubtCode, ...reasons: TargetReason[]): SaidDoubt {
  return { fields: doubt(code), reasons };
}

/** A ramp shows up to which load a target held, but not for which load it was meant. */
function rampDoubt(target: Target, ramp: PhaseReason, input: JudgeInput): SaidDoubt {
  const held = input.heldLoad?.(formatTarget(target)) ?? null;
  if (held === null || held.heldTo === null) return said("ramp", { code: "no-steady-phase", phase: ramp });
  const users = held.of === "users" ? exampleOf(held) : null;
  return said("no-load", { code: "held", ...held }, { code: "which-load", users });
}

/** A load that the run has an answer for, in two digits. */
function exampleOf({ heldTo }: HeldLoad): number {
  return Math.max(1, Number((heldTo ?? 1).toPrecision(heldTo !== null && heldTo < 10 ? 1 : 2)));
}

function byChance(target: Target, { decision, measuredSide, measured, input }: Doubted): SaidDoubt {
  const { range, confidence } = rangeInDoubt(decision, input.confidence);
  const requests = Math.max(1, measured.cell?.requests ?? 1);
  const times = timesToSettle(decision, input.confidence, requests);
  const needed = times === null ? null : neededFor(times, target, measured);
  const fields = needed === null ? doubt("too-close") : doubt("chance", needed);
  const settle: TargetReason = needed === null ? { code: "too-close" } : { code: "settled-by", ...needed };
  const end = isCeiling(target.comparator) === (measuredSide === "met") ? "high" : "low";
  const independent = decision.noise?.(confidence, 1).counted?.[end] ?? requests;
  const counted = independent < NOTABLY_FEWER * requests ? independent : null;
  const judgedBy = { confidence, requests, counted, ofErrors: metricRow(target.metric).ofErrors };
  if (!Number.isFinite(range[end]))
    return { fields, reasons: [{ code: "too-few-to-show", ...judgedBy }, settle] };
  const figure = amountOf(target, { value: Math.max(0, range[end]), low: 0, high: 0, unit: measured.unit });
  return { fields, reasons: [{ code: "by-chance", end, figure, ...judgedBy }, settle] };
}

/** Less than this is not worth a word. */
const NOTABLY_FEWER = 0.8;

/** A rate of which only a part of the failed requests is known. */
function isLowerBound({ value, high }: FigureInput["measured"]): boolean {
  return value !== null && !Number.isFinite(high);
}

/** A throughput is settled by time, everything else by requests. */
function neededFor(times: number, { metric }: Target, { cell, seconds }: FigureInput["measured"]) {
  const { quantity } = metricRow(metric);
  const byTime = quantity === "requests" || quantity === "items";
  return {
    requests: byTime ? null : roundedUp((cell?.requests ?? 0) * times),
    seconds: seconds > 0 ? roundedUp(seconds * times) : null,
  };
}

/** To two digits. */
function roundedUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / step) * step;
}

function tooFew(
  target: Target,
  side: "met" | "missed",
  { measured, decision }: Doubted,
): TargetReason | null {
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
): TargetReason | null {
  if (requests >= MIN_REQUESTS_FOR_MEAN) return null;
  const settledBy = isCeiling(target.comparator)
    ? { max: "missed", min: "met" }
    : { max: "met", min: "missed" };
  if (statistic !== "mean" && settledBy[statistic] === side) return null;
  return { code: "too-few-seen", statistic, needed: MIN_REQUESTS_FOR_MEAN, requests };
}

/** What a tool quotes is taken as quoted, but not if a handful of requests made it. */
function tooFewBeyond(percent: number, { requests, distribution }: Cell): TargetReason | null {
  const share = 1 - percent / 100;
  if (requests === 0 && distribution.kind === "quoted") return { code: "uncounted-quote" };
  const beyond = Math.floor(requests * share + 1e-9);
  if (beyond >= MIN_REQUESTS_BEYOND || share <= 0) return null;
  return { code: "too-few-beyond", percent, beyond, requests };
}

/** A throughput that is too low because users asked for no more, or because it wasn't reported all the time. */
function sentByUsers(
  { comparator }: Target,
  side: "met" | "missed",
  { silent }: { silent: boolean },
): SaidDoubt | null {
  if (side === "missed" && !isCeiling(comparator)) return said("load", { code: "sent-by-users" });
  return side === "met" && isCeiling(comparator) && silent ? said("unmeasured", { code: "silent" }) : null;
}

/** In percent to a tenth, rounded down: a share that is too small must not read as large enough. */
export function shortOfWhole(share: number): number {
  return Math.floor(withoutNoise(share * 1_000)) / 10;
}

/** Whether a good figure proves nothing at so small a share of the expected requests. */
export function needsWholeLoad({ metric }: Target, achieved: number | null): achieved is number {
  if (metricRow(metric).needsLoad !== "good figures" || achieved === null) return false;
  return withoutNoise(achieved) < MIN_ACHIEVED_SHARE;
}

function loadMissing(target: Target, side: "met" | "missed", input: JudgeInput): SaidDoubt | null {
  if (target.users !== null) return null;
  const byLoad = metricRow(target.metric).needsLoad;
  if (byLoad === "good figures") {
    const reason = side === "met" ? looksTooGood(target, input) : null;
    return reason === null ? null : said("load", reason);
  }
  return byLoad === "bad figures" ? looksTooLow(target, side, input) : null;
}

function looksTooGood(
  target: Target,
  { loadOffered, achieved, heldThroughput = null }: JudgeInput,
): TargetReason | null {
  if (loadOffered === false) return { code: "load-not-offered" };
  return heldThroughput === null && needsWholeLoad(target, achieved)
    ? { code: "load-too-low", achieved: shortOfWhole(achieved) }
    : null;
}

function looksTooLow(
  target: Target,
  side: "met" | "missed",
  { loadOffered, liveTraffic, clockGap = false }: JudgeInput,
): SaidDoubt | null {
  if (clockGap && side === "missed" && !isCeiling(target.comparator))
    return said("unmeasured", { code: "clock-gap" });
  if (liveTraffic) return sentByUsers(target, side, liveTraffic);
  return side === "missed" && loadOffered === false && !isCeiling(target.comparator)
    ? said("load", { code: "never-asked" })
    : null;
}
