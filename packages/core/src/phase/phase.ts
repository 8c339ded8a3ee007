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
  run: { fromSeconds: number; toSeconds: number } = { fromSeconds: -Infinity, toSeconds: Infinity },
): SteadyPhase {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined)
    return { none: true, ramp: false, reason: "nothing was measured" };
  const begin = Math.max(first.offsetSeconds, Math.ceil(run.fromSeconds));
  const end = Math.min(last.offsetSeconds + last.stepSeconds, Math.floor(run.toSeconds));
  if (end - begin < MIN_SECONDS || points.length < MIN_SLICES) {
    const reason = `too short to tell: ${formatLength(Math.round(end - begin))} in ${points.length} ${points.length === 1 ? "slice" : "slices"}`;
    return { none: true, ramp: false, reason };
  }
  const batches = batchesOf(points);
  if (batches.length === 0) return { none: true, ramp: false, reason: "no requests completed" };
  if (batches.filter(({ throughput }) => throughput === 0).length > batches.length * MAX_EMPTY) {
    return { none: true, ramp: false, reason: "the load was interrupted most of the time" };
  }
  const { from, to, fromByThroughput } = cutEnds(batches);
  const half = Math.floor(to * MAX_CUT);
  const settled = from <= half && to >= batches.length * MAX_CUT;
  const trend = trendOf(batches.slice(settled ? from : Math.min(fromByThroughput, half), to));
  if (trend !== null) return { none: true, ramp: true, reason: trend };
  if (!settled) return { none: true, ramp: false, reason: "the run did not settle in its first half" };
  const fromSeconds = Math.max(begin, batches[from]?.fromSeconds ?? begin);
  const toSeconds = Math.min(end, batches[to - 1]?.toSeconds ?? end);
  if (toSeconds - fromSeconds < MIN_SECONDS) {
    return {
      none: true,
      ramp: false,
      reason: `only ${formatLength(Math.round(toSeconds - fromSeconds))} of it is steady`,
    };
  }
  if (shareOfRequests(points, fromSeconds, toSeconds) < MIN_REQUEST_SHARE) {
    return { none: true, ramp: false, reason: "most requests are outside the steady part" };
  }
  const method = `MSER-${batchSize(points.length)} on throughput and p50`;
  return { fromSeconds, toSeconds, method, reason: cutReason(fromSeconds - begin, end - toSeconds) };
}

/** Of a slice at the phase's border, its share of the time. */
function shareOfRequests(points: readonly PhasePoint[], fromSeconds: number, toSeconds: number): number {
  let [within, total] = [0, 0];
  for (const { offsetSeconds, stepSeconds, throughput } of points) {
    const from = Math.max(offsetSeconds, fromSeconds);
    const to = Math.min(offsetSeconds + stepSeconds, toSeconds);
    within += throughput * Math.max(0, to - from);
    total += throughput * stepSeconds;
  }
  return total === 0 ? 0 : within / total;
}

function cutReason(warmUpSeconds: number, coolDownSeconds: number): string {
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
