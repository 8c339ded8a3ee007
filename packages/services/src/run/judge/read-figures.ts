import { emptyCell, labelInWindow } from "@headroom/core";
import type { AbsentFigure, JudgedFigures, JudgedSlices } from "@headroom/core";
import { readSlices, readWindow } from "@headroom/db";
import type { RunModel, RunTotal, StoredSeries, WorkspaceTx } from "@headroom/db";
import { runSpanOf } from "../record/run-span.ts";
import { allOf, allPartsOf, isAll } from "../record/summary-of.ts";

export interface FiguresInput {
  runId: string;
  totals: readonly RunTotal[];
  /** A window of the run, such as its steady phase. */
  window: { fromSeconds: number; toSeconds: number };
  labels: readonly string[];
  absent: readonly AbsentFigure[];
  /** Of all its requests; left out: it is found. */
  series?: StoredSeries | null | undefined;
  /** With the slices that show how the figures scatter. */
  slices?: boolean;
}

type LabelRead = ReturnType<JudgedFigures["label"]>;

/** The figures of the whole steps inside a window. */
export interface WindowFigures extends JudgedFigures {
  /** Steps of this length; null if one step is longer than the window, or none are stored. */
  kept: { fromSeconds: number; toSeconds: number } | null;
}

/** The requests of a window, with those of the labels that will be asked for. */
export async function readFigures(tx: WorkspaceTx, input: FiguresInput): Promise<WindowFigures> {
  const { runId, window, series } = input;
  const whole = { runId, label: null, series, ...rangeOf(window) };
  const all = await readWindow(tx, whole);
  const { fromSeconds, toSeconds } = all ?? window;
  const inside = all !== null && fromSeconds >= window.fromSeconds && toSeconds <= window.toSeconds;
  const labels = new Map<string, LabelRead>();
  for (const name of new Set(input.labels)) labels.set(name, await readLabel(tx, input, name));
  return {
    kept: inside ? { fromSeconds, toSeconds } : null,
    durationSeconds: toSeconds - fromSeconds,
    all: all?.cell ?? emptyCell(),
    slices: input.slices === true && inside ? await slicesOf(tx, whole) : null,
    absent: input.absent,
    label: (name) => labels.get(name) ?? null,
  };
}

async function slicesOf(
  tx: WorkspaceTx,
  series: Parameters<typeof readSlices>[1],
): Promise<JudgedSlices | null> {
  return (await readSlices(tx, series))?.cells ?? null;
}

async function readLabel(
  tx: WorkspaceTx,
  { runId, totals, window, slices }: FiguresInput,
  name: string,
): Promise<LabelRead> {
  const total = findLabel(totals, name);
  if (total === undefined) return null;
  const { kind, finestStepSeconds } = total;
  const known = { name, finestStepSeconds, window };
  if (finestStepSeconds === null)
    return labelInWindow({ ...known, read: null, slices: null, originMillis: 0 });
  const label = { name, kind };
  const read = await readWindow(tx, { runId, label, ...rangeOf(window) });
  if (read === null) return null;
  return labelInWindow({
    ...known,
    read,
    slices: slices === true ? await slicesOf(tx, { runId, label, ...rangeOf(read) }) : null,
    originMillis: read.origin.getTime(),
  });
}

function rangeOf({ fromSeconds, toSeconds }: FiguresInput["window"]) {
  return { fromSeconds, toSeconds };
}

export interface WholeInput {
  totals: readonly RunTotal[];
  durationSeconds: number;
  labels: readonly string[];
  absent: readonly AbsentFigure[];
  /** Of all its requests; left out: it is found. */
  series?: StoredSeries | null | undefined;
}

/** The whole run, from its totals. */
export async function readWholeFigures(
  tx: WorkspaceTx,
  run: RunModel,
  { totals, durationSeconds, labels, absent, ...known }: WholeInput,
): Promise<JudgedFigures> {
  const span = runSpanOf(run);
  const slices = new Map<string, JudgedSlices | null>();
  if (span !== null) {
    for (const name of new Set(labels)) {
      const total = findLabel(totals, name);
      if (total === undefined) continue;
      slices.set(name, await slicesOf(tx, { runId: run.id, label: { name, kind: total.kind }, ...span }));
    }
  }
  return {
    durationSeconds,
    all: allOf(totals),
    allParts: allPartsOf(totals),
    slices: span === null ? null : await slicesOf(tx, { runId: run.id, label: null, ...known, ...span }),
    absent,
    label: (name) => {
      const found = findLabel(totals, name);
      if (found === undefined) return null;
      const { total: cell, parts } = found;
      return { cell, parts, durationSeconds, slices: slices.get(name) ?? null, window: null, doubt: null };
    },
  };
}

/** A target names a label without its kind: a request comes before a group of requests. */
function findLabel(totals: readonly RunTotal[], name: string): RunTotal | undefined {
  const named = totals.filter((total) => total.name === name && !isAll(total));
  return named.find(({ kind }) => kind === "request") ?? named[0];
}
