import { hasSameUsers, LOAD_CHANGE } from "./load-shape.ts";
import { loadOf, logP50Of, throughputOf, usersOf } from "./phase-batches.ts";
import type { Batch } from "./phase-batches.ts";
import type { Span } from "./phase-point.ts";
import {
  bestStep,
  isDrift,
  isStep,
  meanOf,
  medianOf,
  mserCut,
  neighbourNoise,
  standardError,
} from "./phase-statistics.ts";

/** What is cut must be unlike the rest by so much, and by so many standard errors, or the cut only follows noise. */
const CUT_CHANGE = 0.05;
const CUT_ERRORS = 3.5;
/** The scatter of few batches is itself uncertain. */
const FEW = 5;
const MIN_SETTLED = 20;
/** Load that was withdrawn leaves latency where it was; above this it is a collapse, which must be judged. */
const COOL_DOWN_P50 = Math.log(1.25);
/** Latency that rises by so much of what throughput falls by explains that. */
const SLOWER_SHARE = 0.5;
const SLOWER_P50 = Math.log(1.25);
const LEFT_LOOKED = 0.5;
const LOOKED = 0.75;
/** A batch this close to the rest, with as much of its noise, had the load already. */
const ALIKE = 0.1;
const ALIKE_ERRORS = 2;
const DIP = 2 / 3;
/**
 * A service that is slow for longer than this share of the run is slow; it isn't warming up. Nor is what goes on for longer
 * the end of a load, unless users are seen to leave.
 */
const MAX_END = 0.2;
const MAX_LEAVING = 0.5;
/** A load that ends is down to this share at its end, and falls so far between the halves of that time, or at once. */
const ENDED = 0.5;
const FALLING = 0.45;
const NEARLY_NOTHING = 0.1;
/** The rest of a warm-up goes as long as a third more of it still lies this far, and so many errors, from what follows. */
const LATE_CHANGE = 0.01;
const LATE_ERRORS = 1;
const MAX_LATE = MAX_END;

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
  let [from, cool] = [0, 0];
  const mostCool = batchesAfter(batches, limits.toSeconds);
  const mostFrom = Math.min(batchesBefore(batches, limits.fromSeconds), dipFrom(throughputOf(batches)));
  for (;;) {
    const left = batches.slice(from);
    const ends = coolDown(left, (share) =>
      Math.min(mostCool, share * batches.length, LEFT_LOOKED * left.length),
    );
    const to = batches.length - Math.max(cool, ends);
    let warm = warmUp(batches.slice(from, to), usersOf, mostFrom - from);
    from += warm;
    const slow = warmUp(batches.slice(from, to), throughputOf, mostFrom - from);
    from += slow;
    warm += slow;
    if (ends <= cool && warm === 0) break;
    cool = Math.max(cool, ends);
  }
  const to = batches.length - cool;
  const fromByThroughput = from;
  for (let warm = Infinity; warm > 0; from += warm)
    warm = slowWarmUp(batches.slice(from, to), {
      most: mostFrom - from,
      room: batches.length * MAX_END + 1 - from,
    });
  if (from > fromByThroughput) from += lateWarmUp(logP50Of(batches.slice(0, to)), from, mostFrom);
  return { from, to, fromByThroughput };
}

/**
 * Whether what was cut from the start is a service that was slow for too long. Until the load was there, a run may take longer:
 * then it isn't slower at first, or users were still arriving.
 */
export function isSlowStart(batches: readonly Batch[], { from, to }: Cuts): boolean {
  if (!isLong(from, batches)) return false;
  const [head, rest] = [batches.slice(0, from), batches.slice(from, to)];
  const slower = medianOf(logP50Of(head)) - medianOf(logP50Of(rest)) > SLOWER_P50;
  return slower && !usersArrive(head, rest);
}

/** What ends within a batch takes all of it. */
function isLong(cut: number, batches: readonly Batch[]): boolean {
  return cut - 1 > batches.length * MAX_END;
}

/** A level that is left for good, too late to be a warm-up and for too long to be a cool-down. */
export interface LateChange {
  of: "throughput" | "p50";
  /** As a share of the level before. */
  change: number;
  fromSeconds: number;
  /** The load may have been another one. */
  ramp: boolean;
}

export function lateChange(batches: readonly Batch[], cuts: Cuts): LateChange | null {
  return lateRise(batches, cuts) ?? lateFall(batches, cuts) ?? lateLatency(batches, cuts);
}

/** A load that comes up may take longer, if latency shows that the service wasn't slower until then. */
function lateRise(all: readonly Batch[], { to, fromByThroughput: head }: Cuts): LateChange | null {
  const batches = all.slice(0, to);
  if (!isLong(head, all) || usersArrive(batches.slice(0, head), batches.slice(head))) return null;
  const { load, p50, fromSeconds } = changeAt(batches, stepIn(throughputOf(batches), head, all));
  const less = 1 - 1 / load;
  const isKnown = knowsLatency(batches);
  const isOther = less >= LOAD_CHANGE && !isSlower(1 / p50, less) && !hasSameUsers(batches);
  if (isOther && (isKnown || goesAway(throughputOf(batches), head))) return null;
  return { of: "throughput", change: load - 1, fromSeconds, ramp: isOther };
}

