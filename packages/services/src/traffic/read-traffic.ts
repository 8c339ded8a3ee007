import {
  ALL_LABEL,
  DAY_SECONDS,
  HeadroomError,
  MAX_POINTS,
  mergeAllCells,
  mergeGaugeCells,
  narrowestWidth,
  SILENT_SECONDS,
} from "@headroom/core";
import type { Cell, GaugeCell } from "@headroom/core";
import { readTrafficCells, readTrafficDue, readTrafficGauges, TRAFFIC_STEPS } from "@headroom/db";
import type { TrafficSegment, TrafficStep, WorkspaceTx } from "@headroom/db";
import { coverTotal, coverTraffic } from "./cover-traffic.ts";
import type { TrafficRetention } from "./roll-up.ts";

/** A stretch of a service's traffic in points of equal length, in epoch seconds. */
export interface TrafficRange {
  from: number;
  to: number;
  pointSeconds: number;
}

export interface TrafficPoint {
  second: number;
  /** From the first to the end of the last of its cells. */
  from: number;
  to: number;
  cell: Cell;
  /** The cell's requests by the kind of their distribution: those of different kinds can't be merged. */
  parts: readonly Cell[];
}

export interface TrafficGaugeSeries {
  name: string;
  unit: string | null;
  points: { second: number; cell: GaugeCell }[];
}

/** Whole points of the narrowest width that fits the budget and that is still kept for the whole range. */
export function trafficRange(
  { from, to }: { from: number; to: number },
  { now, keepDays, maxPoints = MAX_POINTS }: { now: number; keepDays: TrafficRetention; maxPoints?: number },
): TrafficRange {
  if (!(from < to)) {
    throw new HeadroomError("parameter-unreadable", "The range ends before it begins.", {
      field: "to",
      hint: "Use from= and to= with from before to.",
    });
  }
  const finest = TRAFFIC_STEPS.find((step) => from >= now - keepDays[step] * DAY_SECONDS) ?? 600;
  const pointSeconds = narrowestWidth((width) => width % finest === 0 && (to - from) / width <= maxPoints);
  return {
    from: Math.floor(from / pointSeconds) * pointSeconds,
    to: Math.ceil(to / pointSeconds) * pointSeconds,
    pointSeconds,
  };
}

/** The points of one label, or of several together, that have requests, in order of time. A time without requests has no point. */
export async function readTrafficPoints(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
  label: string | readonly string[] = ALL_LABEL,
): Promise<TrafficPoint[]> {
  const labels = typeof label === "string" ? [label] : label;
  const points = new Map<number, { from: number; to: number; cells: Cell[] }>();
  for (const segment of await coverSegments(tx, serviceId, range)) {
    for (const { second, cell } of await readTrafficCells(tx, serviceId, segment, labels)) {
      const at = pointOf(range, second);
      const point = points.get(at) ?? { from: second, to: second, cells: [] };
      points.set(at, point);
      point.from = Math.min(point.from, second);
      point.to = Math.max(point.to, second + segment.step);
      point.cells.push(cell);
    }
  }
  return [...points]
    .toSorted(([a], [b]) => a - b)
    .map(([second, { from, to, cells }]) => ({ second, from, to, ...whole(cells) }));
}

const FINE_STEPS = [1, 10] as const;
/** Of one range; those of further silences are taken as a whole. */
const MAX_EDGES = 60;

export interface KnownSeconds {
  /** In which requests can have been reported: all, but not those of a silence, nor those after the newest second. */
  seconds: number;
  /** How many fewer it can be: where only coarse cells are left, a silence can begin or end anywhere in one. */
  orFewer: number;
}

/** The seconds of each point in which requests can have been reported. */
export async function readKnownSeconds(
  tx: WorkspaceTx,
  serviceId: string,
  {
    points,
    range,
    label = ALL_LABEL,
  }: { points: readonly TrafficPoint[]; range: TrafficRange; label?: string },
  latest: number,
): Promise<KnownSeconds[]> {
  const { pointSeconds } = range;
  const extents: Extent[] = [];
  let edges = 0;
  for (const [index, point] of points.entries()) {
    const isEdge = [points[index - 1], points[index + 1]].some(
      (other) => other === undefined || Math.abs(other.second - point.second) > pointSeconds,
    );
    const isRead = isEdge && edges < MAX_EDGES;
    if (isRead) edges += 1;
    extents.push(isRead ? await extentOf(tx, serviceId, point, { range, label }) : { ...point, step: 1 });
  }
  return points.map((point, index) => {
    const own = extents[index] ?? { ...point, step: 1 };
    return knownOf(point.second, own, {
      before: extents[index - 1]?.to,
      after: extents[index + 1]?.from,
      range,
      latest,
    });
  });
}

