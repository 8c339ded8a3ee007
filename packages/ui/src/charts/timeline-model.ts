import type { Tick } from "./axis-ticks.ts";

export const PERCENTILE_LINES = ["p50", "p90", "p99", "p99.9"] as const;
export type PercentileLine = (typeof PERCENTILE_LINES)[number];

/** Percentiles are ordered, so they share one hue; p99 is the strongest and the thickest. */
export const PERCENTILE_LOOKS: Record<PercentileLine, { color: string; width: number }> = {
  p50: { color: "var(--q50)", width: 1.7 },
  p90: { color: "var(--q90)", width: 1.7 },
  p99: { color: "var(--q99)", width: 2.5 },
  "p99.9": { color: "var(--q999)", width: 1.2 },
};

/** One slice of the run, as it was read. */
export interface TimelineSlice {
  offsetSeconds: number;
  requests: number;
  errors: number;
  latencyMicros: Readonly<Record<PercentileLine, number | null>>;
}

export interface TargetLine {
  value: number;
  text: string;
}

export interface TimelineInput {
  /** Seconds of one slice; the cells that were merged into it are `cellSeconds` long. */
  sliceSeconds: number;
  cellSeconds: number;
  /** From the origin of the run to its last completion. */
  lengthSeconds: number;
  slices: readonly TimelineSlice[];
  /** Parts that are not judged, in words. */
  leftOut: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  throughputTargets: readonly TargetLine[];
  /** In milliseconds. */
  latencyTargets: readonly TargetLine[];
}

export interface TimelinePoint {
  /** The middle of the slice, where it is drawn. */
  at: number;
  fromSeconds: number;
  requests: number | null;
  errors: number | null;
  throughput: number | null;
  /** Milliseconds. */
  p50: number | null;
  p90: number | null;
  p99: number | null;
  "p99.9": number | null;
  /** Between two gaps: a line cannot show it, a dot does. */
  alone: boolean;
}

export interface Axis {
  domain: readonly [number, number];
  ticks: readonly Tick[];
}

export interface TimelineModel {
  points: readonly TimelinePoint[];
  time: readonly [number, number];
  gaps: readonly { from: number; to: number }[];
  shades: readonly { from: number; to: number; label: string }[];
  throughput: Axis & { targets: readonly TargetLine[] };
  /** Null where the source gives no latencies over time. */
  latency: (Axis & { targets: readonly TargetLine[] }) | null;
  /** What one point is, in words. */
  pointText: string;
}
