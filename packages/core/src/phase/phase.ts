import { formatLength } from "../format/duration.ts";
import { formatTimes } from "../format/number.ts";
import { type Batch, batchesOf, batchSize, logP50Of, throughputOf } from "./phase-batches.ts";
import { cutEnds } from "./phase-cuts.ts";
import { fittedChange, rankCorrelation } from "./phase-statistics.ts";

/** One slice of a run, in order; `p50Micros` is null where nothing completed. */
export interface PhasePoint {
  offsetSeconds: number;
  stepSeconds: number;
  throughput: number;
  p50Micros: number | null;
}

/**
 * The judged part of a run, from inclusive to exclusive, or why there is none. Without one the whole run is judged,
 * warm-up included; only on a `ramp` are targets without a load condition unsure.
 */
export type SteadyPhase =
  | { none?: undefined; fromSeconds: number; toSeconds: number; method: string; reason: string }
  | { none: true; ramp: boolean; reason: string };

/** Shorter runs do not settle long enough to tell warm-up from noise. */
const MIN_SECONDS = 30;
const MIN_SLICES = 10;
/** Where more than half would be cut from either end MSER is not to be trusted: the run did not settle. */
const MAX_CUT = 0.5;
/** A phase with less of the requests than this does not speak for the run, nor do slices that are mostly empty. */
const MIN_REQUEST_SHARE = 0.5;
const MAX_EMPTY = 0.5;
/** Throughput that changes by a fifth over the phase, or a p50 that doubles, both steadily, is a ramp. */
const THROUGHPUT_CHANGE = 0.2;
const THROUGHPUT_CORRELATION = 0.7;
const P50_CHANGE = Math.log(2);
const P50_CORRELATION = 0.9;

/**
 * Finds the steady phase: the cool-down is cut from the end by throughput, the warm-up from the start by throughput
 * and then by the logarithm of p50, each by the MSER rule on means of up to five slices
 * (MSER-5: K. P. White Jr, M. J. Cobb, S. C. Spratt, "A comparison of five steady-state truncation heuristics for
 * simulation", WSC 2000). A cut that noise could explain is not made. What is left must not trend, or it is a ramp.
 *
 * Idle time before the first load and after the last is left out, with what hung until then; see `batchesOf`.
 *
 * The phase lies in the whole seconds of the run, which may begin and end within a slice: seconds that the run only
 * touches would dilute its throughput.
 */
export function findSteadyPhase(
  points: readonly PhasePoint[],
  run: Span = { fromSeconds: -Infinity, toSeconds: Infinity },
): SteadyPhase {
  const within = measuredSpan(points, run);
  if (within === null) return noneBecause("nothing was measured");
  const batches = batchesOf(points);
  const unfit = whyUnfit(points, batches, lengthOf(within));
  if (unfit !== null) return noneBecause(unfit);
  const { from, to, fromByThroughput } = cutEnds(batches);
  const half = Math.floor(to * MAX_CUT);
  const settled = from <= half && to >= batches.length * MAX_CUT;
  const trend = trendOf(batches.slice(settled ? from : Math.min(fromByThroughput, half), to));
  if (trend !== null) return { none: true, ramp: true, reason: trend };
  if (!settled) return noneBecause("the run did not settle in its first half");
  const steady = spanOf(batches.slice(from, to), within);
  const unsteady = whyTooLittle(points, steady);
  if (unsteady !== null) return noneBecause(unsteady);
  const method = `MSER-${batchSize(points.length)} on throughput and p50`;
  return { ...steady, method, reason: cutReason(steady, within) };
}

interface Span {
  fromSeconds: number;
  toSeconds: number;
}

function lengthOf({ fromSeconds, toSeconds }: Span): number {
  return toSeconds - fromSeconds;
}

function noneBecause(reason: string): SteadyPhase {
  return { none: true, ramp: false, reason };
}

/** The whole seconds of the run that slices cover; null if there are no slices. */
function measuredSpan(points: readonly PhasePoint[], run: Span): Span | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    fromSeconds: Math.max(first.offsetSeconds, Math.ceil(run.fromSeconds)),
    toSeconds: Math.min(last.offsetSeconds + last.stepSeconds, Math.floor(run.toSeconds)),
  };
}

/** Why the run cannot have a steady phase. */
function whyUnfit(points: readonly PhasePoint[], batches: readonly Batch[], seconds: number): string | null {
  if (seconds < MIN_SECONDS || points.length < MIN_SLICES) {
    const slices = points.length === 1 ? "slice" : "slices";
    return `too short to tell: ${formatLength(Math.round(seconds))} in ${points.length} ${slices}`;
  }
  if (batches.length === 0) return "no requests completed";
  const empty = batches.filter(({ throughput }) => throughput === 0).length;
  return empty > batches.length * MAX_EMPTY ? "the load was interrupted most of the time" : null;
}

/** From the first batch to the last, limited to the measured seconds. */
function spanOf(batches: readonly Batch[], within: Span): Span {
  const [first, last] = [batches[0], batches.at(-1)];
  return {
    fromSeconds: Math.max(within.fromSeconds, first?.fromSeconds ?? within.fromSeconds),
    toSeconds: Math.min(within.toSeconds, last?.toSeconds ?? within.toSeconds),
  };
}

/** Why the steady part does not represent the run. */
function whyTooLittle(points: readonly PhasePoint[], steady: Span): string | null {
  const seconds = lengthOf(steady);
  if (seconds < MIN_SECONDS) return `only ${formatLength(Math.round(seconds))} of it is steady`;
  if (shareOfRequests(points, steady) >= MIN_REQUEST_SHARE) return null;
  return "most requests are outside the steady part";
}

/** Of a slice at the phase's border, its share of the time. */
function shareOfRequests(points: readonly PhasePoint[], { fromSeconds, toSeconds }: Span): number {
  let [within, total] = [0, 0];
  for (const { offsetSeconds, stepSeconds, throughput } of points) {
    const from = Math.max(offsetSeconds, fromSeconds);
    const to = Math.min(offsetSeconds + stepSeconds, toSeconds);
    within += throughput * Math.max(0, to - from);
    total += throughput * stepSeconds;
  }
  return total === 0 ? 0 : within / total;
}

function cutReason(steady: Span, run: Span): string {
  const warmUpSeconds = steady.fromSeconds - run.fromSeconds;
  const coolDownSeconds = run.toSeconds - steady.toSeconds;
  if (warmUpSeconds === 0 && coolDownSeconds === 0) return "the whole run is steady";
  const cuts = [
    ...(warmUpSeconds > 0 ? [`${formatLength(Math.round(warmUpSeconds))} of warm-up`] : []),
    ...(coolDownSeconds > 0 ? [`${formatLength(Math.round(coolDownSeconds))} of cool-down`] : []),
  ];
  return `${cuts.join(" and ")} left out`;
}

/** How what is left still moves, or null when it does not. */
function trendOf(steady: readonly Batch[]): string | null {
  const throughput = throughputOf(steady);
  const change = fittedChange(throughput);
  if (
    Math.abs(change) >= THROUGHPUT_CHANGE &&
    Math.abs(rankCorrelation(throughput)) >= THROUGHPUT_CORRELATION
  ) {
    return `throughput ${change > 0 ? "rises" : "falls"} by ${Math.round(Math.abs(change) * 100)}% of its mean`;
  }
  const logs = logP50Of(steady);
  const factor = fittedChange(logs);
  if (factor >= P50_CHANGE && rankCorrelation(logs) >= P50_CORRELATION) {
    return `p50 rises to ${formatTimes(Math.exp(factor))} its first value`;
  }
  return null;
}
