import { batchesOf, batchSize, withoutGaps, withWholeEnds } from "./phase-batches.ts";
import type { Batch } from "./phase-batches.ts";
import { changeOfLoad, sameLoadOfRise } from "./load-shape.ts";
import type { SameLoad } from "./load-shape.ts";
import { cutEnds, isSlowStart, lateChange } from "./phase-cuts.ts";
import type { Cuts, LateChange } from "./phase-cuts.ts";
import { drainOf, findHoles, limitsOf } from "./phase-outages.ts";
import type { PhasePoint, Span } from "./phase-point.ts";
import type { PhaseReason } from "./phase-sentences.ts";

/**
 * The judged part of a run, from inclusive to exclusive, or why there is none. Without one the whole run is judged,
 * warm-up included; only on a `ramp` are targets without a load condition unsure.
 */
export type SteadyPhase = (
  | { none?: undefined; fromSeconds: number; toSeconds: number; method: string; reason: PhaseReason }
  | { none: true; ramp: boolean; reason: PhaseReason }
) & {
  /** Stretches of several seconds in which nothing completed. */
  holes: Span[];
  /** Latency rises all along although this load stays the same. */
  risesUnder?: SameLoad;
};

/** Shorter runs do not settle long enough to tell warm-up from noise. */
const MIN_SECONDS = 30;
const MIN_SLICES = 10;
/** Where more than half would be cut from either end MSER is not to be trusted: the run did not settle. */
const MAX_CUT = 0.5;
/** A phase with less of the requests than this does not speak for the run, nor do slices that are mostly empty. */
const MIN_REQUEST_SHARE = 0.5;
const MAX_EMPTY = 0.5;
/** A rate that took longer to be reached may still have risen when the service could no longer follow. */
const MAX_RATE_RISE = 0.1;

/** What is known of a run beside its points. */
export interface PhaseContext {
  run?: Span;
  /** Requests were sent at a rate, whatever the responses. */
  isOpen?: boolean;
  /** Stretches in which some users hung, and others went on: what follows from that is no cool-down. */
  hangs?: readonly Span[];
}

/**
 * Finds the steady phase: the cool-down is cut from the end by users and throughput, the warm-up from the start by users
 * and throughput and then by the logarithm of p50, each by the MSER rule on means of up to five slices
 * (MSER-5: K. P. White Jr, M. J. Cobb, S. C. Spratt, "A comparison of five steady-state truncation heuristics for
 * simulation", WSC 2000). A cut that noise could explain is not made, nor one that a drift makes, nor one of anything
 * that failed or hung (`limitsOf`). What is left must not change its load (`changeOfLoad`).
 *
 * Idle time before the first load and after the last is left out, with answers to what was sent before; see `loadOnly`.
 *
 * The phase lies in the whole seconds of the run, which may begin and end within a slice: seconds that the run only
 * touches would dilute its throughput.
 */
export function findSteadyPhase(points: readonly PhasePoint[], context: PhaseContext = {}): SteadyPhase {
  const slices = withoutGaps(points);
  const drain = drainOf(slices);
  const holes = findHoles(drain === 0 ? slices : slices.slice(0, -drain));
  return { ...phaseOf(points, { slices, drain, holes, ...context }), holes };
}

interface Sliced extends PhaseContext {
  slices: readonly PhasePoint[];
  drain: number;
  holes: readonly Span[];
}

const WHOLE_RUN: Span = { fromSeconds: -Infinity, toSeconds: Infinity };

type Found = (
  | { none?: undefined; fromSeconds: number; toSeconds: number; method: string; reason: PhaseReason }
  | { none: true; ramp: boolean; reason: PhaseReason }
) &
  Pick<SteadyPhase, "risesUnder">;

function phaseOf(points: readonly PhasePoint[], sliced: Sliced): Found {
  const { slices, drain, holes, run = WHOLE_RUN, isOpen = false, hangs = [] } = sliced;
  const limits = limitsOf(slices, [...holes, ...hangs]);
  const within = measuredSpan(points, run, limits);
  if (within === null) return noneBecause({ code: "not-measured" });
  const size = batchSize(points.length);
  const batches = batchesOf(loadOnly(slices, drain), size, holes);
  const unfit = whyUnfit(points, batches, lengthOf(within));
  if (unfit !== null) return noneBecause(unfit);
  const settled = settledPart(batches, cutEnds(batches, limits), isOpen, within.fromSeconds);
  const { risesUnder } = settled;
  const rising = risesUnder === null ? {} : { risesUnder };
  if ("none" in settled) return { ...settled.none, ...rising };
  const steady = spanOf(batches.slice(settled.from, settled.to), within);
  const unsteady = whyTooLittle(points, steady);
  if (unsteady !== null) return { ...noneBecause(unsteady), ...rising };
  const users = batches.every((batch) => batch.users !== null) ? "users, " : "";
  const method = `MSER-${size} on ${users}throughput${users === "" ? "" : ","} and p50`;
  return { ...steady, method, reason: cutReason(steady, within), ...rising };
}

