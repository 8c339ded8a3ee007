import { meanMicros, quantileMicros } from "@headroom/core";
import type { ComparedRun } from "@headroom/contract";
import { readLabelWindows } from "@headroom/db";
import { rangesOf, readLabelRanges } from "../run/record/label-ranges.ts";
import type { ComparedLabel, LabelWindow, WorkspaceTx } from "@headroom/db";

/** A label's figures in the judged window of its run; null: of that run, only the label's total is stored. */
export interface JudgedLabel {
  whole: ComparedLabel;
  judged: ComparedLabel | null;
}

/** The labels of some runs as their verdicts see them. Where a run has no steady phase, that is the whole run. */
export async function judgedLabels(
  tx: WorkspaceTx,
  labels: readonly ComparedLabel[],
  runs: readonly ComparedRun[],
): Promise<JudgedLabel[]> {
  const found: JudgedLabel[] = [];
  for (const { id, window } of runs) {
    const own = labels.filter(({ runId }) => runId === id);
    if (window.kind === "whole") {
      const ranges = await readLabelRanges(tx, id, own);
      for (const label of own) {
        const ranged = { ...label, latencyIntervalsMs: ranges.get(label.seriesId) };
        found.push({ whole: ranged, judged: ranged });
      }
      continue;
    }
    const { fromSeconds, toSeconds } = window;
    const windows = await readLabelWindows(tx, { runId: id, series: own, fromSeconds, toSeconds });
    for (const whole of own) found.push({ whole, judged: inWindow(whole, windows.get(whole.seriesId)) });
  }
  return found;
}

function inWindow(whole: ComparedLabel, window: LabelWindow | undefined): ComparedLabel | null {
  if (window === undefined) return null;
  const { cell, fromSeconds, toSeconds } = window;
  return {
    ...whole,
    latencyIntervalsMs: rangesOf(cell),
    requests: cell.requests,
    errors: whole.errors === null ? null : cell.errors,
    items: cell.items,
    throughput: whole.throughput === null ? null : cell.requests / (toSeconds - fromSeconds),
    meanMicros: meanMicros(cell),
    p50Micros: quantileMicros(cell, 50),
    p90Micros: quantileMicros(cell, 90),
    p95Micros: quantileMicros(cell, 95),
    p99Micros: quantileMicros(cell, 99),
    p999Micros: quantileMicros(cell, 99.9),
  };
}
