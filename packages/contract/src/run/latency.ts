import { z } from "zod";

/** Milliseconds, or null if the source doesn't give the value. */
const milliseconds = z.number().nonnegative().nullable();

/** Latencies of all requests of a run, a label or a window. */
export const latencyMs = z.strictObject({
  min: milliseconds,
  mean: milliseconds,
  p50: milliseconds,
  p90: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
  "p99.9": milliseconds,
  max: milliseconds,
});
export type LatencyMs = z.infer<typeof latencyMs>;

/** The percentiles that every summary has. */
export type Percentile = Exclude<keyof LatencyMs, "min" | "mean" | "max">;
