import { z } from "zod";
import { windowSummary } from "./summary.ts";

const gaugePoint = z.strictObject({
  at: z.iso.datetime(),
  mean: z.number(),
  min: z.number(),
  max: z.number(),
});

/** A service's live traffic in a stretch of time. */
export const trafficAnswer = z.strictObject({
  service: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The length of a point. */
  pointSeconds: z.int().positive(),
  /** What the requests are counted from; null: nothing has arrived that can be counted. */
  source: z.strictObject({ rule: z.string(), title: z.string() }).nullable(),
  /** The latest second with requests or gauges. */
  latestAt: z.iso.datetime().nullable(),
  /** When something arrived last. */
  heardAt: z.iso.datetime().nullable(),
  /** Null: all requests. */
  label: z.string().nullable(),
  total: windowSummary,
  /** Points without requests are missing: nobody knows whether there were none or none were reported. */
  points: z.array(windowSummary.extend({ at: z.iso.datetime() })),
  /** The busiest labels of the whole stretch. */
  labels: z.array(windowSummary.extend({ label: z.string() })),
  gauges: z.array(
    z.strictObject({ name: z.string(), unit: z.string().nullable(), points: z.array(gaugePoint) }),
  ),
});
export type TrafficAnswer = z.infer<typeof trafficAnswer>;
