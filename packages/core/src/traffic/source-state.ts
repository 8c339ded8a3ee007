import { bucketsOf, MAX_COUNT } from "./counted.ts";
import type { Counted, CountedBetween } from "./counted.ts";

/** What a source says at one moment about what it has counted since it started. */
export type Reading = WholeReading | PartialReading;

interface At {
  atMicros: number;
  /** Since when the source counts; null if it doesn't say. */
  startMicros: number | null;
}

interface WholeReading extends At {
  counted: Counted;
}

/** Some series of a classic histogram or summary: the others may arrive in another request. */
export interface PartialReading extends At {
  count: number | null;
  sumMicros: number | null;
  /** [bound in microseconds, how many values are at most that]. */
  atMost: readonly (readonly [number, number])[];
}

/** What is remembered about a source between its readings. */
export interface SourceState {
  /** Null before the first whole reading. */
  last: WholeReading | null;
  /** Moments of which some parts have arrived, in order of time. */
  pending: readonly PartialReading[];
}

export interface SourceRules {
  /** It starts with what it measures, so what it says first has just been counted. */
  fromZero: boolean;
}

/** How many moments wait for their other parts. */
const MAX_PENDING = 8;
/** After a longer silence nobody knows when things happened, so counting starts over. */
const MAX_GAP_MICROS = 300_000_000;
/** Where a source that counts from zero doesn't say when it started. */
const ASSUMED_INTERVAL_MICROS = 5_000_000;

export interface Advanced {
  state: SourceState;
  added: readonly CountedBetween[];
  /** What it counted without anybody knowing when. */
  lost: readonly LostBetween[];
  /** What it said first, if nobody knows since when it has counted that. */
  first: WholeReading | null;
  /** Moments that can't be counted: their buckets fall, or no part of them says how many values there were. */
  unusable: number;
}

/** What was counted between two moments that are too far apart to say when. */
export interface LostBetween {
  fromMicros: number;
  toMicros: number;
  count: number;
  /** There may have been more: the source began again in between. */
  atLeast: boolean;
}

const NOTHING_NEW = { added: [], lost: [], first: null, unusable: 0 } as const;

/** Takes the next reading of a source. Older or equal ones change nothing, so that repeats count once. */
export function advance(state: SourceState | null, reading: Reading, rules: SourceRules): Advanced {
  const known = state ?? { last: null, pending: [] };
  if (known.last !== null && reading.atMicros <= known.last.atMicros) return { state: known, ...NOTHING_NEW };
  return "counted" in reading ? takeWhole(known, reading, rules) : takePart(known, reading, rules);
}

function takeWhole({ last, pending }: SourceState, reading: WholeReading, rules: SourceRules): Advanced {
  const added = between(last, reading, rules);
  const lost = added === null && last !== null ? lostBetween(last, reading) : null;
  const later = pending.filter(({ atMicros }) => atMicros > reading.atMicros);
  const state = { last: reading, pending: later };
  const first = added === null && last === null ? reading : null;
  return {
    state,
    added: added === null ? [] : [added],
    lost: lost === null ? [] : [lost],
    first,
    unusable: 0,
  };
}

/** Clients send the series of a histogram over several connections, so the parts of a moment may follow those of later ones. */
function takePart(state: SourceState, reading: PartialReading, rules: SourceRules): Advanced {
  const pending = withPart(state.pending, reading);
  // Where parts that were there before don't come back, the source has changed.
  const isOther = pending.length > MAX_PENDING;
  let advanced: Advanced = { state: { last: state.last, pending }, ...NOTHING_NEW };
  for (const moment of pending) {
    // Nobody says which parts the first one should have: a later one shows it.
    if (advanced.state.last === null && moment === pending.at(-1)) continue;
    const expected = isOther ? pending : [...pending, ...partsOf(state.last)];
    if (!isComplete(moment, expected)) continue;
    const { atMicros, startMicros, ...parts } = moment;
    const counted = wholeOf(parts);
    advanced =
      counted === null
        ? without(advanced, moment)
        : then(advanced, takeWhole(advanced.state, { atMicros, startMicros, counted }, rules));
  }
  return withoutOldest(advanced);
}

