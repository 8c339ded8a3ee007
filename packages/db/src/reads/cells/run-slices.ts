import { mergeAllCells, stepWithin } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { readCells } from "./read-cells.ts";
import { findSeries } from "./stored-series.ts";
import type { LabelName } from "./stored-series.ts";

export interface RunSlicesInput {
  runId: string;
  label: LabelName | null;
  sliceSeconds: number;
  fromSeconds: number;
  toSeconds: number;
}

/** Equal parts of a run, counted from its origin; parts in which nothing completed are absent. */
export interface Slice {
  offsetSeconds: number;
  cell: Cell;
}

/**
 * The slices that are completely inside a window, each merged from the coarsest possible cells. Null if the run
 * or label doesn't exist, or can't be read in slices of this length.
 */
export async function readRunSlices(tx: WorkspaceTx, input: RunSlicesInput): Promise<Slice[] | null> {
  const { runId, label, sliceSeconds, fromSeconds, toSeconds } = input;
  const series = await findSeries(tx, runId, label);
  const stepSeconds = stepWithin(sliceSeconds);
  if (series === null || sliceSeconds < series.finestStepSeconds) return null;
  if (stepSeconds < stepWithin(series.finestStepSeconds)) return null;
  const segment = {
    stepSeconds,
    fromSeconds: Math.ceil(fromSeconds / sliceSeconds) * sliceSeconds,
    toSeconds: Math.floor(toSeconds / sliceSeconds) * sliceSeconds,
  };
  const { importedAt, seriesId, gridMicros } = series;
  const cells = await readCells(tx, { runId, importedAt, seriesIds: [seriesId], gridMicros }, [segment]);
  const slices = Map.groupBy(cells, (one) => Math.floor(one.offsetSeconds / sliceSeconds) * sliceSeconds);
  return [...slices].map(([offsetSeconds, some]) => ({
    offsetSeconds,
    cell: mergeAllCells(some.map(({ cell }) => cell)),
  }));
}
