/** What its protocol says about the kind of a series; `unknown` if it says nothing. */
export type SourceKind = "sample" | "counter" | "gauge" | "histogram" | "summary" | "unknown";

/**
 * `each`: every value counts on its own (one request's latency, a gauge's reading). `delta`: counts since the value before.
 * `cumulative`: counts since the source started.
 */
export const TEMPORALITIES = ["each", "delta", "cumulative"] as const;
export type Temporality = (typeof TEMPORALITIES)[number];

export interface MetricSeries {
  /** The metric or, in line protocol, the measurement. */
  name: string;
  /** The field of a measurement; null where a metric has one value. */
  field: string | null;
  /** Sorted by key, each key once. */
  tags: readonly (readonly [key: string, value: string])[];
  /** As the protocol spells it, such as `ms` or `s`; null if it doesn't say. */
  unit: string | null;
  kind: SourceKind;
  temporality: Temporality;
  /** What a sink made of this very object, for when it is handed over again. A copy may carry it, too, and it doesn't count there. */
  memo?: unknown;
}

/** Buckets with their counts. */
export interface BucketCounts {
  /** The upper bounds, rising, in the series' unit; there is one more count, for values above the last. */
  bounds: readonly number[];
  /** Each bucket's own count, not the sum of those below it. */
  counts: readonly number[];
}

export interface HistogramValue {
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
  buckets: BucketCounts;
}

/** Exponential (OTLP) and native (Prometheus) histograms: bucket i holds values in (base^i, base^(i+1)]; base = 2^(2^-scale). */
export interface ExponentialValue {
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
  scale: number;
  zeroThreshold: number;
  zeroCount: number;
  positive: { offset: number; counts: readonly number[] };
  negative: { offset: number; counts: readonly number[] };
}

/** Epoch microseconds. */
export interface MetricTime {
  /** null: the moment of arrival. */
  atMicros: number | null;
  /** Since when the source has counted; null if it doesn't say. A later start is a reset. */
  startMicros: number | null;
}

/** One request of a series, with the trace that shows it. */
export interface MetricExemplar {
  /** As it was sent. */
  traceId: string;
  /** In the series' unit. */
  value: number;
  atMicros: number;
}

/** Where a decoder hands over what a body holds, in the body's order. */
export interface MetricSink {
  /** Once for each series of a body; answers the number by which its values name it. */
  series(series: MetricSeries): number;
  /** The value may be infinite or not a number: that only matters to what uses it. */
  number(series: number, time: MetricTime, value: number): void;
  histogram(series: number, time: MetricTime, value: HistogramValue): void;
  exponential(series: number, time: MetricTime, value: ExponentialValue): void;
  /** The source's own percentiles: [share from 0 to 1, value]. */
  summary(
    series: number,
    time: MetricTime,
    value: { count: number; sum: number | null; quantiles: readonly (readonly [number, number])[] },
  ): void;
  /** Of a series that the body may have no value of. Only those with a trace are handed over. */
  exemplar(series: MetricSeries, exemplar: MetricExemplar): void;
  /** The source says that the series has ended. */
  stale(series: number, time: MetricTime): void;
  /** A line or point that couldn't be used: where (line or index from 1) and why. It isn't counted among the others. */
  refuse(at: number, reason: string): void;
}
