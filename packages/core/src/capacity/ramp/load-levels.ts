import { emptyCell, mergeAllCells } from "../../cell/cell.ts";
import type { Cell } from "../../cell/cell.ts";
import type { Span } from "../../phase/phase-point.ts";
import { medianOf } from "../../phase/phase-statistics.ts";
import type { LoadedPoint } from "./rising-part.ts";

/** A level spans about a thirty-second of the most load: enough levels to place a knee, and enough time in each. */
const LEVELS = 32;
const LEAST_POINTS = 3;
/** Ten of them are beyond p95. */
const LEAST_REQUESTS = 200;

/** A stretch of a ramp in which its load was about the same. */
export interface LoadLevel {
  /** The mean load over its time. */
  load: number;
  fromSeconds: number;
  toSeconds: number;
  seconds: number;
  /** All of its requests. */
  cell: Cell;
  /** One for each point of its time; null where nothing completed. */
  slices: (Cell | null)[];
  /** Without the time of an outage from which the service recovered; null: nothing is left. */
  outsideOutages: { load: number; seconds: number; cell: Cell } | null;
}

/** Joins points whose load is about the same, until they are enough to say something. */
export function loadLevels(points: readonly LoadedPoint[], outages: readonly Span[]): LoadLevel[] {
  const apart = Math.max(...points.map(({ load }) => load)) / LEVELS / 2;
  const groups: LoadedPoint[][] = [];
  let open: LoadedPoint[] = [];
  for (const point of points) {
    const middle = medianOf(open.map(({ load }) => load));
    if (isEnough(open) && point.load - middle > apart) {
      groups.push(open);
      open = [];
    }
    open.push(point);
  }
  const last = groups.at(-1);
  if (isEnough(open) || last === undefined) groups.push(open);
  else last.push(...open);
  return groups.filter((group) => group.length > 0).map((group) => levelOf(group, outages));
}

function isEnough(points: readonly LoadedPoint[]): boolean {
  return points.length >= LEAST_POINTS && requestsOf(points) >= LEAST_REQUESTS;
}

function requestsOf(points: readonly LoadedPoint[]): number {
  return points.reduce((sum, { cell }) => sum + (cell?.requests ?? 0), 0);
}

function levelOf(points: readonly LoadedPoint[], outages: readonly Span[]): LoadLevel {
  const [first, last] = [points[0], points.at(-1)];
  const outside = points.filter((point) => !outages.some((outage) => overlaps(point, outage)));
  return {
    ...joined(points),
    fromSeconds: first?.offsetSeconds ?? 0,
    toSeconds: (last?.offsetSeconds ?? 0) + (last?.stepSeconds ?? 0),
    slices: points.map(({ cell }) => cell),
    outsideOutages: outside.length === 0 ? null : joined(outside),
  };
}

function joined(points: readonly LoadedPoint[]) {
  const seconds = points.reduce((sum, { stepSeconds }) => sum + stepSeconds, 0);
  const weighted = points.reduce((sum, { load, stepSeconds }) => sum + load * stepSeconds, 0);
  return {
    load: seconds === 0 ? 0 : weighted / seconds,
    seconds,
    cell: mergeAllCells(points.map(({ cell }) => cell ?? emptyCell())),
  };
}

function overlaps({ offsetSeconds, stepSeconds }: LoadedPoint, { fromSeconds, toSeconds }: Span): boolean {
  return offsetSeconds < toSeconds && offsetSeconds + stepSeconds > fromSeconds;
}
