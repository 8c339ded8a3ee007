import { mergeAllCells, sliceWidth, stepWithin } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { readCells } from "./read-cells.ts";
import { seriesOf } from "./stored-series.ts";
import type { LabelName, SeriesOf } from "./stored-series.ts";

export interface SlicesInput extends SeriesOf {
  label: LabelName | null;
  /** From the run's origin. */
  fromSeconds: number;
  toSeconds: number;
  /** Of the whole window, also where the label begins later or ends earlier, in slices of at least so many seconds. */
  wholeIn?: number;
}

export interface Slices {
  sliceSeconds: number;
  /** In order; null: nothing completed in it. */
  cells: (Cell | null)[];
}

/** A window in equal slices that are completely inside it. Null: the run or label doesn't exist, or has no cells. */
export async function readSlices(tx: WorkspaceTx, input: SlicesInput): Promise<Slices | null> {
  const series = await seriesOf(tx, input);
  if (series === null) return null;
  const { wholeIn } = input;
  const start = wholeIn === undefined ? Math.max(input.fromSeconds, series.fromSeconds) : input.fromSeconds;
  const end = wholeIn === undefined ? Math.min(input.toSeconds, series.toSeconds) : input.toSeconds;
  const sliceSeconds = Math.max(wholeIn ?? 0, sliceWidth(end - start, series.finestStepSeconds));
  const from = Math.ceil(start / sliceSeconds) * sliceSeconds;
  const count = Math.max(0, Math.floor((end - from) / sliceSeconds));
  const cells: (Cell | null)[] = Array.from({ length: count }, () => null);
  if (count === 0) return { sliceSeconds, cells };
  const stepSeconds = stepWithin(sliceSeconds);
  const segment = { stepSeconds, fromSeconds: from, toSeconds: from + count * sliceSeconds };
  const { runId, importedAt, seriesId, gridMicros } = series;
  const read = await readCells(tx, { runId, importedAt, seriesIds: [seriesId], gridMicros }, [segment]);
  const bySlice = Map.groupBy(read, ({ offsetSeconds }) => Math.floor((offsetSeconds - from) / sliceSeconds));
  for (const [at, some] of bySlice) cells[at] = mergeAllCells(some.map(({ cell }) => cell));
  return { sliceSeconds, cells };
}
