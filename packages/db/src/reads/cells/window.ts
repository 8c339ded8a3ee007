import { mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { coverWindow, growToIntervals } from "./cover-window.ts";
import { readCells } from "./read-cells.ts";
import { seriesOf } from "./stored-series.ts";
import type { SeriesOf } from "./stored-series.ts";

export interface WindowInput extends SeriesOf {
  fromSeconds: number;
  toSeconds: number;
  /** It grows to whole intervals of the source, as a window that is shown. A judged one shrinks to them. */
  grows?: boolean;
}

export interface MergedWindow {
  /** What was merged: the requested window, in whole steps stored for the label. */
  fromSeconds: number;
  toSeconds: number;
  /** How long the intervals are that it grew to; null: it didn't have to. */
  grownToSeconds: number | null;
  /** What the seconds count from. */
  origin: Date;
  cell: Cell;
}

/** Everything that completed in [from, to) of a run or one of its labels, merged. Null if it doesn't exist. */
export async function readWindow(tx: WorkspaceTx, input: WindowInput): Promise<MergedWindow | null> {
  const series = await seriesOf(tx, input);
  if (series === null) return null;
  const { finestStepSeconds } = series;
  const endSeconds = Math.ceil(series.endSeconds);
  const { fromSeconds, toSeconds, grows = false } = input;
  const asked = { fromSeconds, toSeconds: Math.min(toSeconds, endSeconds) };
  const grown = grows ? growToIntervals(asked, finestStepSeconds) : null;
  const window = grown ?? input;
  const segments = coverWindow(window.fromSeconds, window.toSeconds, finestStepSeconds);
  const { runId, importedAt, seriesId, gridMicros } = series;
  const cells = await readCells(tx, { runId, importedAt, seriesIds: [seriesId], gridMicros }, segments);
  const last = segments.at(-1)?.toSeconds ?? toSeconds;
  return {
    fromSeconds: segments[0]?.fromSeconds ?? fromSeconds,
    // The last interval is as long as the run goes.
    toSeconds: grown === null ? last : Math.min(last, endSeconds),
    grownToSeconds: grown === null ? null : finestStepSeconds,
    origin: series.origin,
    cell: mergeAllCells(cells.map(({ cell }) => cell)),
  };
}
