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
      /** The same from the end of the run. Null: it was back before, or not at all. */
      backAfterEndSeconds: z.number().nullable(),
      /** What it showed when it was back, or with its last value. */
      backTo: z.number(),
      watchedSeconds: z.number(),
      /** How long it was watched after the run. */
      watchedAfterEndSeconds: z.number(),
    })
    .nullable(),
  /** `dip`: how far it fell at most, from any value to a later one. */
  growth: z.strictObject({ from: z.number(), to: z.number(), dip: z.number() }).nullable(),
  /** When a count of whole things was changed, like instances. */
  steps: z.array(z.strictObject({ from: z.number(), to: z.number(), at: z.iso.datetime() })).nullable(),
});
export type GaugeBesideLoad = z.infer<typeof gaugeBesideLoad>;
