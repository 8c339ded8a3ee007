import { loadOf, logP50Of, throughputOf, usersOf } from "./phase-batches.ts";
import type { Batch } from "./phase-batches.ts";
import type { Span } from "./phase-point.ts";
import { isDrift, meanOf, medianOf, mserCut, neighbourNoise, standardError } from "./phase-statistics.ts";

/** What is cut must be unlike the rest by so much, and by so many standard errors, or the cut only follows noise. */
const CUT_CHANGE = 0.05;
const CUT_ERRORS = 3.5;
/** The scatter of few batches is itself uncertain. */
const FEW = 5;
const MIN_SETTLED = 20;
/** Load that was withdrawn leaves latency where it was; above this it is a collapse, which must be judged. */
const COOL_DOWN_P50 = Math.log(1.25);
const SLOWER_P50 = Math.log(1.25);
const COOL_DOWN_LOOKED = 0.5;
const WARM_UP_LOOKED = 0.75;
/** A batch this close to the rest, with as much of its noise, had the load already. */
const ALIKE = 0.1;
const ALIKE_ERRORS = 2;
const DIP = 2 / 3;
/** A service that is slow for longer than this share of the run is slow; it isn't warming up. */
const MAX_WARM_UP = 0.2;
/** The rest of a warm-up goes as long as a third more of it still lies this far, and so many errors, from what follows. */
const LATE_CHANGE = 0.01;
const LATE_ERRORS = 1;
const MAX_LATE = MAX_WARM_UP;

export interface Cuts {
  /** Batches from inclusive to exclusive. */
  from: number;
  to: number;
  /** How far the load alone moved the start. */
  fromByThroughput: number;
}

type Series = (batches: readonly Batch[]) => number[];

/**
 * Cuts both ends by users and throughput in turn until neither gives, since each spoils the other's mean; then the start
 * by p50. No cut reaches into the limits, which hold whatever failed or hung.
 */
export function cutEnds(batches: readonly Batch[], limits: Span): Cuts {
  let [from, to] = [0, batches.length];
  const leastTo = batches.length - batchesAfter(batches, limits.toSeconds);
  const mostFrom = Math.min(batchesBefore(batches, limits.fromSeconds), dipFrom(throughputOf(batches)));
  for (;;) {
    const cool = coolDown(batches.slice(from, to), Math.max(0, to - leastTo));
    to -= cool;
    let warm = warmUp(batches.slice(from, to), usersOf, mostFrom - from);
    from += warm;
    const slow = warmUp(batches.slice(from, to), throughputOf, mostFrom - from);
    from += slow;
    warm += slow;
    if (cool + warm === 0) break;
  }
  const fromByThroughput = from;
  for (let warm = Infinity; warm > 0; from += warm)
    warm = warmUp(batches.slice(from, to), logP50Of, mostFrom - from);
  if (from > fromByThroughput) from += lateWarmUp(logP50Of(batches.slice(0, to)), from, mostFrom);
  return { from, to, fromByThroughput };
}

/**
 * Whether what was cut from the start is a service that was slow for too long. Until the load was there, a run may take longer:
 * then it isn't slower at first, or users were still arriving.
 */
export function isSlowStart(batches: readonly Batch[], { from, to }: Cuts): boolean {
  // What ends within a batch takes all of it.
  if (from - 1 <= batches.length * MAX_WARM_UP) return false;
  const [head, rest] = [batches.slice(0, from), batches.slice(from, to)];
  const slower = medianOf(logP50Of(head)) - medianOf(logP50Of(rest)) > SLOWER_P50;
  return slower && !usersArrive(head, rest);
}

function usersArrive(head: readonly Batch[], rest: readonly Batch[]): boolean {
  const [before, after] = [head, rest].map((some) => medianOf(some.flatMap(({ users }) => users ?? [])));
  return before !== undefined && after !== undefined && before < after * (1 - CUT_CHANGE);
}

function batchesBefore(batches: readonly Batch[], fromSeconds: number): number {
  const first = batches.findIndex(({ toSeconds }) => toSeconds > fromSeconds);
  return first === -1 ? batches.length : first;
}