interface Beside {
  /** Where the extents beside it end and begin; undefined: there is none. */
  before: number | undefined;
  after: number | undefined;
  range: TrafficRange;
  latest: number;
}

function knownOf(
  second: number,
  { from, to, step }: Extent,
  { before, after, range, latest }: Beside,
): KnownSeconds {
  const end = second + range.pointSeconds;
  const isBegin = before === undefined ? second > range.from : from - before >= SILENT_SECONDS;
  const isEnd = after === undefined ? end < Math.min(range.to, latest) : after - to >= SILENT_SECONDS;
  const begins = before === undefined || isBegin ? from : second;
  const ends = isEnd ? to : Math.max(latest, to);
  const seconds = Math.min(end, ends) - Math.max(second, begins);
  return { seconds, orFewer: (Number(isBegin) + Number(isEnd)) * (step - 1) };
}

interface Extent {
  from: number;
  to: number;
  /** Of the finest cells that are left. */
  step: number;
}

/** By the finest cells that are still kept. */
async function extentOf(
  tx: WorkspaceTx,
  serviceId: string,
  point: TrafficPoint,
  { range, label }: { range: TrafficRange; label: string },
): Promise<Extent> {
  for (const step of FINE_STEPS) {
    const segment = { step, from: point.second, to: point.second + range.pointSeconds };
    const seconds = (await readTrafficCells(tx, serviceId, segment, [label])).map(({ second }) => second);
    if (seconds.length > 0)
      return {
        from: seconds.reduce((a, b) => Math.min(a, b)),
        to: seconds.reduce((a, b) => Math.max(a, b)) + step,
        step,
      };
  }
  return { ...point, step: stepOf(range) };
}

/** Cells as one, and by the kind of their distribution. */
export function whole(cells: readonly Cell[]): { cell: Cell; parts: readonly Cell[] } {
  const kinds = Map.groupBy(cells, ({ distribution }) => distribution.kind);
  const parts = [...kinds.values()].map((own) => mergeAllCells(own));
  return { cell: mergeAllCells(parts), parts };
}

/** What each label adds up to, busiest first. */
export async function readTrafficLabels(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
): Promise<{ label: string; cell: Cell; parts: readonly Cell[] }[]> {
  const cells = new Map<string, readonly Cell[]>();
  for (const segment of await coverTotalSegments(tx, serviceId, range)) {
    const found = await readTrafficCells(tx, serviceId, segment, null);
    const byLabel = Map.groupBy(found, ({ label }) => label);
    for (const [label, own] of byLabel)
      cells.set(label, whole([...(cells.get(label) ?? []), ...own.map(({ cell }) => cell)]).parts);
  }
  return [...cells]
    .map(([label, own]) => ({ label, ...whole(own) }))
    .filter(({ label }) => label !== ALL_LABEL)
    .toSorted((a, b) => b.cell.requests - a.cell.requests);
}

export async function readTrafficGaugeSeries(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
): Promise<TrafficGaugeSeries[]> {
  const series = new Map<string, { unit: string | null; points: Map<number, GaugeCell[]> }>();
  for (const segment of await coverSegments(tx, serviceId, range)) {
    for (const { name, unit, second, cell } of await readTrafficGauges(tx, serviceId, segment)) {
      const known = series.get(name) ?? { unit, points: new Map<number, GaugeCell[]>() };
      series.set(name, known);
      put(known.points, pointOf(range, second), cell);
    }
  }
  return [...series].map(([name, { unit, points }]) => ({
    name,
    unit,
    points: [...points].flatMap(([second, cells]) => {
      const cell = mergeGaugeCells(cells);
      return cell === null ? [] : [{ second, cell }];
    }),
  }));
}

/** The stored cells to read for the points of a range. */
export async function coverSegments(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
): Promise<TrafficSegment[]> {
  const { from, to } = range;
  const step = stepOf(range);
  if (step === 1) return [{ step, from, to }];
  return coverTraffic({ step, from, to }, await readTrafficDue(tx, serviceId, { from, to }));
}

/** The fewest stored cells that hold all of a range. */
export async function coverTotalSegments(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
): Promise<TrafficSegment[]> {
  const due = await readTrafficDue(tx, serviceId, range);
  return coverTotal({ step: stepOf(range), from: range.from, to: range.to }, due);
}

/** Coarser cells are merges of the finer ones: the same figures from fewer rows. */
function stepOf({ pointSeconds }: TrafficRange): TrafficStep {
  return TRAFFIC_STEPS.findLast((one) => pointSeconds % one === 0) ?? 1;
}

function pointOf({ pointSeconds }: TrafficRange, second: number): number {
  return Math.floor(second / pointSeconds) * pointSeconds;
}

function put<Of>(all: Map<number, Of[]>, at: number, one: Of): void {
  const known = all.get(at);
  if (known === undefined) all.set(at, [one]);
  else known.push(one);
}