type Settled = { risesUnder: SameLoad | null } & ({ from: number; to: number } | { none: Found });

/** The batches under the whole load, once the run had settled. */
function settledPart(batches: readonly Batch[], cuts: Cuts, isOpen: boolean, startSeconds: number): Settled {
  const { to, fromByThroughput } = cuts;
  const half = Math.floor(to * MAX_CUT);
  const atRate = isOpen && fromByThroughput <= batches.length * MAX_RATE_RISE;
  const underLoad = batches.slice(Math.min(fromByThroughput, half), to);
  const risesUnder = sameLoadOfRise(underLoad, atRate);
  // What is fast at first and then slows down under the same load is no warm-up.
  const from = risesUnder === null ? cuts.from : fromByThroughput;
  const settled = from <= half && to >= batches.length * MAX_CUT;
  const late = lateChange(batches, { ...cuts, from });
  const change = changeOfLoad(settled && late === null ? batches.slice(from, to) : underLoad, atRate);
  if (change !== null && !isStep(change, late))
    return { risesUnder: null, none: { none: true, ramp: true, reason: change } };
  if (isSlowStart(batches, { ...cuts, from }))
    return { risesUnder, none: noneBecause({ code: "slow-start" }) };
  if (late !== null) return { risesUnder, none: noneSince(late, startSeconds) };
  if (!settled) return { risesUnder, none: noneBecause({ code: "not-settled" }) };
  return { risesUnder, from, to };
}

/** A throughput that falls, and all at once. */
function isStep(change: PhaseReason, late: LateChange | null): boolean {
  return late?.of === "throughput" && change.code === "throughput-trend" && change.change < 0;
}

function noneSince({ fromSeconds, ramp, ...late }: LateChange, startSeconds: number): Found {
  return {
    none: true,
    ramp,
    reason: { code: "late-change", ...late, afterSeconds: fromSeconds - startSeconds },
  };
}

function lengthOf({ fromSeconds, toSeconds }: Span): number {
  return Math.max(0, toSeconds - fromSeconds);
}

function noneBecause(reason: PhaseReason): Found {
  return { none: true, ramp: false, reason };
}

/** Without the idle slices at either end, nor the one beside them: load that begins or stops seldom fills its slice. */
function loadOnly(slices: readonly PhasePoint[], drain: number): readonly PhasePoint[] {
  const rest = withWholeEnds(drain === 0 ? slices : slices.slice(0, -drain));
  const first = rest.findIndex(({ throughput }) => throughput > 0);
  const last = slices.slice(0, slices.length - drain).findLastIndex(({ throughput }) => throughput > 0);
  if (first === -1) return [];
  return rest.slice(
    first === 0 ? 0 : first + 1,
    last === rest.length - 1 ? rest.length : Math.max(first, last),
  );
}

/** The whole seconds of the run that slices cover, and the last second too if requests failed in it; null if there are no slices. */
function measuredSpan(points: readonly PhasePoint[], run: Span, limits: Span): Span | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const fails = limits.toSeconds > Math.floor(run.toSeconds);
  return {
    fromSeconds: Math.max(first.offsetSeconds, Math.ceil(run.fromSeconds)),
    toSeconds: Math.min(
      last.offsetSeconds + last.stepSeconds,
      fails ? Math.ceil(run.toSeconds) : Math.floor(run.toSeconds),
    ),
  };
}

/** Why the run cannot have a steady phase. */
function whyUnfit(
  points: readonly PhasePoint[],
  batches: readonly Batch[],
  seconds: number,
): PhaseReason | null {
  if (seconds < MIN_SECONDS || points.length < MIN_SLICES)
    return { code: "too-short", seconds, slices: points.length };
  if (batches.length === 0) return { code: "no-requests" };
  const empty = batches.filter(({ throughput }) => throughput === 0).length;
  return empty > batches.length * MAX_EMPTY ? { code: "mostly-idle" } : null;
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
function whyTooLittle(points: readonly PhasePoint[], steady: Span): PhaseReason | null {
  const seconds = lengthOf(steady);
  if (seconds < MIN_SECONDS) return { code: "steady-too-short", seconds };
  return shareOfRequests(points, steady) >= MIN_REQUEST_SHARE ? null : { code: "most-outside" };
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

function cutReason(steady: Span, run: Span): PhaseReason {
  const warmUpSeconds = steady.fromSeconds - run.fromSeconds;
  const coolDownSeconds = run.toSeconds - steady.toSeconds;
  return warmUpSeconds === 0 && coolDownSeconds === 0
    ? { code: "whole-steady" }
    : { code: "cut-ends", warmUpSeconds, coolDownSeconds };
}
