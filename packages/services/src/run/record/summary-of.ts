import { ALL_LABEL, emptyCell, PERCENTILE_IDS, quantileInterval, summarize } from "@headroom/core";
import type { AbsentFigure, Cell, PercentileId, Summarized } from "@headroom/core";
import type { WindowSummary } from "@headroom/contract";
import type { RunTotal } from "@headroom/db";

export interface SummaryContext {
  durationSeconds: number;
  absent: readonly AbsentFigure[];
  /** What the cell was merged from. */
  parts: readonly Cell[];
}

/** The figures of a cell as the API returns them. */
export function summaryOf(
  cell: Summarized,
  { durationSeconds, absent, parts }: SummaryContext,
): WindowSummary {
  const isAtLeast = absent.includes("some-errors") || cell.withoutOutcome !== undefined;
  // A duration of zero means that the file doesn't say how long its run was.
  const known = durationSeconds > 0 ? durationSeconds : null;
  const { itemsThroughput: _notSaid, ...summary } = summarize(cell, { durationSeconds: known, absent });
  return {
    ...summary,
    ...(isAtLeast && summary.errors !== null ? { errorsAtLeast: true } : {}),
    latencyIntervalsMs: intervalsOf(summary.latencyMs, parts),
  };
}

/** All requests of a run; a file with only transactions has none. */
export function allOf(totals: readonly RunTotal[]): Cell {
  return totals.find(isAll)?.total ?? emptyCell();
}

export function allPartsOf(totals: readonly RunTotal[]): readonly Cell[] {
  return totals.find(isAll)?.parts ?? [];
}

/** A label of the file may have the same name, but never the same kind and name as the stored whole. */
export function isAll({ name, kind }: RunTotal): boolean {
  return name === ALL_LABEL && kind === "request";
}

/**
 * Without an exact value, the source's buckets or the figures of several parts may still give a range. That one quoted
 * percentile lies below another is no figure of its own.
 */
export function intervalsOf(
  latencyMs: Pick<WindowSummary["latencyMs"], PercentileId>,
  parts: Parameters<typeof quantileInterval>[0],
): WindowSummary["latencyIntervalsMs"] {
  const intervals: WindowSummary["latencyIntervalsMs"] = {};
  const isQuoted = parts.every(({ distribution }) => distribution.kind === "quoted");
  for (const percentile of PERCENTILE_IDS) {
    if (latencyMs[percentile] !== null) continue;
    const interval = quantileInterval(parts, Number(percentile.slice(1)) / 100);
    if (interval === null || (interval.lowMicros === 0 && (isQuoted || interval.highMicros === null)))
      continue;
    const { lowMicros, highMicros } = interval;
    intervals[percentile] = {
      low: Math.round(lowMicros) / 1_000,
      high: highMicros === null ? null : Math.round(highMicros) / 1_000,
    };
  }
  return intervals;
}
