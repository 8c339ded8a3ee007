import { z } from "zod";
import {
  bucketRange,
  hiddenWords,
  MIN_REQUESTS_OF_SLICE,
  quantileMicros,
  SLICE_SECONDS,
  spreadOfSlices,
} from "@headroom/core";
import type { Cell, SliceLength, SliceP99 } from "@headroom/core";
import { runSlicesParameters } from "@headroom/contract";
import type { RunSliceLength, RunSlicesAnswer } from "@headroom/contract";
import { readLabels, readRunSlices } from "@headroom/db";
import type { LabelName, RunModel, Slice, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { askedWindow, chooseWindow, readInWindow, readRunRow } from "../record/choose-window.ts";
import type { ChosenWindow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { runUrl } from "../record/run-url.ts";
import { instantAt, windowIn } from "./get-window-answer.ts";

export const sliceLengthsInput = z.strictObject({ runId: z.string(), window: askedWindow.default("steady") });

/** All requests, or one of the busiest labels. */
export interface SeriesSlices {
  label: LabelName | null;
  /** From short to long. */
  lengths: SliceLength[];
  /** What the long ones hide of the short ones; null: nothing. */
  hidden: string | null;
}

const MAX_LABELS = 10;
/** Of one length and label: more would keep others waiting. */
const MAX_SLICES = 1_500;

/** How p99 varies between the slices of a window, by label and slice length. */
export async function compareSliceLengths({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof sliceLengthsInput>;
}): Promise<SeriesSlices[]> {
  requireScope(ctx, "read");
  const asked = parseInput(sliceLengthsInput, input);
  return readInWindow(ctx, asked, async ({ tx, run, window }) => {
    const { labels } = await readLabels(tx, { runId: run.id, limit: MAX_LABELS });
    const series: SeriesSlices[] = [];
    for (const label of [null, ...labels.map((one): LabelName => ({ name: one.label, kind: one.kind }))])
      series.push(await readSeries(tx, run, window, label));
    return series;
  });
}

async function readSeries(
  tx: WorkspaceTx,
  run: RunModel,
  { fromSeconds, toSeconds }: ChosenWindow,
  label: LabelName | null,
): Promise<SeriesSlices> {
  const lengths: SliceLength[] = [];
  for (const sliceSeconds of SLICE_SECONDS) {
    if ((toSeconds - fromSeconds) / sliceSeconds > MAX_SLICES) continue;
    const read = await readRunSlices(tx, { runId: run.id, label, sliceSeconds, fromSeconds, toSeconds });
    const length = read === null ? null : lengthOf(read, sliceSeconds);
    if (length !== null) lengths.push(length);
  }
  return { label, lengths, hidden: hiddenWords(lengths) };
}

function lengthOf(slices: readonly Slice[], sliceSeconds: number): SliceLength | null {
  const known = slices.flatMap(({ cell }) => (cell.requests < MIN_REQUESTS_OF_SLICE ? [] : p99Of(cell)));
  const spread = spreadOfSlices(known);
  return spread && { sliceSeconds, slices: known.length, ...spread };
}

function p99Of(cell: Cell): SliceP99[] {
  const micros = quantileMicros(cell, 99);
  if (micros !== null) return [{ lowMicros: micros, highMicros: micros }];
  const range = bucketRange(cell, 99);
  return range === null ? [] : [{ lowMicros: range.lowMicros, highMicros: range.highMicros }];
}

/** The response of `GET /v1/runs/{id}/slices`. */
export async function getRunSlicesAnswer({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown; webUrl: string };
}): Promise<RunSlicesAnswer> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  const asked = parseInput(runSlicesParameters, input.parameters);
  const run = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => readRunRow(tx, ctx, runId));
  const window = windowIn(run, asked);
  const series = await compareSliceLengths({ ctx, input: { runId, window } });
  const chosen = chooseWindow(run, window);
  return {
    run: { id: runId, url: runUrl(input.webUrl, runId) },
    window: { from: instantAt(run, chosen.fromSeconds), to: instantAt(run, chosen.toSeconds) },
    series: series.map(({ label, lengths, hidden }) => ({
      label: label?.name ?? null,
      lengths: lengths.map(({ sliceSeconds, slices, least, most }) => ({
        sliceSeconds,
        slices,
        leastMs: millisOf(least.lowMicros),
        mostMs: millisOf(most.highMicros ?? most.lowMicros),
        leastRangeMs: rangeOf(least),
        mostRangeMs: rangeOf(most),
      })),
      hidden,
    })),
  };
}

function rangeOf({ lowMicros, highMicros }: SliceP99): RunSliceLength["leastRangeMs"] {
  if (lowMicros === highMicros) return null;
  return { low: millisOf(lowMicros), high: highMicros === null ? null : millisOf(highMicros) };
}

function millisOf(micros: number): number {
  return Math.round(micros) / 1_000;
}
