import { ALL_LABEL, emptyCell, summarize, type Cell } from "@headroom/core";
import type { WindowSummary } from "@headroom/contract";
import type { RunTotal } from "@headroom/db";

/** The figures of a cell as the API says them. */
export function summaryOf(cell: Cell, durationSeconds: number): WindowSummary {
  const { itemsThroughput: _notSaid, ...summary } = summarize(cell, { durationSeconds });
  return summary;
}

/** All requests of a run; a file of transactions alone has none. */
export function allOf(totals: readonly RunTotal[]): Cell {
  return totals.find(isAll)?.total ?? emptyCell();
}

/** A label of the file may bear the same words, but never the same kind and name as the stored whole. */
export function isAll({ name, kind }: RunTotal): boolean {
  return name === ALL_LABEL && kind === "request";
}
