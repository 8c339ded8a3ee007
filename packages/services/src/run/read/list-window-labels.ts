import { z } from "zod";
import { LABEL_KINDS, meanMicros, quantileMicros, successfulOnly } from "@headroom/core";
import type { AbsentFigure, LabelKind, Summarized } from "@headroom/core";
import { countLabelKinds, LABEL_SORTS, readLabels, readLabelTotals, readLabelWindows } from "@headroom/db";
import type { LabelSort, LabelsPage, LabelWindow, RunLabel, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { askedWindow, readInWindow } from "../record/choose-window.ts";
import type { ChosenWindow } from "../record/choose-window.ts";
import { rangesOf, readLabelRanges } from "../record/label-ranges.ts";
import type { LatencyRanges } from "../record/label-ranges.ts";
import { readAbsent } from "../record/read-absent.ts";

export const windowLabelsInput = z.strictObject({
  runId: z.string(),
  window: askedWindow.default("steady"),
  /** All minus the failed. */
  successful: z.boolean().default(false),
  kind: z.enum(LABEL_KINDS).optional(),
  search: z.string().max(200).default(""),
  sort: z.enum(LABEL_SORTS as [LabelSort, ...LabelSort[]]).default("rank"),
  direction: z.enum(["asc", "desc"]).default("asc"),
  skip: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(1_000).default(100),
});
type WindowLabelsInput = z.output<typeof windowLabelsInput>;

/** A label in the window. Latencies in microseconds, unrounded; null: unknown there. */
export interface WindowLabel extends Omit<RunLabel, "seriesId" | "rank" | "items" | "bytes" | "requests"> {
  requests: number | null;
  items: number | null;
  /** Of the percentiles that have no single value, in milliseconds. */
  ranges: LatencyRanges;
  /** If the window was widened or narrowed to whole steps stored for the label. */
  covered: { fromSeconds: number; toSeconds: number } | null;
}

export interface WindowLabels {
  labels: WindowLabel[];
  /** That match this search, on all pages. */
  found: number;
  kinds: { kind: LabelKind; labels: number }[];
  /** Figures of a window are sorted among this many of the busiest labels; null: among all. */
  sortedAmong: number | null;
}

/** Sketches that are merged for one response: beyond this, sorting by a window's figures would keep others waiting. */
const MAX_MERGED = 1_000;
/** Sort orders that don't depend on the window. */
const ORDERED_BEFORE: ReadonlySet<LabelSort> = new Set(["rank", "label"]);

/** The labels of a run with their figures in one window, sorted and searched over all of them. */
export async function listWindowLabels({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof windowLabelsInput>;
}): Promise<WindowLabels> {
  requireScope(ctx, "read");
  const asked = parseInput(windowLabelsInput, input);
  return readInWindow(ctx, asked, async ({ tx, run, window }) => {
    const kinds = await countLabelKinds(tx, run.id);
    const page = await readPage(tx, run, window, asked);
    return { ...page, kinds };
  });
}

async function readPage(
  tx: WorkspaceTx,
  run: RunModel,
  window: ChosenWindow,
  asked: WindowLabelsInput,
): Promise<Omit<WindowLabels, "kinds">> {
  const { sort, direction, skip, limit } = asked;
  const stored = window.kind === "whole" && !asked.successful;
  const counted = { window, successful: asked.successful };
  const wanted = {
    runId: run.id,
    search: asked.search,
    ...(asked.kind === undefined ? {} : { kind: asked.kind }),
  };
  if (stored || ORDERED_BEFORE.has(sort)) {
    const page = await readLabels(tx, { ...wanted, sort, direction, skip, limit });
    const labels = stored ? await storedLabels(tx, run, page) : await figuresOf(tx, run, counted, page);
    return { labels, found: page.total, sortedAmong: null };
  }
  const busiest = await readLabels(tx, { ...wanted, limit: MAX_MERGED });
  const labels = await figuresOf(tx, run, counted, busiest);
  const sorted = sortLabels(labels, sort, direction);
  const among = busiest.total > MAX_MERGED ? MAX_MERGED : null;
  return { labels: sorted.slice(skip, skip + limit), found: among ?? busiest.total, sortedAmong: among };
}

async function storedLabels(tx: WorkspaceTx, run: RunModel, { labels }: LabelsPage): Promise<WindowLabel[]> {
  const ranges = await readLabelRanges(tx, run.id, labels);
  return labels.map(({ seriesId, rank: _rank, bytes: _bytes, ...label }) => ({
    ...label,
    ranges: ranges.get(seriesId) ?? {},
    covered: null,
  }));
}

/** The requests of a run that are counted. */
interface Counted {
  window: ChosenWindow;
  successful: boolean;
}

async function figuresOf(
  tx: WorkspaceTx,
  run: RunModel,
  { window, successful }: Counted,
  { labels }: LabelsPage,
): Promise<WindowLabel[]> {
  const { fromSeconds, toSeconds, durationSeconds } = window;
  const cells = await readCells(tx, run.id, window, labels);
  const absent = await readAbsent(tx, run.id);
  return labels.map((label): WindowLabel => {
    const read = cells.get(label.seriesId);
    const named = { label: label.label, kind: label.kind, finestStepSeconds: label.finestStepSeconds };
    if (read === undefined) return { ...named, ...NOTHING, covered: null };
    const exact = read.fromSeconds === fromSeconds && read.toSeconds === toSeconds;
    const seconds = exact ? durationSeconds : read.toSeconds - read.fromSeconds;
    const cell = successful ? successfulOnly(read.cell) : read.cell;
    return {
      ...named,
      ...(cell === null ? NOTHING : labelFigures(cell, seconds, absent)),
      errors: label.errors === null ? null : read.cell.errors,
      covered: exact ? null : { fromSeconds: read.fromSeconds, toSeconds: read.toSeconds },
    };
  });
}

/** By series. The totals of a whole run are stored; those of another window are merged. */
async function readCells(
  tx: WorkspaceTx,
  runId: string,
  { kind, fromSeconds, toSeconds }: ChosenWindow,
  labels: LabelsPage["labels"],
): Promise<Map<number, LabelWindow>> {
  if (kind !== "whole") {
    const grows = kind === "custom";
    return readLabelWindows(tx, { runId, series: labels, fromSeconds, toSeconds, grows });
  }
  const series = labels.map(({ seriesId }) => seriesId);
  const totals = await readLabelTotals(tx, runId, series);
  return new Map([...totals].map(([id, cell]) => [id, { cell, fromSeconds, toSeconds }]));
}

const NOTHING = {
  requests: null,
  items: null,
  errors: null,
  throughput: null,
  minMicros: null,
  meanMicros: null,
  p50Micros: null,
  p90Micros: null,
  p95Micros: null,
  p99Micros: null,
  p999Micros: null,
  maxMicros: null,
  ranges: {},
};

function labelFigures(cell: Summarized, seconds: number, absent: readonly AbsentFigure[]) {
  const counted = absent.includes("requests") ? null : cell.requests;
  return {
    requests: absent.includes("request-count") ? null : counted,
    items: counted === null ? null : cell.items,
    throughput: counted === null || !(seconds > 0) ? null : counted / seconds,
    minMicros: cell.minMicros,
    meanMicros: meanMicros(cell),
    p50Micros: quantileMicros(cell, 50),
    p90Micros: quantileMicros(cell, 90),
    p95Micros: quantileMicros(cell, 95),
    p99Micros: quantileMicros(cell, 99),
    p999Micros: quantileMicros(cell, 99.9),
    maxMicros: cell.maxMicros,
    ranges: rangesOf(cell),
  };
}

/** As in SQL: rows without a value come last in either direction. */
function sortLabels(
  labels: readonly WindowLabel[],
  sort: LabelSort,
  direction: "asc" | "desc",
): WindowLabel[] {
  const sign = direction === "asc" ? 1 : -1;
  const figure = FIGURES[sort];
  return labels
    .map((label) => ({ label, by: figure(label) }))
    .toSorted((a, b) => {
      if (a.by === null || b.by === null) return a.by === b.by ? 0 : a.by === null ? 1 : -1;
      return (a.by - b.by) * sign;
    })
    .map(({ label }) => label);
}

/** The database sorts rank and name. */
const FIGURES: Record<LabelSort, (label: WindowLabel) => number | null> = {
  rank: () => null,
  label: () => null,
  requests: ({ requests }) => requests,
  errors: ({ errors }) => errors,
  errorRate: ({ errors, requests }) => (errors === null || !requests ? null : errors / requests),
  throughput: ({ throughput }) => throughput,
  items: ({ items }) => items,
  min: ({ minMicros }) => minMicros,
  mean: (label) => label.meanMicros,
  p50: ({ p50Micros }) => p50Micros,
  p90: ({ p90Micros }) => p90Micros,
  p95: ({ p95Micros }) => p95Micros,
  p99: ({ p99Micros }) => p99Micros,
  "p99.9": ({ p999Micros }) => p999Micros,
  max: ({ maxMicros }) => maxMicros,
};