function batchesAfter(batches: readonly Batch[], toSeconds: number): number {
  return batches.length - 1 - batches.findLastIndex(({ fromSeconds }) => fromSeconds < toSeconds);
}

/** Batches at the start that are unlike the rest. More load than in the rest is no warm-up: it is the harder part. */
function warmUp(batches: readonly Batch[], seriesOf: Series, most: number): number {
  const series = seriesOf(batches);
  const cut = oneCut(series, Math.min(most, WARM_UP_LOOKED * series.length));
  const harder = loadOf(batches.slice(0, cut)) > loadOf(batches.slice(cut)) * (1 + CUT_CHANGE);
  return harder ? 0 : cut;
}

/** How much more to cut of a warm-up that fades: MSER leaves its last few percent in. */
function lateWarmUp(series: readonly number[], cut: number, most: number): number {
  if (cut === 0) return 0;
  const direction = Math.sign(medianOf(series.slice(0, cut)) - medianOf(series.slice(cut)));
  let from = cut;
  for (;;) {
    const size = Math.max(3, Math.ceil(from / 3));
    if (from + size > Math.min(most, series.length * MAX_LATE)) return from - cut;
    const rest = series.slice(from + size);
    const left = direction * (meanOf(series.slice(from, from + size)) - meanOf(rest));
    if (left < LATE_CHANGE || left < LATE_ERRORS * standardError(rest, size)) return from - cut;
    from += size;
  }
}

/**
 * Where an established load breaks down: a dip after good batches isn't a warm-up, however well cutting it would suit
 * MSER. Infinity if the load never breaks down.
 */
function dipFrom(series: readonly number[]): number {
  const usual = medianOf(series);
  const near = Math.max(ALIKE * usual, ALIKE_ERRORS * neighbourNoise(series));
  const good = series.findIndex((value) => value >= usual - near);
  if (good === -1) return Infinity;
  const isLow = (value: number) => value < usual * DIP && value < usual - 2 * near;
  return series.some((value, at) => at > good && isLow(value)) ? good : Infinity;
}

/** Batches at the end in which load had fallen and latency had not risen. */
function coolDown(batches: readonly Batch[], most: number): number {
  const looked = Math.min(most, COOL_DOWN_LOOKED * batches.length);
  const cut = Math.max(
    oneCut(throughputOf(batches).toReversed(), looked),
    oneCut(usersOf(batches).toReversed(), looked),
  );
  if (cut === 0) return 0;
  const logs = logP50Of(batches);
  const falls = loadOf(batches.slice(-cut)) < loadOf(batches.slice(0, -cut));
  const collapses = meanOf(logs.slice(-cut)) - medianOf(logs.slice(0, -cut)) > COOL_DOWN_P50;
  return falls && !collapses ? cut : 0;
}

/**
 * The best truncation whose part left out is, for the most part, unlike the rest. A stall in the middle makes every
 * truncation behind it look good to MSER; it is no warm-up, and cutting it would hide it. Nor is a drift, which goes on
 * in the rest.
 */
function oneCut(series: readonly number[], looked: number): number {
  let most = Math.floor(Math.min(looked, series.length));
  for (;;) {
    const cut = mserCut(series, most);
    if (cut === 0) return 0;
    if (differs(series.slice(0, cut), series.slice(cut)) && !isDrift(series, cut)) return cut;
    most = cut - 1;
  }
}

function differs(head: readonly number[], rest: readonly number[]): boolean {
  const change = Math.abs(medianOf(head) - medianOf(rest));
  // The other end of the rest may still hold a warm-up or a cool-down of its own.
  const settled = rest.slice(0, Math.max(MIN_SETTLED, Math.ceil(rest.length / 2)));
  const error = Math.min(...[rest, settled].map((some) => errorOfChange(some, head.length, rest.length)));
  return change > CUT_CHANGE && change > CUT_ERRORS * (1 + FEW / rest.length) * error;
}

function errorOfChange(scatter: readonly number[], head: number, rest: number): number {
  return Math.hypot(standardError(scatter, head), standardError(scatter, rest));
}
