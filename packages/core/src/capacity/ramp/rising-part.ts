import type { Cell } from "../../cell/cell.ts";
import { medianOf } from "../../phase/phase-statistics.ts";

/** From here on, the load counts as the most that the run reached. */
const NEARLY_ALL = 0.95;
/** A load that doesn't at least double shows nothing of how the service scales. */
const LEAST_RISE = 2;
/** Of all pairs of points in order, how many more rise than fall. */
const LEAST_ORDER = 0.8;
/** Loads this close, as a share of the most, are one. */
const SAME = 0.01;
/** Single readings that jump aren't the load. */
const SMOOTHED_OVER = 2;

/** A step of a run. */
export interface RampPoint {
  offsetSeconds: number;
  stepSeconds: number;
  /** Null: not known. */
  load: number | null;
  /** All requests; null: nothing completed. */
  cell: Cell | null;
}

export interface LoadedPoint extends RampPoint {
  load: number;
}

export type RisingPart =
  | {
      points: LoadedPoint[];
      /** The load fell again afterwards, and what came then is left out. */
      fellAgain: boolean;
    }
  | { problem: string };

/**
 * The part of a run in which its load rises, with the time at the most of it. What follows once the load falls again is
 * another matter: a service that broke often stays broken under loads that it held before.
 */
export function risingPart(points: readonly RampPoint[]): RisingPart {
  const known = points.filter((point): point is LoadedPoint => point.load !== null);
  const loads = smoothed(known.map(({ load }) => load));
  const most = Math.max(0, ...loads);
  if (most === 0) return { problem: "Nothing is known of the load over time." };
  const reached = loads.findIndex((load) => load >= NEARLY_ALL * most);
  const fell = loads.findIndex((load, at) => at > reached && load < NEARLY_ALL * most);
  const end = fell === -1 ? loads.length : fell;
  const start = startOfRise(loads.slice(0, reached + 1));
  if ((loads[start] ?? 0) * LEAST_RISE > most)
    return { problem: "The load hardly changes. A ramp has to at least double it." };
  const rising = loads.slice(start, reached + 1);
  if (orderOf(rising) < LEAST_ORDER)
    return { problem: "The load goes up and down, so it isn't clear which load a value belongs to." };
  return { points: known.slice(start, end), fellAgain: end < loads.length };
}

function smoothed(loads: readonly number[]): number[] {
  return loads.map((_, at) => medianOf(loads.slice(Math.max(0, at - SMOOTHED_OVER), at + SMOOTHED_OVER + 1)));
}

/** The beginning of the last time at the least load. */
function startOfRise(loads: readonly number[]): number {
  const least = Math.min(...loads);
  const last = loads.lastIndexOf(least);
  const same = least + SAME * Math.max(...loads);
  return loads.slice(0, last).findLastIndex((load) => load > same) + 1;
}

/** Kendall's tau over time: 1 if the load only ever rises. */
function orderOf(loads: readonly number[]): number {
  let [rises, falls] = [0, 0];
  for (const [at, load] of loads.entries()) {
    for (const later of loads.slice(at + 1)) {
      if (later > load) rises++;
      else if (later < load) falls++;
    }
  }
  return rises + falls === 0 ? 1 : (rises - falls) / (rises + falls);
}
