import type { ProofPercentile } from "../proof/proof.ts";

/** What two runs are compared by, in the words of targets and in the order of the tables. */
export const COMPARED_METRICS = [
  "throughput",
  "items",
  "p50",
  "p90",
  "p95",
  "p99",
  "p99.9",
  "error rate",
] as const;
export type ComparedMetric = (typeof COMPARED_METRICS)[number];

/** Which way is good: throughput wants to be high, latencies and errors low. */
export type Better = "higher" | "lower";

export interface MetricKind {
  /** Of the figures: requests or items a second, milliseconds, a share from 0 to 1. */
  unit: "/s" | "ms" | "share";
  better: Better;
  /** For a percentile: 0.99 for p99. */
  quantile: number | null;
}

const latency = (quantile: number): MetricKind => ({ unit: "ms", better: "lower", quantile });

export const METRIC_KINDS: Record<ComparedMetric, MetricKind> = {
  throughput: { unit: "/s", better: "higher", quantile: null },
  items: { unit: "/s", better: "higher", quantile: null },
  p50: latency(0.5),
  p90: latency(0.9),
  p95: latency(0.95),
  p99: latency(0.99),
  "p99.9": latency(0.999),
  "error rate": { unit: "share", better: "lower", quantile: null },
};

export const COMPARED_PERCENTILES = [
  "p50",
  "p90",
  "p95",
  "p99",
  "p99.9",
] as const satisfies readonly (ComparedMetric & ProofPercentile)[];

/** The figures of a summary that runs are compared by; null where the source does not tell. */
export interface ComparableFigures {
  throughput: number | null;
  itemsThroughput: number | null;
  errorRate: number | null;
  latencyMs: Record<ProofPercentile, number | null>;
}

export function figureOf(figures: ComparableFigures, metric: ComparedMetric): number | null {
  if (metric === "throughput") return figures.throughput;
  if (metric === "items") return figures.itemsThroughput;
  if (metric === "error rate") return figures.errorRate;
  return figures.latencyMs[metric];
}
