import { rankCorrelation } from "../chance/steady-change.ts";
import { medianOf } from "../phase/phase-statistics.ts";
import type { JoinedMoment } from "./moments.ts";

/** A stretch in which a gauge stayed level although the load kept rising. */
export interface Plateau {
  low: number;
  high: number;
  fromSeconds: number;
  toSeconds: number;
  loadFrom: number;
  loadTo: number;
}

/** All values lie within this share of their largest. */
const LEVEL = 0.1;
/** The load rises at least by this factor, and steadily. */
export const LOAD_RISE = 1.5;
const STEADILY = 0.8;
/** The gauge moves by at most this share of what the load does. */
const UNMOVED = 0.1;
const MIN_MOMENTS = 10;
/** The load at an end is the middle of so many. */
const AT_ENDS = 3;
/** Of all moments that were measured. */
const MIN_SHARE = 0.2;

/** The longest one, or null. A gauge at zero isn't level, it's idle. */
export function findPlateau(moments: readonly JoinedMoment[]): Plateau | null {
  const least = Math.max(MIN_MOMENTS, Math.ceil(moments.length * MIN_SHARE));
  let best: JoinedMoment[] = [];
  for (const [from, to] of levelStretches(moments)) {
    if (to - from < Math.max(least, best.length + 1)) continue;
    const stretch = risingPart(moments.slice(from, to), Math.max(least, best.length + 1));
    if (stretch !== null) best = stretch;
  }
  return best.length === 0 ? null : plateauOf(best);
}

/** For each end, the longest stretch of level values, in order of their ends. */
function* levelStretches(moments: readonly JoinedMoment[]): Generator<[number, number]> {
  let from = 0;
  for (let to = 1; to <= moments.length; to++) {
    while (from < to && !isLevel(moments, from, to)) from++;
    // One that goes on is contained in the next.
    if (from < to && (to === moments.length || !isLevel(moments, from, to + 1))) yield [from, to];
  }
}

function isLevel(moments: readonly JoinedMoment[], from: number, to: number): boolean {
  let [low, high] = [Infinity, -Infinity];
  for (let at = from; at < to; at++) {
    const value = moments[at]?.value ?? 0;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > 0 && high - low <= LEVEL * high;
}

/** The load may rise and fall again within a level stretch: only the part up to its highest counts. */
function risingPart(stretch: readonly JoinedMoment[], least: number): JoinedMoment[] | null {
  const loads = stretch.map(({ load }) => load);
  const top = loads.indexOf(Math.max(...loads)) + 1;
  const bottom = loads.indexOf(Math.min(...loads.slice(0, top)));
  for (const part of [stretch.slice(0, top), stretch.slice(bottom, top)])
    if (part.length >= least && rises(part)) return part;
  return null;
}

function rises(part: readonly JoinedMoment[]): boolean {
  const [before, after] = quarters(part);
  if (before.load <= 0 || after.load < LOAD_RISE * before.load) return false;
  if (rankCorrelation(part.map(({ load }) => load)) < STEADILY) return false;
  const moved = Math.abs(after.value - before.value) / before.value;
  return moved <= UNMOVED * (after.load / before.load - 1);
}

/** The middle of the first and of the last quarter. */
function quarters(part: readonly JoinedMoment[]): [JoinedMoment, JoinedMoment] {
  const size = Math.max(1, Math.floor(part.length / 4));
  const middle = (some: readonly JoinedMoment[]) => ({
    offsetSeconds: some[0]?.offsetSeconds ?? 0,
    value: medianOf(some.map(({ value }) => value)),
    load: medianOf(some.map(({ load }) => load)),
  });
  return [middle(part.slice(0, size)), middle(part.slice(-size))];
}

function plateauOf(part: readonly JoinedMoment[]): Plateau {
  const loadOf = (some: readonly JoinedMoment[]) => medianOf(some.map(({ load }) => load));
  const values = part.map(({ value }) => value);
  return {
    low: Math.min(...values),
    high: Math.max(...values),
    fromSeconds: part[0]?.offsetSeconds ?? 0,
    toSeconds: part.at(-1)?.offsetSeconds ?? 0,
    loadFrom: loadOf(part.slice(0, AT_ENDS)),
    loadTo: loadOf(part.slice(-AT_ENDS)),
  };
}
