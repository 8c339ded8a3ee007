import type { TargetLine, TimeComment, TimeEvent, WallClock } from "./time-model.ts";

export const PERCENTILE_LINES = ["p50", "p90", "p99", "p99.9"] as const;
export type PercentileLine = (typeof PERCENTILE_LINES)[number];

/** Every line that latency can have; those that aren't always drawn appear with a target for them. */
export const LATENCY_LINES = ["mean", "p50", "p90", "p95", "p99", "p99.9"] as const;
export type LatencyLine = (typeof LATENCY_LINES)[number];

/** Percentiles are ordered, so they share one hue; p99 is the strongest and the thickest. */
export const PERCENTILE_LOOKS: Record<PercentileLine, { color: string; width: number }> = {
  p50: { color: "var(--q50)", width: 1.7 },
  p90: { color: "var(--q90)", width: 1.7 },
  p99: { color: "var(--q99)", width: 2.5 },
  "p99.9": { color: "var(--q999)", width: 1.2 },
};

/** Contains the true value; without an upper end, it can be anything above the lower one. */
export interface LatencyRange {
  lowMicros: number;
  highMicros: number | null;
}

/** One point of the run, as it was read. */
export interface TimelinePoint {
  offsetSeconds: number;
  requests: number;
  /** Null: the source doesn't report errors. */
  errors: number | null;
  latencyMicros: Readonly<
    Record<PercentileLine, number | null> & Partial<Record<LatencyLine, number | null>>
  >;
  /** What the source's own buckets give instead; null where values are known, or nothing is. */
  latencyRanges?: Readonly<Record<PercentileLine, LatencyRange | null>> | null;
}

/** A gauge of the run, or several of one unit: a chart of its own under the same crosshair. */
export interface TimelineGauge {
  key: string;
  /** "cpu" */
  name: string;
  /** "%": stands above the axis; null for a bare number. */
  unit: string | null;
  /** How long a sample's stretch of time is; without it, a sample is a moment. */
  sampleSeconds?: number;
  lines: readonly {
    name: string;
    samples: readonly { offsetSeconds: number; value: number | null }[];
  }[];
  targets?: readonly TargetLine[];
  /** What its values lay between, where its source or merged values say so: columns of the table. */
  ranges?: readonly { offsetSeconds: number; low: number; high: number }[];
}

/** A target of a latency. `of` is the line that it is about: it is drawn, and the first one leads. */
export interface LatencyTargetLine extends TargetLine {
  of?: LatencyLine;
}

export interface TimelineInput {
  /** Shows times of day; absent: times count from the start of the run. */
  clock?: WallClock;
  /** Seconds of one point; the cells that were merged into it are `cellSeconds` long. */
  pointSeconds: number;
  cellSeconds: number;
  /** From the origin of the run to its last completion. */
  lengthSeconds: number;
  points: readonly TimelinePoint[];
  /** Why requests failed, most frequent first, a count for each point; absent: it isn't known when. */
  failures?: readonly { name: string; counts: readonly number[] }[];
  /** Parts that are not judged, in words. */
  leftOut: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  /** When no request succeeded, in words: visible however long a point is. */
  outages?: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  throughputTargets: readonly TargetLine[];
  /** In milliseconds. */
  latencyTargets: readonly LatencyTargetLine[];
  /** Doesn't draw p99.9 if only its bucket is known: it would jump between the ends of buckets. */
  hidesCoarseTail?: boolean;
  /** What is drawn of the run; all of it when absent. */
  window?: { fromSeconds: number; toSeconds: number } | null;
  /** The planned rate, constant or over time. Its text is shown at the end of the line. */
  expected?: {
    text: string;
    perSecond: number | readonly { offsetSeconds: number; perSecond: number | null }[];
  } | null;
  events?: readonly TimeEvent[];
  comments?: readonly TimeComment[];
  /** The judged phase; its edges can be dragged where the page allows it. */
  steady?: { fromSeconds: number; toSeconds: number } | null;
  gauges?: readonly TimelineGauge[];
}
