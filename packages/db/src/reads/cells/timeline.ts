import { chooseDrawing, mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { readCells } from "./read-cells.ts";
import type { CellRead } from "./read-cells.ts";
import { findSeries } from "./stored-series.ts";
import type { LabelName } from "./stored-series.ts";

export interface TimelineInput {
  runId: string;
  label?: LabelName | null;
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
  const series = await findSeries(tx, input.runId, input.label ?? null);
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
