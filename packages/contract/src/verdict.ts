import { z } from "zod";
import type { Metric } from "@headroom/core";

/** `unsure` is a verdict of its own: too few requests, load not offered, within the error bound. Never a pass. */
export const verdict = z.enum(["met", "missed", "unsure"]);

export const comparator = z.enum(["<=", ">=", "<", ">"]);

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
  margin: z.number().nullable(),
  bound: z.number().nullable(),
  window: z
    .strictObject({ from: z.iso.datetime(), to: z.iso.datetime(), kind: z.enum(["steady", "whole", "load"]) })
    .nullable(),
  verdict,
  reason: z.string(),
});
export type TargetVerdictAnswer = z.infer<typeof targetVerdict>;
