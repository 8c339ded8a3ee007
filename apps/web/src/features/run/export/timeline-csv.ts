import type { TimelineFigures } from "../timeline-points.ts";

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
] as const;

/** A point without completed requests is left out: missing is not zero. */
export function timelineLines({
  origin,
  pointSeconds,
  points,
}: TimelineFigures): (string | number | null)[][] {
  const start = Date.parse(origin);
  const millis = (micros: number | null) => (micros === null ? null : Math.round(micros) / 1_000);
  return points.map(({ offsetSeconds, requests, errors, latencyMicros }) => [
    new Date(start + offsetSeconds * 1_000).toISOString(),
    offsetSeconds,
    pointSeconds,
    requests,
    errors,
    millis(latencyMicros.p50),
    millis(latencyMicros.p90),
    millis(latencyMicros.p99),
    millis(latencyMicros["p99.9"]),
  ]);
}
