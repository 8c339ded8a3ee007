import { z } from "zod";

/** `unsure` is a verdict of its own: too few requests, load not offered, inside the error bound. Never a pass. */
export const verdict = z.enum(["met", "missed", "unsure"]);

export const comparator = z.enum(["<=", ">=", "<", ">"]);

/** One target and how the run stands against it. `value`, `margin` and `bound` are in the target's unit. */
export const targetVerdict = z.strictObject({
  metric: z.string(),
  label: z.string().nullable(),
  /** The load that it is a promise for; null: any. */
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
