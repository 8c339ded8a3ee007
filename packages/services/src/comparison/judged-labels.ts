import { meanMicros, quantileMicros } from "@headroom/core";
import type { ComparedRun } from "@headroom/contract";
import { readLabelWindows } from "@headroom/db";
import { summaryOf } from "../run/record/summary-of.ts";
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
    const isWhole = window.kind === "whole";
    // Labels are stored without ranges of their percentiles.
    const series = isWhole ? own.filter(isRanged) : own;
    const { fromSeconds, toSeconds } = window;
    const windows =
      series.length === 0 ? null : await readLabelWindows(tx, { runId: id, series, fromSeconds, toSeconds });
    for (const whole of own) {
      const read = windows?.get(whole.seriesId);
      if (!isWhole) found.push({ whole, judged: inWindow(whole, read) });
      else {
        const ranged = read === undefined ? whole : { ...whole, ...rangesIn(read) };
        found.push({ whole: ranged, judged: ranged });
      }
    }
  }
  return found;
}

function isRanged({ p50Micros, finestStepSeconds }: ComparedLabel): boolean {
  return p50Micros === null && finestStepSeconds !== null;
}

function rangesIn({ cell }: LabelWindow): Pick<ComparedLabel, "latencyIntervalsMs"> {
  const { latencyIntervalsMs } = summaryOf(cell, { durationSeconds: 0, absent: [], parts: [cell] });
  return { latencyIntervalsMs };
}

function inWindow(whole: ComparedLabel, window: LabelWindow | undefined): ComparedLabel | null {
  if (window === undefined) return null;
  const { cell, fromSeconds, toSeconds } = window;
  return {
    ...whole,
    ...rangesIn(window),
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
