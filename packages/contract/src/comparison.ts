import { z } from "zod";

/** One figure in both runs. `change` is a share (+1.87 is +187 %), `times` the ratio; null where either is missing or 0. */
export const delta = z.strictObject({
  baseline: z.number().nullable(),
  value: z.number().nullable(),
  change: z.number().nullable(),
  times: z.number().nullable(),
});
export type Delta = z.infer<typeof delta>;

/** This run beside the baseline of its experiment. Deltas alone prove nothing, so the verdict is null until it is judged. */
export const comparison = z.strictObject({
  baseline: z.strictObject({ id: z.string(), url: z.string() }),
  throughput: delta,
  itemsPerSecond: delta,
  errorRate: delta,
  latencyMs: z.strictObject({
    mean: delta,
    p50: delta,
    p90: delta,
    p95: delta,
    p99: delta,
    "p99.9": delta,
  }),
  verdict: z.null(),
});
export type Comparison = z.infer<typeof comparison>;