function knowsLatency(batches: readonly Batch[]): boolean {
  return logP50Of(batches).some((value) => value !== batches[0]?.logP50);
}

/** Users who wait longer ask for less: so much more latency explains so much less throughput. */
function isSlower(p50: number, less: number): boolean {
  return p50 > 1 + less * SLOWER_SHARE;
}

function lateFall(batches: readonly Batch[], { to, fromByThroughput }: Cuts): LateChange | null {
  // Where users leave, what completes goes down with them.
  const end = usersOf(batches).length > 0 ? to : batches.length;
  const underLoad = batches.slice(fromByThroughput, end).filter(({ down }) => !down);
  const reversed = throughputOf(underLoad).toReversed();
  const tail = oneCut(
    reversed,
    LOOKED * reversed.length,
    (series, cut) => isStep(series, cut) || goesAway(series, cut),
  );
  if (!isLong(tail, batches)) return null;
  const before = underLoad.length - stepIn(reversed, tail, batches);
  const { load, p50, fromSeconds } = changeAt(underLoad, before);
  const less = 1 - load;
  const ramp = less >= LOAD_CHANGE && !isSlower(p50, less) && !hasSameUsers(underLoad);
  return less > 0 ? { of: "throughput", change: -less, fromSeconds, ramp } : null;
}

function lateLatency(batches: readonly Batch[], { from, to, fromByThroughput }: Cuts): LateChange | null {
  const underLoad = batches.slice(fromByThroughput, to);
  const head = from - fromByThroughput;
  if (!isLong(head, batches) || usersArrive(underLoad.slice(0, head), underLoad.slice(head))) return null;
  const { fromSeconds, p50 } = changeAt(underLoad, stepIn(logP50Of(underLoad), head, batches));
  return { of: "p50", change: p50 - 1, fromSeconds, ramp: false };
}

/** A cut may lie beside the change, which is where a step fits best. It still has to be long. */
function stepIn(series: readonly number[], cut: number, batches: readonly Batch[]): number {
  const step = bestStep(series).cut;
  return isLong(step, batches) ? step : cut;
}

/** From there on, as shares of what was before. */
function changeAt(batches: readonly Batch[], at: number): { fromSeconds: number; load: number; p50: number } {
  const [before, after] = [batches.slice(0, at), batches.slice(at)];
  return {
    fromSeconds: after[0]?.fromSeconds ?? 0,
    load: loadOf(after) / loadOf(before),
    p50: Math.exp(medianOf(logP50Of(after)) - medianOf(logP50Of(before))),
  };
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
  const cut = oneCut(series, Math.min(most, LOOKED * series.length));
  const harder = loadOf(batches.slice(0, cut)) > loadOf(batches.slice(cut)) * (1 + CUT_CHANGE);
  return harder ? 0 : cut;
}

/** In noise, the best cut may lie far behind the end of a warm-up. A level that stays for longer than this room is no warm-up. */
function slowWarmUp(batches: readonly Batch[], { most, room }: { most: number; room: number }): number {
  const cut = warmUp(batches, logP50Of, most);
  if (cut <= room || bestStep(logP50Of(batches)).cut > room) return cut;
  return warmUp(batches, logP50Of, Math.min(most, room));
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

/**
 * Batches at the end in which the load went away, and latency had not risen. Throughput that falls to a level where it
 * stays isn't that: it is the service, or another load, and is judged.
 */
function coolDown(batches: readonly Batch[], most: (share: number) => number): number {
  const throughput = throughputOf(batches).toReversed();
  const users = usersOf(batches).toReversed();
  const cut = Math.max(
    oneCut(throughput, most(MAX_END), goesAway),
    oneCut(users, most(MAX_END)),
    oneCut(users, most(MAX_LEAVING), goesAway),
  );
  if (cut === 0) return 0;
  const logs = logP50Of(batches);
  const falls = loadOf(batches.slice(-cut)) < loadOf(batches.slice(0, -cut));
  const collapses = meanOf(logs.slice(-cut)) - medianOf(logs.slice(0, -cut)) > COOL_DOWN_P50;
  return falls && !collapses ? cut : 0;
}

/** Whether so many values, from the last on, go down towards nothing. */
function goesAway(reversed: readonly number[], cut: number): boolean {
  const usual = medianOf(reversed.slice(cut));
  if ((reversed[0] ?? 0) > usual * ENDED) return false;
  const middle = Math.floor(cut / 2);
  const [late, early] = [meanOf(reversed.slice(0, middle)), meanOf(reversed.slice(middle, cut))];
  return late <= early * FALLING || early <= usual * NEARLY_NOTHING;
}

/**
 * The best truncation whose part left out is, for the most part, unlike the rest. A stall in the middle makes every
 * truncation behind it look good to MSER; it is no warm-up, and cutting it would hide it. Nor is a drift, which goes on
 * in the rest.
 */
function oneCut(
  series: readonly number[],
  looked: number,
  fits: (series: readonly number[], cut: number) => boolean = () => true,
): number {
  let most = Math.floor(Math.min(looked, series.length));
  for (;;) {
    const cut = mserCut(series, most);
    if (cut === 0) return 0;
    if (differs(series.slice(0, cut), series.slice(cut)) && !isDrift(series, cut) && fits(series, cut))
      return cut;
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
