import { mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { coverWindow } from "./cover-window.ts";
import { readCells } from "./read-cells.ts";
import { findSeries } from "./stored-series.ts";
import type { LabelName } from "./stored-series.ts";

export interface WindowInput {
  runId: string;
  label?: LabelName | null;
  fromSeconds: number;
  toSeconds: number;
}

export interface MergedWindow {
  /** What was merged: the requested window, in whole steps stored for the label. */
  fromSeconds: number;
  toSeconds: number;
  /** What the seconds count from. */
  origin: Date;
  cell: Cell;
}

/** Everything that completed in [from, to) of a run or one of its labels, merged. Null if it doesn't exist. */
export async function readWindow(tx: WorkspaceTx, input: WindowInput): Promise<MergedWindow | null> {
  const series = await findSeries(tx, input.runId, input.label ?? null);
  if (series === null) return null;
  const segments = coverWindow(input.fromSeconds, input.toSeconds, series.finestStepSeconds);
  const { runId, importedAt, seriesId, gridMicros } = series;
  const cells = await readCells(tx, { runId, importedAt, seriesIds: [seriesId], gridMicros }, segments);
  return {
    fromSeconds: segments[0]?.fromSeconds ?? input.fromSeconds,
    toSeconds: segments.at(-1)?.toSeconds ?? input.toSeconds,
    origin: series.origin,
    cell: mergeAllCells(cells.map(({ cell }) => cell)),
  };
}
