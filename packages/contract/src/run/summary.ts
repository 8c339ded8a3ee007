import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";
import { latencyMs } from "./latency.ts";

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);

/** What a metric lies between; `high` null has no upper end. */
export const figureRange = z.strictObject({
  low: z.number().nonnegative(),
  high: z.number().nonnegative().nullable(),
});

/** The range of each percentile that has no exact value in `latencyMs`; `high` null has no upper end. */
const latencyIntervalsMs = z
  .strictObject({
    p50: figureRange,
    p90: figureRange,
    p95: figureRange,
    p99: figureRange,
    "p99.9": figureRange,
  })
  .partial();

/** One label of a run. Only labels of kind `request` count in the totals. */
export const labelSummary = z.strictObject({
  label: z.string(),
  kind: z.enum(LABEL_KINDS),
  requests: count,
  /** Null: the source doesn't report it. */
  errors: count.nullable(),
  throughput: z.number().nonnegative().nullable(),
  /** Rows or messages, where a request carries several; otherwise as many as requests. */
  items: count.nullable().default(null),
  itemsThroughput: z.number().nonnegative().nullable().default(null),
  /** Of the items of all requests. */
  itemsShare: share.nullable().default(null),
  latencyMs,
  latencyIntervalsMs: latencyIntervalsMs.default({}),
});
export type LabelSummary = z.infer<typeof labelSummary>;

/** The metrics of a window, without its labels. Throughput is requests per second, rates are shares 0..1. */
export const windowSummary = z.strictObject({
  /** Null, here and in all metrics: the source doesn't report it. */
  requests: count.nullable(),
  items: count.nullable(),
  errors: count.nullable(),
  errorRate: share.nullable(),
  /** The source leaves out some failed requests: there are at least so many. */
  errorsAtLeast: z.literal(true).optional(),
  durationSeconds: z.number().nonnegative().nullable(),
  throughput: z.number().nonnegative().nullable(),
  latencyMs,
  latencyIntervalsMs,
});
export type WindowSummary = z.infer<typeof windowSummary>;

/** How many labels a run's response contains; the others are paged. */
export const LABELS_IN_SUMMARY = 1_000;

/** The metrics of the whole run. `labels` are the busiest, `labelsTotal` is the number of all. */
export const runSummary = windowSummary.extend({
  labelsTotal: count,
  labels: z.array(labelSummary).max(LABELS_IN_SUMMARY),
});
export type RunSummary = z.infer<typeof runSummary>;
