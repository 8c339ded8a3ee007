import type { FigureId } from "@headroom/core";
import { metricUnit, ratioReading } from "../view/figure-words.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";
import type { PairRowModel } from "./pair-table.tsx";
import type { FigureRow } from "./prepare-figures.ts";
import type { ComparedLabelRow, LabelCell } from "./prepare-labels.ts";

const STATE_WORDS = { shared: null, new: "New", vanished: "Vanished" } as const;

/** One figure of every label of a pair, and of the whole run at the end. */
export function pairLabelRows(
  labels: readonly ComparedLabelRow[],
  whole: readonly FigureRow[],
  { metric, statistics }: { metric: FigureId; statistics: StatisticsByRun },
): PairRowModel[] {
  const { words: called } = ratioReading(metric);
  const all = whole.find((row) => row.metric === metric);
  return [
    ...labels.map((row) => ({
      key: row.key,
      name: row.label,
      unit: metricUnit(metric),
      isLabel: true,
      isBrief: true,
      tags: [STATE_WORDS[row.state], row.whole ? "Whole run" : null].filter((tag) => tag !== null),
      cells: row.cells.map((cell) => ({
        runId: cell.runId,
        text: cell.text,
        absent: cell.without ?? "not reported",
        target: null,
        change:
          cell.words === null
            ? null
            : { words: cell.words, called, bar: cell.bar, noise: noiseOf(cell, statistics) },
      })),
    })),
    ...(all === undefined
      ? []
      : [
          {
            ...all,
            key: "whole",
            name: "Whole run",
            tags: [],
            isBrief: true,
            cells: all.cells.map((cell) => ({ ...cell, target: null })),
          },
        ]),
  ];
}

function noiseOf({ runId, verdict, interval, detectable }: LabelCell, statistics: StatisticsByRun) {
  if (!statistics.has(runId)) return null;
  const { state, reason } = verdict ?? NOT_TESTED;
  return { state, reason, interval, detectable, usual: null };
}

const NOT_TESTED = { state: "not-tested", reason: "This label has too few requests to be tested." } as const;