function then(before: Advanced, next: Advanced): Advanced {
  return {
    state: next.state,
    added: [...before.added, ...next.added],
    lost: [...before.lost, ...next.lost],
    first: before.first ?? next.first,
    unusable: before.unusable + next.unusable,
  };
}

function without({ state, unusable, ...advanced }: Advanced, moment: PartialReading): Advanced {
  const pending = state.pending.filter((other) => other !== moment);
  return { ...advanced, state: { ...state, pending }, unusable: unusable + 1 };
}

/** What is whole meanwhile contains moments that were missing something; what never has a count, nothing contains. */
function withoutOldest({ state, unusable, ...advanced }: Advanced): Advanced {
  const dropped = state.pending.slice(0, -MAX_PENDING);
  const countless = dropped.filter(({ count }) => count === null).length;
  const pending = state.pending.slice(-MAX_PENDING);
  return { ...advanced, state: { ...state, pending }, unusable: unusable + countless };
}

function withPart(pending: readonly PartialReading[], reading: PartialReading): PartialReading[] {
  const same = pending.find(({ atMicros }) => atMicros === reading.atMicros);
  const others = pending.filter((moment) => moment !== same);
  const joined = same === undefined ? reading : join(same, reading);
  return [...others, joined].sort((a, b) => a.atMicros - b.atMicros);
}

function join(known: PartialReading, more: PartialReading): PartialReading {
  return {
    atMicros: known.atMicros,
    startMicros: known.startMicros ?? more.startMicros,
    count: more.count ?? known.count,
    sumMicros: more.sumMicros ?? known.sumMicros,
    atMost: [...new Map([...known.atMost, ...more.atMost])],
  };
}

type Parts = Pick<PartialReading, "sumMicros" | "atMost">;

function partsOf(last: WholeReading | null): Parts[] {
  if (last === null) return [];
  const { sumMicros, buckets } = last.counted;
  return [{ sumMicros, atMost: (buckets?.upperBoundsMicros ?? []).map((bound) => [bound, 0] as const) }];
}

/** Whether everything has arrived that others have. */
function isComplete({ count, sumMicros, atMost }: PartialReading, others: readonly Parts[]): boolean {
  if (count === null) return false;
  if (sumMicros === null && others.some((other) => other.sumMicros !== null)) return false;
  const bounds = new Set(atMost.map(([bound]) => bound));
  return others.every((other) => other.atMost.every(([bound]) => bounds.has(bound)));
}

/** Null: the parts don't fit together, such as buckets that fall. */
function wholeOf({
  count,
  sumMicros,
  atMost,
}: Pick<PartialReading, "count" | "sumMicros" | "atMost">): Counted | null {
  if (count === null) return null;
  const rising = atMost.toSorted(([a], [b]) => a - b);
  const counts: number[] = [];
  let below = 0;
  for (const [, cumulative] of [...rising, [Infinity, count] as const]) {
    if (cumulative < below) return null;
    counts.push(cumulative - below);
    below = cumulative;
  }
  const bounds = rising.map(([bound]) => bound);
  return { count, sumMicros, buckets: bounds.length === 0 ? null : bucketsOf(bounds, counts) };
}

/** Null: it isn't known what was counted since then. */
function between(last: WholeReading | null, now: WholeReading, rules: SourceRules): CountedBetween | null {
  const added = last === null || startedAfter(now, last) ? null : difference(now.counted, last.counted);
  const isGoingOn = last !== null && added !== null;
  const counted = isGoingOn ? { ...added.counted, fromMicros: last.atMicros } : sinceStart(last, now, rules);
  if (counted === null || counted.count > MAX_COUNT) return null;
  return now.atMicros - counted.fromMicros > MAX_GAP_MICROS ? null : { ...counted, toMicros: now.atMicros };
}

