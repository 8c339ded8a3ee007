/** What a trend can be of, in the words of its address. */
export const TREND_METRICS = [
  "p50",
  "p90",
  "p95",
  "p99",
  "p99.9",
  "throughput",
  "items",
  "error-rate",
] as const;
export type TrendMetric = (typeof TREND_METRICS)[number];

/** Which way is good. */
export function trendBetter(metric: TrendMetric): "higher" | "lower" {
  return metric === "throughput" || metric === "items" ? "higher" : "lower";
}

/** What the runs of a trend stand in the order of. */
export const TREND_AXES = ["date", "commit", "branch", "version"] as const;
export type TrendAxis = (typeof TREND_AXES)[number];

/** How long a word on a change may be. */
export const LONGEST_WORD = 500;
