import {
  type AbsentFigure,
  emptyCell,
  type JudgedFigures,
  type JudgedSlices,
  type LabelFigures,
} from "@headroom/core";
import { readSlices, readWindow, type RunModel, type RunTotal, type WorkspaceTx } from "@headroom/db";
import { runSpanOf } from "../record/run-span.ts";
import { allOf, allPartsOf, isAll } from "../record/summary-of.ts";

export interface FiguresInput {
  runId: string;
  totals: readonly RunTotal[];
  /** A window of the run, such as its steady phase. */
  window: { fromSeconds: number; toSeconds: number };
  labels: readonly string[];
  absent: readonly AbsentFigure[];
  /** With the slices that show how the figures scatter. */
  slices?: boolean;
}

type LabelRead = ReturnType<JudgedFigures["label"]>;

/** If less of the window than this is stored for a label, its figures don't represent the window. */
const MIN_COVERED = 0.5;

/** The figures of the whole steps inside a window. */
export interface WindowFigures extends JudgedFigures {
  /** Steps of this length; null if one step is longer than the window, or none are stored. */
  kept: { fromSeconds: number; toSeconds: number } | null;
}

/** The requests of a window, with those of the labels that will be asked for. */
export async function readFigures(tx: WorkspaceTx, input: FiguresInput): Promise<WindowFigures> {
  const { runId, window } = input;
  const all = await readWindow(tx, { runId, ...rangeOf(window) });
  const { fromSeconds, toSeconds } = all ?? window;
  const inside = all !== null && fromSeconds >= window.fromSeconds && toSeconds <= window.toSeconds;
  const labels = new Map<string, LabelRead>();
  for (const name of new Set(input.labels)) labels.set(name, await readLabel(tx, input, name));
  return {
    kept: inside ? { fromSeconds, toSeconds } : null,
    durationSeconds: toSeconds - fromSeconds,
    all: all?.cell ?? emptyCell(),
    slices:
      input.slices === true && inside ? await slicesOf(tx, { runId, label: null, ...rangeOf(window) }) : null,
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

/** A label that is stored only in coarse steps is read in the whole steps inside the window, and names them. */
async function readLabel(
  tx: WorkspaceTx,
  { runId, totals, window, slices }: FiguresInput,
  name: string,
): Promise<LabelRead> {
  const total = findLabel(totals, name);
  if (total === undefined) return null;
  const label = { name, kind: total.kind };
  if (total.finestStepSeconds === null)
    return { problem: `The label “${name}” has only a total for the whole run.` };
  const read = await readWindow(tx, { runId, label, ...rangeOf(window) });
  if (read === null) return null;
  const { fromSeconds, toSeconds, cell, origin } = read;
  const steps = `The label “${name}” only has ${total.finestStepSeconds} s steps`;
  if (fromSeconds < window.fromSeconds || toSeconds > window.toSeconds)
    return { problem: `${steps}, and none of them is inside the steady phase.` };
  const instant = (offset: number) => new Date(origin.getTime() + offset * 1_000).toISOString();
  const durationSeconds = toSeconds - fromSeconds;
  const covered = durationSeconds / (window.toSeconds - window.fromSeconds);
  return {
    cell,
    durationSeconds,
    slices: slices === true ? await slicesOf(tx, { runId, label, fromSeconds, toSeconds }) : null,
    window: { from: instant(fromSeconds), to: instant(toSeconds), kind: "steady" },
    doubt:
      covered < MIN_COVERED
        ? `${steps}, which cover ${Math.round(covered * 100)}% of the steady phase.`
        : null,
  } satisfies LabelFigures;
}

function rangeOf({ fromSeconds, toSeconds }: FiguresInput["window"]) {
  return { fromSeconds, toSeconds };
}

export interface WholeInput {
  totals: readonly RunTotal[];
  durationSeconds: number;
  labels: readonly string[];
  absent: readonly AbsentFigure[];
}

/** The whole run, from its totals. */
export async function readWholeFigures(
  tx: WorkspaceTx,
  run: RunModel,
  { totals, durationSeconds, labels, absent }: WholeInput,
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
    slices: span === null ? null : await slicesOf(tx, { runId: run.id, label: null, ...span }),
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
