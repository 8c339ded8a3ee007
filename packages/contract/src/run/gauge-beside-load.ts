import { z } from "zod";

const range = z.strictObject({ low: z.number(), high: z.number() });
const level = z.strictObject({ load: z.number(), value: z.number() });

/** How many requests a gauge is a share of, and how many the share is, a second. */
const gaugeShare = z.strictObject({
  /** Labels, as its unit names them; null: all requests. */
  of: z.string().nullable(),
  /** The mean, each value with its requests. */
  percent: z.number(),
  throughput: z.number(),
  shareThroughput: z.number(),
});

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
      /** When it first was that high, but for its noise. Other times count from it. */
      at: z.iso.datetime(),
      usual: z.number(),
      /** Null: when the values end it wasn't back, or only by the last one. */
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
  share: gaugeShare.nullable().optional(),
  /**
   * What another run of the service did to the values after this one. Null: nothing. `loadedUntil`: it began before this one
   * ended, and went on until then. `leftOutFrom`: it began later, and the values from then on aren't read. Missing: an earlier version.
   */
  otherRun: z
    .strictObject({ loadedUntil: z.iso.datetime().nullable(), leftOutFrom: z.iso.datetime().nullable() })
    .nullable()
    .optional(),
});
export type GaugeBesideLoad = z.infer<typeof gaugeBesideLoad>;

/** What other gauges did while a queue, a lag or a latency rose. */
export const gaugesMeanwhile = z.strictObject({
  /** What rose: a gauge, or `mean latency` of all requests. */
  name: z.string(),
  unit: z.string().nullable(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  valueFrom: z.number(),
  valueTo: z.number(),
  others: z.array(
    z.strictObject({
      name: z.string(),
      unit: z.string().nullable(),
      /** The middle nine of ten values in this time, and the median. */
      low: z.number(),
      high: z.number(),
      usual: z.number(),
      /** In the whole run. */
      highest: z.number(),
      isLevel: z.boolean(),
      /** Since when it was level, and what the values are of. Null: since the rise began. */
      levelFrom: z.iso.datetime().nullable(),
      limit: z
        .strictObject({ value: z.number(), by: z.enum(["gauge", "target", "configuration"]) })
        .nullable(),
      /** Null: nothing is certain. */
      standing: z.enum(["may-be-limit", "has-room"]).nullable(),
      /** `stated`: by its stated limit. `stopped`: it followed the load, and then no further. */
      because: z.enum(["stated", "stopped"]).nullable(),
      stopped: z.strictObject({ at: z.iso.datetime(), loadAt: z.number(), loadAfter: z.number() }).nullable(),
    }),
  ),
  /** The same in sentences. Times count from the start of the run. */
  words: z.array(z.string()),
});
export type GaugesMeanwhile = z.infer<typeof gaugesMeanwhile>;
