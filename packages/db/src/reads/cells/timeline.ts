import { mergeAllCells, type Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { chooseDrawing, type Drawing } from "./choose-step.ts";
import { STORED_CELL, toCell, type StoredCell } from "./stored-cell.ts";
import { findSeries, type LabelName, type StoredSeries } from "./stored-series.ts";

export interface TimelineInput {
  runId: string;
  label?: LabelName | null;
  /** Seconds from the run's origin; the whole run if not said. */
  fromSeconds?: number;
  toSeconds?: number;
  mostPoints?: number;
}

export interface Timeline {
  origin: Date;
  /** The width of each point. */
  pointSeconds: number;
  /** The step that the label is kept in at its finest. */
  finestStepSeconds: number;
  fromSeconds: number;
  toSeconds: number;
  /** In order; a point that nothing completed in is absent. */
  points: TimelinePoint[];
}

export interface TimelinePoint {
  offsetSeconds: number;
  stepSeconds: number;
  cell: Cell;
}

/** A run or one of its labels over time, in as many points as a chart can show. Null if it is not there. */
export async function readTimeline(tx: WorkspaceTx, input: TimelineInput): Promise<Timeline | null> {
  const series = await findSeries(tx, input.runId, input.label ?? null);
  if (series === null) return null;
  const stretch = {
    fromSeconds: Math.max(input.fromSeconds ?? -Infinity, series.fromSeconds),
    toSeconds: Math.min(input.toSeconds ?? Infinity, series.toSeconds),
  };
  const { origin, finestStepSeconds } = series;
  if (stretch.fromSeconds >= stretch.toSeconds) {
    return { origin, finestStepSeconds, pointSeconds: finestStepSeconds, ...stretch, points: [] };
  }
  const drawing = chooseDrawing(stretch, finestStepSeconds, input.mostPoints);
  const { pointSeconds, fromSeconds, toSeconds } = drawing;
  const points = toPoints(await readCells(tx, series, drawing), pointSeconds);
  return { origin, finestStepSeconds, pointSeconds, fromSeconds, toSeconds, points };
}

type OffsetCell = StoredCell & { offset_s: number };

function readCells(tx: WorkspaceTx, series: StoredSeries, drawing: Drawing): Promise<OffsetCell[]> {
  return tx.query<OffsetCell>(
    `select offset_s, ${STORED_CELL} from run_cell_read
     where imported_at = $1 and series_id = $2 and step = $3 and offset_s >= $4 and offset_s < $5
     order by offset_s`,
    [series.importedAt, series.seriesId, drawing.stepSeconds, drawing.fromSeconds, drawing.toSeconds],
  );
}

function toPoints(cells: readonly OffsetCell[], pointSeconds: number): TimelinePoint[] {
  const points: TimelinePoint[] = [];
  for (let at = 0; at < cells.length;) {
    const offsetSeconds = pointOf(cells[at], pointSeconds);
    let next = at + 1;
    while (next < cells.length && pointOf(cells[next], pointSeconds) === offsetSeconds) next++;
    const pieces = cells.slice(at, next).map(toCell);
    const cell = pieces[1] === undefined && pieces[0] !== undefined ? pieces[0] : mergeAllCells(pieces);
    points.push({ offsetSeconds, stepSeconds: pointSeconds, cell });
    at = next;
  }
  return points;
}

function pointOf(cell: OffsetCell | undefined, pointSeconds: number): number {
  return Math.floor((cell?.offset_s ?? 0) / pointSeconds) * pointSeconds;
}
