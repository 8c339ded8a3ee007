import { z } from "zod";
import { COMPARATORS, DOUBT_CODES, FAILURES_PARTS, VERDICTS } from "@headroom/core";
import type { Metric } from "@headroom/core";

/**
 * `unsure` is a verdict of its own: too few requests, load not offered, too close to call. Never a pass. `no-baseline`:
 * the target is relative to a baseline that the experiment doesn't have yet.
 */
export const verdict = z.enum(VERDICTS);

export const comparator = z.enum(COMPARATORS);

const statistic = z.enum(["mean", "min", "max"]);

/** What a target is about. */
export const metric = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("throughput") }),
  z.strictObject({ kind: z.literal("items") }),
  z.strictObject({ kind: z.literal("percentile"), percent: z.number() }),
  z.strictObject({ kind: z.literal("latency"), statistic }),
  z.strictObject({ kind: z.literal("error-rate") }),
  z.strictObject({ kind: z.literal("achieved") }),
  z.strictObject({ kind: z.literal("gauge"), statistic, gauge: z.string() }),
]) satisfies z.ZodType<Metric, Metric>;

/** One target and the run's result. `value`, `margin` and `bound` are in the target's unit. */
export const targetVerdict = z.strictObject({
  /** As written: "p99 of "GET /search" <= 200 ms". */
  text: z.string(),
  metric,
  label: z.string().nullable(),
  /** The load that it applies to; null: any. */
  users: z.number().positive().nullable(),
  comparator,
  threshold: z.number(),
  unit: z.string(),
  value: z.number().nullable(),
  /** What the figure lies between where no single value is known. `high` null: at least that. Null: there is a value, or nothing is known. */
  range: z.strictObject({ low: z.number(), high: z.number().nullable() }).nullish(),
  margin: z.number().nullable(),
  bound: z.number().nullable(),
  /**
   * Where the true figure can be by chance, `bound` included, each end with the verdict's confidence. Null: chance has no
   * part in the figure, or how much isn't known.
   */
  interval: z
    .strictObject({
      low: z.number(),
      /** Null: too few requests for an upper end. */
      high: z.number().nullable(),
    })
    .nullable(),
  /** How sure met and missed had to be. Null: the run was judged before verdicts took chance into account. */
  confidence: z.number().nullable(),
  /**
   * `all`: every request failed. `hide`: failed requests make the figure look better, and the one given is that of the
   * successful requests. `cause`: without failed requests, the target would be met. Null: none of these.
   */
  failures: z.enum(FAILURES_PARTS).nullable(),
  window: z
    .strictObject({ from: z.iso.datetime(), to: z.iso.datetime(), kind: z.enum(["steady", "whole", "load"]) })
    .nullable(),
  verdict,
  /** Of an unsure target: why, and how large a run would settle it. Null: it is settled, or was judged before this was kept. */
  doubt: z
    .strictObject({
      code: z.enum(DOUBT_CODES),
      requests: z.number().nullable(),
      seconds: z.number().nullable(),
      /** What keeps it unsure, without what else is said of its figure. */
      words: z.string().optional(),
    })
    .nullable()
    .default(null),
  reason: z.string(),
});
export type TargetVerdictAnswer = z.infer<typeof targetVerdict>;
