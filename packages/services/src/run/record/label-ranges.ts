import { quantileMicros } from "@headroom/core";
import type { Summarized } from "@headroom/core";
import type { WindowSummary } from "@headroom/contract";
import { readLabelTotals } from "@headroom/db";
import type { RunLabel, WorkspaceTx } from "@headroom/db";
import { intervalsOf } from "./summary-of.ts";

export type LatencyRanges = WindowSummary["latencyIntervalsMs"];

/** By series. Labels are stored without the ranges that a source's buckets give. */
export async function readLabelRanges(
  tx: WorkspaceTx,
  runId: string,
  labels: readonly Pick<RunLabel, "seriesId" | "p50Micros" | "requests">[],
): Promise<Map<number, LatencyRanges>> {
  const series = labels.flatMap(({ seriesId, p50Micros, requests }) =>
    p50Micros === null && requests > 0 ? [seriesId] : [],
  );
  if (series.length === 0) return new Map();
  const totals = await readLabelTotals(tx, runId, series);
  return new Map([...totals].map(([id, cell]) => [id, rangesOf(cell)]));
}

/** Of the percentiles of which a cell has no single value. */
export function rangesOf(cell: Summarized): LatencyRanges {
  const known = {
    p50: quantileMicros(cell, 50),
    p90: quantileMicros(cell, 90),
    p95: quantileMicros(cell, 95),
    p99: quantileMicros(cell, 99),
    "p99.9": quantileMicros(cell, 99.9),
  };
  return intervalsOf(known, [cell]);
}
