import { z } from "zod";
import {
  absentOfLabel,
  curveOf,
  drawingOfBuckets,
  heldBackIn,
  HeadroomError,
  histogramOf,
  mergeAllCells,
  PERCENTILE_IDS,
  proofOf,
  quantileMicros,
  Sketch,
  successfulOnly,
} from "@headroom/core";
import type { AbsentFigure, Cell, CurvePoint, HistogramBar, Proof, Summarized } from "@headroom/core";
import type { Percentile, WindowSummary } from "@headroom/contract";
import { readTotalParts, readWindow } from "@headroom/db";
import type { LabelName, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { askedWindow, readInWindow } from "../record/choose-window.ts";
import type { ChosenWindow } from "../record/choose-window.ts";
import { evidenceOf } from "../load/evidence.ts";
import { labelOf } from "../record/label-of.ts";
import { readJudgedGauges } from "../load/read-judged-gauges.ts";
import { readAbsent } from "../record/read-absent.ts";
import { runSpanOf } from "../record/run-span.ts";
import { labelOverrides, storedPhase, storedSteady } from "../record/stored.ts";
import { summaryOf } from "../record/summary-of.ts";

export const windowInput = z.strictObject({
  runId: z.string(),
  window: askedWindow.default("steady"),
  label: labelOf.nullable().default(null),
});

/** The latencies of some requests, as far as they can be drawn. */
export interface DrawnDistribution {
  histogram: HistogramBar[];
  curve: CurvePoint[];
  /** Whether the source gives ranges only: the curve runs along their upper ends. */
  isOfRanges: boolean;
}

/** What is known about one window of a run, or of one of its labels. */
export interface RunWindow extends ChosenWindow {
  /** How long the source's intervals are, if the window grew so that it cuts none of them; null: it didn't. */
  grownToSeconds: number | null;
  /** For all requests. */
  summary: WindowSummary;
  /** For all minus the failed; null if those aren't known separately. */
  successful: WindowSummary | null;
  /** Percentiles that differ between the two by more than both error bounds. */
  differing: { percentile: Percentile; allMs: number; successfulMs: number }[];
  proof: Proof;
  /** The highest value of the gauge "generator cpu" there, as a share; null: nobody measured it. */
  generatorCpuMost: number | null;
  /** Null: the source has no distribution that can be drawn. */
  distribution: { all: DrawnDistribution; successful: DrawnDistribution | null } | null;
}

/** The figures of one window: the whole run, its steady phase, or any stretch of it. */
export async function getRunWindow({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof windowInput>;
}): Promise<RunWindow> {
  requireScope(ctx, "read");
  const asked = parseInput(windowInput, input);
  return readInWindow(ctx, asked, async ({ tx, run, window }) => {
    const { cell, parts, ...kept } = await readCell(tx, run, window, asked.label);
    const absent = await readAbsent(tx, run.id);
    return {
      ...describe(asked.label === null ? absent : absentOfLabel(absent), { ...window, ...kept }, cell, parts),
      proof: await proofIn(tx, run, { window, cell, label: asked.label }),
      generatorCpuMost: await readGeneratorCpu(tx, run, window),
    };
  });
}

export const sketchInput = windowInput.extend({ successful: z.boolean().default(false) });

/** The encoded sketch of a window, and what its values are multiples of; null if the source has other distributions, or none. */
export async function getRunSketch({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof sketchInput>;
}): Promise<{ sketch: Uint8Array | null; gridMicros: number }> {
  requireScope(ctx, "read");
  const asked = parseInput(sketchInput, input);
  return readInWindow(ctx, asked, async ({ tx, run, window }) => {
    const { cell } = await readCell(tx, run, window, asked.label);
    const shown = asked.successful ? successfulOnly(cell) : cell;
    if (shown === null || shown.distribution.kind !== "sketch") return { sketch: null, gridMicros: 1 };
    const { all } = shown.distribution;
    return { sketch: all.encode(), gridMicros: all.gridMicros };
  });
}

interface WindowCell {
  cell: Cell;
  parts: readonly Cell[];
  fromSeconds: number;
  toSeconds: number;
  durationSeconds: number;
  grownToSeconds: number | null;
}

/** Totals are exact and exist for every source; any other window is merged from cells, in the stored steps. */
async function readCell(
  tx: WorkspaceTx,
  run: RunModel,
  window: ChosenWindow,
  label: LabelName | null,
): Promise<WindowCell> {
  const { fromSeconds, toSeconds, durationSeconds } = window;
  if (window.kind === "whole") {
    const cells = await readTotalParts(tx, run.id, label);
    if (cells.length === 0) throw nothingThere();
    return {
      cell: mergeAllCells(cells),
      parts: cells,
      fromSeconds,
      toSeconds,
      durationSeconds,
      grownToSeconds: null,
    };
  }
  const grows = window.kind === "custom";
  const read = await readWindow(tx, { runId: run.id, label, fromSeconds, toSeconds, grows });
  if (read === null) throw nothingThere();
  const { grownToSeconds } = read;
  const kept = { fromSeconds: read.fromSeconds, toSeconds: read.toSeconds, grownToSeconds };
  return { cell: read.cell, parts: [read.cell], ...kept, durationSeconds: read.toSeconds - read.fromSeconds };
}

function nothingThere(): HeadroomError {
  return new HeadroomError("not-found", "The label does not exist or has no data over time.", {
    hint: "A totals-only file can't be split into windows. Send the tool's raw results.",
  });
}

function describe(
  absent: readonly AbsentFigure[],
  window: ChosenWindow & Pick<RunWindow, "grownToSeconds">,
  cell: Cell,
  parts: readonly Cell[],
): Omit<RunWindow, "proof" | "generatorCpuMost"> {
  const { durationSeconds } = window;
  const summary = summaryOf(cell, { durationSeconds, absent, parts });
  const successful = successfulOnly(cell);
  // Where nothing failed, the ranges of a source's own buckets are those of the successful requests.
  const ofParts = successful?.requests === cell.requests ? parts : [];
  const ofSuccessful =
    successful === null ? null : summaryOf(successful, { durationSeconds, absent, parts: ofParts });
  const drawn = drawingOf(cell);
  return {
    ...window,
    summary,
    successful: ofSuccessful,
    differing: successful === null ? [] : differingOf(cell, successful),
    distribution:
      drawn === null ? null : { all: drawn, successful: successful === null ? null : drawingOf(successful) },
  };
}

/**
 * Each is known to within half a percent, so values further apart than both bounds differ. One step of the tool's
 * rounding says nothing either.
 */
function differingOf(cell: Cell, successful: Summarized): RunWindow["differing"] {
  if (cell.distribution.kind !== "sketch") return [];
  const step = cell.distribution.all.gridMicros;
  return PERCENTILE_IDS.flatMap((percentile) => {
    const percent = Number(percentile.slice(1));
    const [all, own] = [quantileMicros(cell, percent), quantileMicros(successful, percent)];
    if (all === null || own === null) return [];
    if (Math.abs(all - own) <= Math.max(step, (all + own) * Sketch.relativeError)) return [];
    return [{ percentile, allMs: Math.round(all) / 1_000, successfulMs: Math.round(own) / 1_000 }];
  });
}

function drawingOf(cell: Summarized): DrawnDistribution | null {
  const { distribution } = cell;
  if (distribution.kind === "buckets") {
    const drawn = drawingOfBuckets({ ...cell, distribution });
    return drawn.curve.length === 0 ? null : { ...drawn, isOfRanges: true };
  }
  if (distribution.kind !== "sketch" || distribution.all.count === 0) return null;
  return { histogram: histogramOf(distribution.all), curve: curveOf(distribution.all), isOfRanges: false };
}

/** The proof of this window's percentiles: like the run's, with the number of requests beyond them here. */
async function proofIn(
  tx: WorkspaceTx,
  run: RunModel,
  { window, cell, label }: { window: ChosenWindow; cell: Cell; label: LabelName | null },
): Promise<Proof> {
  const parts = await tx.prisma.part.findMany({
    where: { runId: run.id, kind: "requests", state: "published" },
  });
  const { source, resolutionMicros, relativeError, absent, liveTraffic } = evidenceOf(parts);
  return proofOf({
    cell,
    source,
    loadModel: run.loadModel === "open" || run.loadModel === "closed" ? run.loadModel : "unknown",
    liveTraffic: liveTraffic !== null,
    latencyResolutionMicros: resolutionMicros,
    latencyRelativeError: relativeError,
    absent,
    warmUpCut: isWarmUpCut(run, window),
    // How many of a label were held back isn't known.
    unsent: label === null ? heldBackIn(storedPhase(run.phase), instantsOf(run, window)) : [],
    overrides: labelOverrides(run),
  });
}

function instantsOf(
  { origin, startedAt }: RunModel,
  { fromSeconds, toSeconds }: ChosenWindow,
): { from: string; to: string } {
  const start = (origin ?? startedAt ?? new Date(0)).getTime();
  const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
  return { from: at(fromSeconds), to: at(toSeconds) };
}

/** A chosen stretch may reach back before the steady phase; in a run without one, to its very beginning. */
function isWarmUpCut(run: RunModel, { kind, fromSeconds }: ChosenWindow): boolean {
  if (kind !== "custom") return kind === "steady";
  const steady = storedSteady(run.steady);
  return steady === null
    ? fromSeconds > (runSpanOf(run)?.fromSeconds ?? 0)
    : fromSeconds >= Math.floor(steady.fromSeconds);
}

/** What a generator measures about itself, under the name that the documentation gives. */
const GENERATOR_CPU = "generator cpu";

async function readGeneratorCpu(
  tx: WorkspaceTx,
  run: RunModel,
  window: ChosenWindow,
): Promise<number | null> {
  const gauge = (await readJudgedGauges(tx, run, { names: [GENERATOR_CPU], window }))(GENERATOR_CPU);
  if (gauge === null || gauge.max === null) return null;
  return gauge.unit === "%" ? gauge.max / 100 : gauge.max;
}
