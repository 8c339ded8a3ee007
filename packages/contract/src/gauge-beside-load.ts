import { z } from "zod";

const range = z.strictObject({ low: z.number(), high: z.number() });
const level = z.strictObject({ load: z.number(), value: z.number() });

/** What a gauge did beside the load. What isn't certain is null. */
export const gaugeBesideLoad = z.strictObject({
  /** What its load is: `users`, the gauge, or requests per second. Null: neither is known over time. */
  load: z.enum(["users", "requests"]).nullable(),
  /** The middle nine of ten values. */
  band: range.nullable(),
  /** What it showed with the least load and with the most. */
  byLoad: z.strictObject({ low: level, high: level }).nullable(),
  plateau: range
    .extend({ from: z.iso.datetime(), to: z.iso.datetime(), loadFrom: z.number(), loadTo: z.number() })
    .nullable(),
  peak: z
    .strictObject({
      value: z.number(),
      at: z.iso.datetime(),
      usual: z.number(),
      /** Null: it wasn't back when the values end. */
      backAfterSeconds: z.number().nullable(),
      watchedSeconds: z.number(),
    })
    .nullable(),
  growth: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
});
export type GaugeBesideLoad = z.infer<typeof gaugeBesideLoad>;
