import { chooseDrawing, mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { readCells, readRequestCounts } from "./read-cells.ts";
import type { CellRead } from "./read-cells.ts";
import { findAllSeries, seriesOf } from "./stored-series.ts";
import type { SeriesOf } from "./stored-series.ts";

export interface TimelineInput extends SeriesOf {
  /** Seconds from the run's origin; defaults to the whole run. */
  fromSeconds?: number;
  toSeconds?: number;
  maxPoints?: number;
}

export interface Timeline {
  origin: Date;
  /** The width of each point. */
  pointSeconds: number;
  /** The finest step stored for the label. */
  finestStepSeconds: number;
  fromSeconds: number;
  toSeconds: number;
  /** When the run's last request completed, which may be inside the last point. */
  endSeconds: number;
  /** In order; points in which nothing completed are absent. */
  points: TimelinePoint[];
}

export interface TimelinePoint {
  offsetSeconds: number;
  stepSeconds: number;
  cell: Cell;
}

/** A run or one of its labels over time, in as many points as a chart can show. Null if it doesn't exist. */
export async function readTimeline(tx: WorkspaceTx, input: TimelineInput): Promise<Timeline | null> {
  const series = await seriesOf(tx, input);
  if (series === null) return null;
  const stretch = {
    fromSeconds: Math.max(input.fromSeconds ?? -Infinity, series.fromSeconds),
    toSeconds: Math.min(input.toSeconds ?? Infinity, series.toSeconds),
  };
  const { origin, finestStepSeconds, endSeconds } = series;
  if (stretch.fromSeconds >= stretch.toSeconds) {
    return { origin, finestStepSeconds, endSeconds, pointSeconds: finestStepSeconds, ...stretch, points: [] };
  }
  const drawing = chooseDrawing(stretch, finestStepSeconds, input.maxPoints);
  const { pointSeconds, fromSeconds, toSeconds } = drawing;
  const { runId, importedAt, seriesId, gridMicros } = series;
  const cells = await readCells(tx, { runId, importedAt, seriesIds: [seriesId], gridMicros }, [drawing]);
  const points = toPoints(cells, pointSeconds);
  return { origin, finestStepSeconds, endSeconds, pointSeconds, fromSeconds, toSeconds, points };
}

export interface RequestCounts {
  pointSeconds: number;
  /** In order; points in which nothing completed are absent. */
  points: { offsetSeconds: number; requests: number }[];
}

/** How many requests several labels of a run had together over time. */
export async function readTogether(
  tx: WorkspaceTx,
  { runId, labels }: { runId: string; labels: readonly string[] },
): Promise<RequestCounts> {
  const all = labels.length === 0 ? [] : await findAllSeries(tx, runId, { names: labels, kind: "request" });
  const read: RequestCounts[] = [];
  for (const [finest, own] of Map.groupBy(all, ({ finestStepSeconds }) => finestStepSeconds)) {
    const [first] = own;
    if (first === undefined) continue;
    const drawing = chooseDrawing(first, finest);
    const { pointSeconds } = drawing;
    const seriesIds = own.map(({ seriesId }) => seriesId);
    const { importedAt } = first;
    read.push({
      pointSeconds,
      points: await readRequestCounts(tx, { runId, importedAt, seriesIds }, drawing),
    });
  }
  // Labels can be stored at different steps: the longest is a multiple of the others.
  const pointSeconds = Math.max(1, ...read.map((one) => one.pointSeconds));
  const counts = new Map<number, number>();
  for (const { offsetSeconds, requests } of read.flatMap(({ points }) => points)) {
    const at = Math.floor(offsetSeconds / pointSeconds) * pointSeconds;
    counts.set(at, (counts.get(at) ?? 0) + requests);
  }
  const points = [...counts].map(([offsetSeconds, requests]) => ({ offsetSeconds, requests }));
  return { pointSeconds, points: points.toSorted((a, b) => a.offsetSeconds - b.offsetSeconds) };
}

function toPoints(cells: readonly CellRead[], pointSeconds: number): TimelinePoint[] {
  const points: TimelinePoint[] = [];
  for (let at = 0; at < cells.length;) {
    const offsetSeconds = pointOf(cells[at], pointSeconds);
    let next = at + 1;
    while (next < cells.length && pointOf(cells[next], pointSeconds) === offsetSeconds) next++;
    const own = cells.slice(at, next).map(({ cell }) => cell);
    const cell = own[1] === undefined && own[0] !== undefined ? own[0] : mergeAllCells(own);
    points.push({ offsetSeconds, stepSeconds: pointSeconds, cell });
    at = next;
  }
  return points;
}

function pointOf(cell: CellRead | undefined, pointSeconds: number): number {
  return Math.floor((cell?.offsetSeconds ?? 0) / pointSeconds) * pointSeconds;
}
