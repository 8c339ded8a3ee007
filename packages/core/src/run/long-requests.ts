import type { Cell } from "../cell/cell.ts";
import { medianOf } from "../phase/phase-statistics.ts";

/** One slice of a run, in order and without gaps. */
export interface LoadPoint {
  offsetSeconds: number;
  stepSeconds: number;
  /** What completed in it; null: nothing. */
  cell: Cell | null;
  /** Null: not known. */
  users: number | null;
}

/** A slice with its unusually long requests set apart from the others. */
export interface ApartPoint {
  offsetSeconds: number;
  stepSeconds: number;
  users: number | null;
  /** How many of the others completed in it, and the time that they took. */
  requests: number;
  seconds: number;
  /** The long ones that completed in it. */
  long: { seconds: number; count: number }[];
  /** How many long ones began in it. */
  begun: number;
  /** How many long ones were in flight on average, as their latencies say once they have completed. */
  inFlight: number;
}

export const PARTS = 20;
const MIN_LONG_SECONDS = 3;
/** What takes this much longer than the longest request of an ordinary part of the run is long. */
const LONGER = 1.25;

/** A hang is in few of the run's parts, so it hardly moves what is usual. */
export function setLongApart(points: readonly LoadPoint[]): ApartPoint[] {
  const longest = partsOf(points).map((part) => Math.max(...part.map(({ cell }) => cell?.maxMicros ?? 0)));
  const usual = medianOf(longest.filter((micros) => micros > 0));
  const leastMicros = Math.max(MIN_LONG_SECONDS * 1e6, LONGER * usual);
  const apart = points.map((point) => apartOf(point, leastMicros));
  for (const [at, { long }] of apart.entries()) for (const some of long) addFlight(apart, at, some);
  return apart;
}

/** At most so many parts, about as long as each other. */
export function partsOf<T>(slices: readonly T[]): T[][] {
  const size = Math.max(1, Math.ceil(slices.length / PARTS));
  const parts: T[][] = [];
  for (let at = 0; at < slices.length; at += size) parts.push(slices.slice(at, at + size));
  return parts;
}

/** Only samples say which requests were long. */
function apartOf({ cell, ...point }: LoadPoint, leastMicros: number): ApartPoint {
  const apart: ApartPoint = { ...point, requests: 0, seconds: 0, long: [], begun: 0, inFlight: 0 };
  if (cell === null) return apart;
  apart.requests = cell.requests;
  apart.seconds = (cell.sumMicros ?? 0) / 1e6;
  if (cell.distribution.kind !== "sketch" || (cell.maxMicros ?? 0) < leastMicros) return apart;
  for (const { from, to, count } of cell.distribution.all.bucketsForDrawing()) {
    if (from < leastMicros) continue;
    const seconds = (from + to) / 2e6;
    apart.long.push({ seconds, count });
    apart.requests -= count;
    apart.seconds = Math.max(0, apart.seconds - count * seconds);
  }
  return apart;
}

/** Counts requests in every slice from where they began to where they completed, which is the middle of a slice. */
function addFlight(
  apart: readonly ApartPoint[],
  at: number,
  { seconds, count }: ApartPoint["long"][number],
): void {
  const end = apart[at];
  if (end === undefined) return;
  const to = end.offsetSeconds + end.stepSeconds / 2;
  const from = to - seconds;
  for (let slice = at; slice >= 0; slice--) {
    const one = apart[slice];
    if (one === undefined) return;
    const begin = Math.max(from, one.offsetSeconds);
    one.inFlight += (count * (Math.min(to, one.offsetSeconds + one.stepSeconds) - begin)) / one.stepSeconds;
    if (from >= one.offsetSeconds || slice === 0) {
      one.begun += count;
      return;
    }
  }
}
