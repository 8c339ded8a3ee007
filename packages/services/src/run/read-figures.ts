import { emptyCell, type Cell, type JudgedFigures } from "@headroom/core";
import { readWindow, type RunTotal, type WorkspaceTx } from "@headroom/db";
import { allOf, isAll } from "./summary-of.ts";

export interface FiguresInput {
  runId: string;
  totals: readonly RunTotal[];
  window: { fromSeconds: number; toSeconds: number };
  labels: readonly string[];
}

/** The requests of a window, with those of the labels that will be asked for. */
export async function readFigures(tx: WorkspaceTx, input: FiguresInput): Promise<JudgedFigures> {
  const { runId, totals, window } = input;
  const { fromSeconds, toSeconds } = window;
  const all = await readWindow(tx, { runId, fromSeconds, toSeconds });
  const cells = new Map<string, Cell>();
  for (const name of new Set(input.labels)) {
    const found = findLabel(totals, name);
    if (found === undefined) continue;
    const { kind } = found;
    const read = await readWindow(tx, { runId, fromSeconds, toSeconds, label: { name, kind } });
    if (read !== null) cells.set(name, read.cell);
  }
  return {
    durationSeconds: toSeconds - fromSeconds,
    all: all?.cell ?? emptyCell(),
    label: (name) => cells.get(name) ?? null,
  };
}

/** The whole run, from its totals. */
export function wholeFigures(totals: readonly RunTotal[], durationSeconds: number): JudgedFigures {
  return { durationSeconds, all: allOf(totals), label: (name) => findLabel(totals, name)?.total ?? null };
}

/** A target names a label without its kind: a request before what groups requests. */
function findLabel(totals: readonly RunTotal[], name: string): RunTotal | undefined {
  const named = totals.filter((total) => total.name === name && !isAll(total));
  return named.find(({ kind }) => kind === "request") ?? named[0];
}
