export type Comparator = "<=" | ">=" | "<" | ">";

export type TargetMetric =
  | { kind: "throughput"; of: "requests" | "items" }
  | { kind: "percentile"; percent: number }
  | { kind: "latency"; statistic: "mean" | "min" | "max" }
  | { kind: "error-rate" }
  | { kind: "achieved" }
  | { kind: "gauge"; statistic: "mean" | "min" | "max"; gauge: string };

/** A figure in the unit it was written in, or the baseline's figure changed by a percentage. */
export type TargetThreshold =
  { kind: "absolute"; value: number; unit: string } | { kind: "baseline"; changePercent: number };

/** One promise. `label` null is the run; `users` null is any load. */
export interface Target {
  metric: TargetMetric;
  label: string | null;
  comparator: Comparator;
  threshold: TargetThreshold;
  users: number | null;
}

export interface TargetError {
  message: string;
  /** Index of the character, as JavaScript counts them. */
  at: number;
  hint: string;
}

export type ParsedTarget = { ok: true; target: Target } | { ok: false; error: TargetError };

export function parseTarget(text: string): ParsedTarget {
  return { ok: false, error: { message: "Targets are not read yet", at: 0, hint: text } };
}

/** The canonical text of a target; parsing it gives the target again. */
export function formatTarget(target: Target): string {
  return target.comparator;
}
