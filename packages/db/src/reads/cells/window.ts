import { mergeAllCells, type Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { coverWindow, type Segment } from "./cover-window.ts";
import { STORED_CELL, toCell, type StoredCell } from "./stored-cell.ts";
import { findSeries, type LabelName, type StoredSeries } from "./stored-series.ts";

export interface WindowInput {
  runId: string;
  label?: LabelName | null;
  fromSeconds: number;
  toSeconds: number;
}

export interface MergedWindow {
  /** What was merged: the window asked for, in whole steps of those that the label is kept in. */
  fromSeconds: number;
  toSeconds: number;
  /** What the seconds count from. */
  origin: Date;
  cell: Cell;
}

/** Everything that completed in [from, to) of a run or one of its labels, merged. Null if it is not there. */
export async function readWindow(tx: WorkspaceTx, input: WindowInput): Promise<MergedWindow | null> {
  const series = await findSeries(tx, input.runId, input.label ?? null);
  if (series === null) return null;
  const segments = coverWindow(input.fromSeconds, input.toSeconds, series.finestStepSeconds);
  const cells = await readSegments(tx, series, segments);
  return {
    fromSeconds: segments[0]?.fromSeconds ?? input.fromSeconds,
    toSeconds: segments.at(-1)?.toSeconds ?? input.toSeconds,
    origin: series.origin,
    cell: mergeAllCells(cells.map(toCell)),
  };
}

// One branch a segment: a join with a list of segments could not use the index through the barrier of the view.
function readSegments(
  tx: WorkspaceTx,
  series: StoredSeries,
  segments: readonly Segment[],
): Promise<StoredCell[]> {
  const branches = segments.map(
    (_, at) =>
      `select ${STORED_CELL} from run_cell_read
       where imported_at = $1 and series_id = $2
         and step = $${at * 3 + 3} and offset_s >= $${at * 3 + 4} and offset_s < $${at * 3 + 5}`,
  );
  return tx.query<StoredCell>(branches.join(" union all "), [
    series.importedAt,
    series.seriesId,
    ...segments.flatMap(({ stepSeconds, fromSeconds, toSeconds }) => [stepSeconds, fromSeconds, toSeconds]),
  ]);
}
