import { PERCENTILE_LINES } from "@headroom/ui/charts";
import type { TimelineFigures } from "../timeline/timeline-points.ts";

export const TIMELINE_HEAD = [
  "time_utc",
  "offset_seconds",
  "seconds",
  "requests",
  "errors",
  "p50_ms",
  "p90_ms",
  "p99_ms",
  "p99.9_ms",
  "p50_low_ms",
  "p50_high_ms",
  "p90_low_ms",
  "p90_high_ms",
  "p99_low_ms",
  "p99_high_ms",
  "p99.9_low_ms",
  "p99.9_high_ms",
] as const;

/**
 * A point without completed requests is left out: missing is not zero. The last columns are filled instead of the
 * percentiles if the source has buckets of its own.
 */
export function timelineLines({
  origin,
  pointSeconds,
  points,
}: TimelineFigures): (string | number | null)[][] {
  const start = Date.parse(origin);
  const millis = (micros: number | null) => (micros === null ? null : Math.round(micros) / 1_000);
  return points.map(({ offsetSeconds, requests, errors, latencyMicros, latencyRanges }) => [
    new Date(start + offsetSeconds * 1_000).toISOString(),
    offsetSeconds,
    pointSeconds,
    requests,
    errors,
    millis(latencyMicros.p50),
    millis(latencyMicros.p90),
    millis(latencyMicros.p99),
    millis(latencyMicros["p99.9"]),
    ...PERCENTILE_LINES.flatMap((line) => {
      const range = latencyRanges?.[line] ?? null;
      return range === null ? [null, null] : [millis(range.lowMicros), millis(range.highMicros)];
    }),
  ]);
}
