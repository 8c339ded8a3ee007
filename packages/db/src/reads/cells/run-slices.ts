import { mergeAllCells, STEPS, type Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { STORED_CELL, toCell, type StoredCell } from "./stored-cell.ts";
import { findSeries, type LabelName } from "./stored-series.ts";

export interface RunSlicesInput {
  runId: string;
  label: LabelName | null;
  sliceSeconds: number;
  fromSeconds: number;
  toSeconds: number;
}

/** Equal parts of a run, counted from its origin; one that nothing completed in is absent. */
export interface Slice {
  offsetSeconds: number;
  cell: Cell;
}

type OffsetCell = StoredCell & { offset_s: number };

/**
 * The slices that lie in a window as a whole, each merged from the coarsest cells that it is made of. Null where the run
 * or label is not there, or kept in coarser steps than the slices.
 */
export async function readRunSlices(tx: WorkspaceTx, input: RunSlicesInput): Promise<Slice[] | null> {
  const { runId, label, sliceSeconds, fromSeconds, toSeconds } = input;
  const series = await findSeries(tx, runId, label);
  const step = STEPS.findLast((one) => sliceSeconds % one === 0) ?? 1;
  if (series === null || step < series.finestStepSeconds) return null;
  const rows = await tx.query<OffsetCell>(
    `select offset_s, ${STORED_CELL} from run_cell_read
     where imported_at = $1 and series_id = $2 and step = $3 and offset_s >= $4 and offset_s < $5
     order by offset_s`,
    [
      series.importedAt,
      series.seriesId,
      step,
      Math.ceil(fromSeconds / sliceSeconds) * sliceSeconds,
      Math.floor(toSeconds / sliceSeconds) * sliceSeconds,
    ],
  );
  const slices = Map.groupBy(rows, ({ offset_s: at }) => Math.floor(at / sliceSeconds) * sliceSeconds);
  return [...slices].map(([offsetSeconds, cells]) => ({
    offsetSeconds,
    cell: mergeAllCells(cells.map(toCell)),
  }));
}
