import type { WindowLabel } from "@headroom/services";

export const LABELS_HEAD = [
  "label",
  "kind",
  "requests",
  "errors",
  "requests_per_second",
  "min_ms",
  "mean_ms",
  "p50_ms",
  "p90_ms",
  "p95_ms",
  "p99_ms",
  "p99.9_ms",
  "max_ms",
  "window_from_seconds",
  "window_to_seconds",
  "items",
  "items_per_second",
] as const;

/** The columns of the window are filled if a label is stored too coarsely for the exact window. */
export function labelsLine(label: WindowLabel): (string | number | null)[] {
  const millis = (micros: number | null) => (micros === null ? null : Math.round(micros) / 1_000);
  return [
    label.label,
    label.kind,
    label.requests,
    label.errors,
    label.throughput,
    millis(label.minMicros),
    millis(label.meanMicros),
    millis(label.p50Micros),
    millis(label.p90Micros),
    millis(label.p95Micros),
    millis(label.p99Micros),
    millis(label.p999Micros),
    millis(label.maxMicros),
    label.covered?.fromSeconds ?? null,
    label.covered?.toSeconds ?? null,
    label.items,
    label.items === null || label.throughput === null || !label.requests
      ? null
      : (label.throughput * label.items) / label.requests,
  ];
}
