import { metricRow, formatMetric } from "./metrics.ts";
import type { Better, Metric } from "./metrics.ts";
import type { Quantity } from "./units.ts";

/** The percentiles that every summary has. */
export const PERCENTILE_IDS = ["p50", "p90", "p95", "p99", "p99.9"] as const;
export type PercentileId = (typeof PERCENTILE_IDS)[number];

/** What a summary needs so that its metrics can be shown; null if the source doesn't report it. */
export interface ComparableFigures {
  throughput: number | null;
  itemsThroughput: number | null;
  errorRate: number | null;
  latencyMs: Record<PercentileId, number | null> & { mean?: number | null };
  /** The source leaves out some failed requests, so the error rate is a lower bound. */
  errorsAtLeast?: true | undefined;
  /** Of percentiles without a single value. */
  latencyIntervalsMs?: { [id in PercentileId]?: FigureRange | undefined } | undefined;
}

/** What a figure lies between, in its own unit; `high` null has no upper end. */
export interface FigureRange {
  low: number;
  high: number | null;
}

export interface FigureRow {
  metric: Metric;
  /** Of its values: per second, milliseconds, a share from 0 to 1. */
  unit: "/s" | "ms" | "share";
  better: Better;
  /** For a percentile: 0.99 for p99. */
  quantile: number | null;
  of(figures: ComparableFigures): number | null;
  /** Where the source doesn't say exactly. Null: `of` is all that is known. */
  rangeOf(figures: ComparableFigures): FigureRange | null;
}

const UNITS: Record<Exclude<Quantity, "any">, FigureRow["unit"]> = {
  requests: "/s",
  items: "/s",
  time: "ms",
  share: "share",
};

/**
 * The metrics that every run has and that tables, trends and comparisons show, in their order. The IDs are also used in
 * addresses, in the API and in stored comparisons.
 */
export const FIGURES = {
  throughput: row({ kind: "throughput" }, ({ throughput }) => throughput),
  items: row({ kind: "items" }, ({ itemsThroughput }) => itemsThroughput),
  mean: row({ kind: "latency", statistic: "mean" }, ({ latencyMs }) => latencyMs.mean ?? null),
  p50: percentile("p50", 50),
  p90: percentile("p90", 90),
  p95: percentile("p95", 95),
  p99: percentile("p99", 99),
  "p99.9": percentile("p99.9", 99.9),
  "error-rate": row(
    { kind: "error-rate" },
    ({ errorRate }) => errorRate,
    ({ errorRate, errorsAtLeast }) =>
      errorsAtLeast === true && errorRate !== null ? { low: errorRate, high: null } : null,
  ),
} as const satisfies Record<string, FigureRow>;

export type FigureId = keyof typeof FIGURES;
export const FIGURE_IDS = Object.keys(FIGURES) as FigureId[];

export function isFigureId(text: string): text is FigureId {
  return Object.hasOwn(FIGURES, text);
}

/** As sentences say it: "error rate". */
export function figureName(id: FigureId): string {
  return formatMetric(FIGURES[id].metric);
}

/** The value that can be compared: null where it is only known to be at least, or between. */
export function exactFigure(id: FigureId, figures: ComparableFigures): number | null {
  return FIGURES[id].rangeOf(figures) === null ? FIGURES[id].of(figures) : null;
}

/** The value in which changes can be looked for. A lower bound rises and falls with what its source leaves out. */
export function exactValue({ value, range }: { value: number | null; range: FigureRange | null }) {
  return range !== null && range.high === null ? null : value;
}

/** What live traffic has of it is what users sent, and says nothing about the service. */
export function isSentByUsers(id: FigureId): boolean {
  return FIGURES[id].unit === "/s";
}

/** The figure for a metric; null if only targets use it. */
export function figureOfMetric(metric: Metric): FigureId | null {
  const text = formatMetric(metric);
  return FIGURE_IDS.find((id) => figureName(id) === text) ?? null;
}

function row(
  metric: Exclude<Metric, { kind: "gauge" }>,
  of: FigureRow["of"],
  rangeOf: FigureRow["rangeOf"] = () => null,
): FigureRow {
  const { quantity, better } = metricRow(metric);
  if (quantity === "any" || better === null) throw new Error(`${metric.kind} has no unit of its own`);
  const quantile = metric.kind === "percentile" ? metric.percent / 100 : null;
  return { metric, unit: UNITS[quantity], better, quantile, of, rangeOf };
}

function percentile(id: PercentileId, percent: number): FigureRow {
  return row(
    { kind: "percentile", percent },
    ({ latencyMs }) => latencyMs[id],
    ({ latencyMs, latencyIntervalsMs }) =>
      latencyMs[id] === null ? (latencyIntervalsMs?.[id] ?? null) : null,
  );
}