/** It began, or began again: everything that it has counted is new. Null: since when isn't known. */
function sinceStart(
  last: WholeReading | null,
  now: WholeReading,
  { fromZero }: SourceRules,
): Omit<CountedBetween, "toMicros"> | null {
  const { startMicros, atMicros, counted } = now;
  // A start at the very moment of the reading says only that it began again.
  const isStartKnown = startMicros !== null && startMicros < atMicros;
  const fromMicros = isStartKnown ? startMicros : assumedStart(last, now, fromZero);
  return fromMicros === null ? null : { ...counted, fromMicros };
}

/** Null: it counted nothing in between. */
function lostBetween(last: WholeReading, now: WholeReading): LostBetween | null {
  const added = startedAfter(now, last) ? null : difference(now.counted, last.counted);
  const { count } = added?.counted ?? now.counted;
  const atLeast = added === null || added.hasFallen;
  return count === 0 && !atLeast
    ? null
    : { fromMicros: last.atMicros, toMicros: now.atMicros, count, atLeast };
}

function startedAfter({ startMicros }: WholeReading, last: WholeReading): boolean {
  return (
    startMicros !== null && startMicros >= (last.startMicros === null ? last.atMicros : last.startMicros + 1)
  );
}

function assumedStart(
  last: WholeReading | null,
  { atMicros }: WholeReading,
  fromZero: boolean,
): number | null {
  if (last !== null && atMicros - last.atMicros <= MAX_GAP_MICROS) return last.atMicros;
  return fromZero ? atMicros - ASSUMED_INTERVAL_MICROS : null;
}

/**
 * Null: it counts less than before, so the source began again. `hasFallen`: only a bucket does, as in a histogram that is merged
 * from several of which one has left. Then nobody knows which latencies are new.
 */
function difference(now: Counted, before: Counted): { counted: Counted; hasFallen: boolean } | null {
  const count = now.count - before.count;
  if (count < 0) return null;
  const buckets = bucketDifference(now.buckets, before.buckets);
  const sumMicros = sumDifference(now.sumMicros, before.sumMicros);
  if (buckets !== "falling") return { counted: { count, sumMicros, buckets }, hasFallen: false };
  return {
    counted: { count, sumMicros: sumMicros === 0 ? null : sumMicros, buckets: null },
    hasFallen: true,
  };
}

function sumDifference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : Math.max(0, now - before);
}

/** At the bounds below which both know their count. */
function bucketDifference(
  now: Counted["buckets"],
  before: Counted["buckets"],
): Counted["buckets"] | "falling" {
  if (now === null || before === null) return null;
  const earlier = atMostOf(before);
  const bounds: number[] = [];
  const counts: number[] = [];
  let [total, below] = [0, 0];
  for (const [at, bound] of now.upperBoundsMicros.entries()) {
    total += now.counts[at] ?? 0;
    const known = earlier(bound);
    if (known === null) continue;
    const added = total - known;
    if (added < below) return "falling";
    bounds.push(bound);
    counts.push(added - below);
    below = added;
  }
  const all = sum(now.counts) - sum(before.counts);
  if (all < below) return "falling";
  return bounds.length === 0 ? null : { upperBoundsMicros: bounds, counts: [...counts, all - below] };
}

/** How many values are at most a bound; null inside a bucket that has some. */
function atMostOf({
  upperBoundsMicros,
  counts,
}: NonNullable<Counted["buckets"]>): (bound: number) => number | null {
  let [at, below] = [0, 0];
  return (bound) => {
    while (at < upperBoundsMicros.length && (upperBoundsMicros[at] ?? Infinity) <= bound) {
      below += counts[at] ?? 0;
      at += 1;
    }
    return upperBoundsMicros[at - 1] === bound || (counts[at] ?? 0) === 0 ? below : null;
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
