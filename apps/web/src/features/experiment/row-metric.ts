import { FIGURES, isFigureId, TREND_METRICS } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import type { ExperimentDetail, ExperimentRun } from "@headroom/services";
import { formatKnown, formatMillis } from "@headroom/ui";

/** The column of latencies that the list of runs has. */
export type RowMetric = (typeof ROW_METRICS)[number];

/** The first that a run has is shown where no target says which. */
const ROW_METRICS = ["p99", "p95", "p90", "p50", "mean", "p99.9"] as const;

type Leads = Pick<ExperimentDetail, "changes" | "latestTargets" | "recentRuns">;

/** The latency that the list of runs shows: what changed, or what a target is about, or what the newest run has. */
export function rowMetricOf(detail: Leads): RowMetric {
  const wanted = wantedMetrics(detail);
  return ROW_METRICS.find((one) => one === wanted.find(isRowMetric)) ?? knownMetric(detail);
}

/** What the trend shows first: what changed, or else what a target is about. */
export function usualMetric(detail: Leads): TrendMetric {
  const [changed] = detail.changes.filter(({ label }) => label === null);
  const first = changed?.metric ?? wantedMetrics(detail).find(isLatency);
  return TREND_METRICS.find((one) => one === first) ?? knownMetric(detail);
}

function wantedMetrics({ changes, latestTargets }: Leads): string[] {
  const ofAll = ({ metric, label }: { metric: string; label: string | null }) =>
    label === null ? [metric] : [];
  return [...changes.flatMap(ofAll).slice(0, 1), ...latestTargets.flatMap(ofAll)];
}

function knownMetric({ recentRuns: [run] }: Leads): RowMetric {
  return ROW_METRICS.find((metric) => run !== undefined && latencyWords(run, metric) !== null) ?? "p99";
}

function isRowMetric(metric: string): boolean {
  return ROW_METRICS.some((one) => one === metric);
}

function isLatency(metric: string): boolean {
  return isFigureId(metric) && FIGURES[metric].unit === "ms";
}

/** "131", or "250–500" where only that is known. */
export function latencyWords(
  { latencyMs, latencyRangesMs }: ExperimentRun,
  metric: RowMetric,
): string | null {
  return formatKnown(
    { value: latencyMs[metric] ?? null, range: latencyRangesMs[metric] ?? null },
    formatMillis,
  );
}
