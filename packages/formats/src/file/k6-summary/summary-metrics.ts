/** One metric of an end-of-test summary, in whichever of k6's three shapes it was written. */
export interface SummaryMetric {
  /** By k6's names: "count", "avg", "med", "p(95)"; of a rate "passes" and "fails", or "matches" and "total". */
  values: Readonly<Record<string, unknown>>;
  /** The thresholds that were not met, as the script has them. */
  broken: readonly string[];
}

/** By name; a part of a metric, by a tag that a threshold asked for, is named `http_req_duration{name:home}`. */
export type SummaryMetrics = ReadonlyMap<string, SummaryMetric>;

export interface RateCounts {
  matches: number;
  total: number;
}

export function numberOf(metric: SummaryMetric | undefined, name: string): number | null {
  const value = metric?.values[name];
  return typeof value === "number" && value >= 0 ? value : null;
}

/**
 * How often a rate was true. k6 calls that "passes", whatever the rate is of: the passes of http_req_failed are
 * requests that failed.
 */
export function rateOf(metric: SummaryMetric | undefined): RateCounts | null {
  const total = numberOf(metric, "total");
  const matches = numberOf(metric, "matches") ?? numberOf(metric, "passes");
  if (matches === null) return null;
  if (total !== null) return { matches, total };
  const others = numberOf(metric, "fails");
  return others === null ? null : { matches, total: matches + others };
}

/** The percentiles of a trend: `med`, `p(95)`, and `p95` as the newer summary has it. */
export function percentilesOf(metric: SummaryMetric): Record<string, number> {
  const percentiles: Record<string, number> = {};
  for (const name of Object.keys(metric.values)) {
    const percentile = name === "med" ? "50" : /^p\(?(\d{1,3}(?:\.\d+)?)\)?$/.exec(name)?.[1];
    const value = numberOf(metric, name);
    if (percentile !== undefined && value !== null) percentiles[`p${percentile}`] = value;
  }
  return percentiles;
}
