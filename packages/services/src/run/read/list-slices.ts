import { z } from "zod";
import { absentOfLabel, bucketRange, quantileMicros, SLICE_SECONDS, successfulOnly } from "@headroom/core";
import type { AbsentFigure, QuantileInterval, SliceSeconds } from "@headroom/core";
import { readRunSlices } from "@headroom/db";
import type { RunModel, Slice, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readInWindow } from "../record/choose-window.ts";
import type { ChosenWindow } from "../record/choose-window.ts";
import { readAbsent } from "../record/read-absent.ts";
import { windowInput } from "./get-window.ts";

export const slicesInput = windowInput.extend({
  successful: z.boolean().default(false),
  sliceSeconds: z.union(SLICE_SECONDS.map((one) => z.literal(one))),
});
type SlicesInput = z.output<typeof slicesInput>;

/** One slice. A moment of silence isn't one. Latencies in microseconds, null if unknown. */
export interface RunSlice {
  offsetSeconds: number;
  requests: number;
  /** Null: the source doesn't report errors. */
  errors: number | null;
  p50Micros: number | null;
  p99Micros: number | null;
  /** Where the source's own buckets give ranges instead. */
  p50Range: QuantileInterval | null;
  p99Range: QuantileInterval | null;
}

/** How the p99 of all slices of one length varies. */
export interface SliceSpread {
  sliceSeconds: SliceSeconds;
  /** Slices that are entirely in the window, and how many of them completed nothing. */
  slices: number;
  empty: number;
  /** Of the upper ends where only ranges are known. */
  p99Micros: { least: number; quarter: number; middle: number; threeQuarters: number; most: number } | null;
}

export interface RunSlices {
  /** The requested length, or the shortest one that can be shown instead of it. */
  sliceSeconds: SliceSeconds;
  /** Of that length, in order of time. */
  slices: RunSlice[];
  /** Null: the run is stored in longer steps, or has too many slices of this length to read at once. */
  spreads: (SliceSpread | null)[];
}

/** A day of ten-second slices. */
const MAX_SLICES = 8_640;

/** A window of a run in equal parts: the figures of each, and how their p99 varies next to the p99 of the whole. */
export async function listRunSlices({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof slicesInput>;
}): Promise<RunSlices> {
  requireScope(ctx, "read");
  const asked = parseInput(slicesInput, input);
  return readInWindow(ctx, asked, async ({ tx, run, window }) => {
    const absent = await readAbsent(tx, run.id);
    const known = asked.label === null ? absent : absentOfLabel(absent);
    const spreads: (SliceSpread | null)[] = [];
    const lengths: Pick<RunSlices, "sliceSeconds" | "slices">[] = [];
    for (const sliceSeconds of SLICE_SECONDS) {
      const slices = await readLength(tx, run, window, { ...asked, sliceSeconds, absent: known });
      spreads.push(slices === null ? null : spreadOf(slices, window, sliceSeconds));
      if (slices !== null) lengths.push({ sliceSeconds, slices });
    }
    const { sliceSeconds } = asked;
    const shown = lengths.find((one) => one.sliceSeconds === sliceSeconds) ?? lengths[0];
    return { ...(shown ?? { sliceSeconds, slices: [] }), spreads };
  });
}

async function readLength(
  tx: WorkspaceTx,
  run: RunModel,
  { fromSeconds, toSeconds }: ChosenWindow,
  { label, successful, sliceSeconds, absent }: SlicesInput & { absent: readonly AbsentFigure[] },
): Promise<RunSlice[] | null> {
  if ((toSeconds - fromSeconds) / sliceSeconds > MAX_SLICES) return null;
  const read = await readRunSlices(tx, { runId: run.id, label, sliceSeconds, fromSeconds, toSeconds });
  return read === null ? null : read.map((slice) => toSlice(slice, successful, absent));
}

function toSlice(
  { offsetSeconds, cell }: Slice,
  successful: boolean,
  absent: readonly AbsentFigure[],
): RunSlice {
  const shown = successful ? successfulOnly(cell) : cell;
  const range = (percent: number) => (shown === null ? null : bucketRange(shown, percent));
  const micros = (percent: number) => (shown === null ? null : quantileMicros(shown, percent));
  return {
    offsetSeconds,
    requests: successful ? cell.requests - cell.errors : cell.requests,
    errors: absent.includes("errors") ? null : cell.errors,
    p50Micros: micros(50),
    p99Micros: micros(99),
    p50Range: range(50),
    p99Range: range(99),
  };
}

function spreadOf(
  slices: readonly RunSlice[],
  { fromSeconds, toSeconds }: ChosenWindow,
  sliceSeconds: SliceSeconds,
): SliceSpread {
  const whole = Math.floor(toSeconds / sliceSeconds) - Math.ceil(fromSeconds / sliceSeconds);
  const sorted = slices
    .flatMap(({ p99Micros, p99Range }) => p99Micros ?? p99Range?.highMicros ?? [])
    .toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return {
    sliceSeconds,
    slices: Math.max(0, whole),
    empty: Math.max(0, whole - slices.length),
    p99Micros:
      sorted.length === 0
        ? null
        : { least: at(0), quarter: at(0.25), middle: at(0.5), threeQuarters: at(0.75), most: at(1) },
  };
}
