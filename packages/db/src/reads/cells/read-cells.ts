import type { Cell, EncodedCell, StepSeconds } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { STORED_CELL, toCell, toEncodedCell } from "./stored-cell.ts";
import type { StoredCell } from "./stored-cell.ts";

/** A stretch of time in cells of one step. */
export interface Segment {
  stepSeconds: StepSeconds;
  fromSeconds: number;
  toSeconds: number;
}

export interface CellRead {
  seriesId: number;
  offsetSeconds: number;
  cell: Cell;
}

interface CellsOf {
  /** Whose series they are: its few parts are then found once, and not for each cell. */
  runId: string;
  /** The run's: cells are partitioned by it. */
  importedAt: Date;
  seriesIds: readonly number[];
  /** What the run's latencies are multiples of. */
  gridMicros: number;
}

type Row = StoredCell & { series_id: number; offset_s: number };

/** The cells of some series in some stretches, in order of time. */
export async function readCells(
  tx: WorkspaceTx,
  { gridMicros, ...cells }: CellsOf,
  segments: readonly Segment[],
): Promise<CellRead[]> {
  const rows = await readRows(tx, cells, segments);
  return rows.map((row) => ({
    seriesId: row.series_id,
    offsetSeconds: row.offset_s,
    cell: toCell(row, gridMicros),
  }));
}

export interface EncodedCellRead {
  seriesId: number;
  offsetSeconds: number;
  cell: EncodedCell;
}

/** The same, as they are stored. */
export async function readEncodedCells(
  tx: WorkspaceTx,
  cells: Omit<CellsOf, "gridMicros">,
  segments: readonly Segment[],
): Promise<EncodedCellRead[]> {
  const rows = await readRows(tx, cells, segments);
  return rows.map((row) => ({
    seriesId: row.series_id,
    offsetSeconds: row.offset_s,
    cell: toEncodedCell(row),
  }));
}

/** How many requests some series had together, in order of time. */
export async function readRequestCounts(
  tx: WorkspaceTx,
  { runId, importedAt, seriesIds }: Omit<CellsOf, "gridMicros">,
  { stepSeconds, fromSeconds, toSeconds }: Segment,
): Promise<{ offsetSeconds: number; requests: number }[]> {
  return tx.query<{ offsetSeconds: number; requests: number }>(
    `select offset_s as "offsetSeconds", sum(requests)::float8 as requests from run_cell_read
     where run_id = $1 and imported_at = $2 and series_id = any($3::bigint[])
       and step = $4 and offset_s >= $5 and offset_s < $6
     group by offset_s order by offset_s`,
    [runId, importedAt, seriesIds, stepSeconds, fromSeconds, toSeconds],
  );
}

async function readRows(
  tx: WorkspaceTx,
  { runId, importedAt, seriesIds }: Omit<CellsOf, "gridMicros">,
  segments: readonly Segment[],
): Promise<Row[]> {
  if (segments.length === 0 || seriesIds.length === 0) return [];
  // One branch per segment: a join with a list of segments could not use the index through the view's security barrier.
  const branches = segments.map(
    (_, at) =>
      `select series_id, offset_s, ${STORED_CELL} from run_cell_read
       where run_id = $1 and imported_at = $2 and series_id = any($3::bigint[])
         and step = $${at * 3 + 4} and offset_s >= $${at * 3 + 5} and offset_s < $${at * 3 + 6}`,
  );
  return tx.query<Row>(`${branches.join(" union all ")} order by offset_s`, [
    runId,
    importedAt,
    seriesIds,
    ...segments.flatMap(({ stepSeconds, fromSeconds, toSeconds }) => [stepSeconds, fromSeconds, toSeconds]),
  ]);
}
