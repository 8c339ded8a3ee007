import { z } from "zod";
import { MAX_OWN_SOURCES, ownSourceAnswer, ownSourceInput } from "../run/own-source.ts";

const source = z.strictObject({
  rule: z.string(),
  title: z.string(),
  /** Null: it was never seen. */
  lastSeenAt: z.iso.datetime().nullable(),
});

const unmappedMetric = z.strictObject({
  name: z.string(),
  /** Of a measurement of line protocol. */
  field: z.string().nullable(),
  kind: z.string(),
  unit: z.string().nullable(),
  /** Of one of its series. */
  tags: z.array(z.tuple([z.string(), z.string()])),
  /** In one request of the client. */
  series: z.int().positive(),
});

/** A service that metrics name and that doesn't exist, because nothing counts any of them. */
export const unmappedSender = z.strictObject({
  /** As in the address of the service, once it is mapped. */
  sender: z.string(),
  name: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The first 50 of them. */
  metrics: z.array(unmappedMetric),
});
export type UnmappedSender = z.infer<typeof unmappedSender>;

/** What becomes of the metrics that arrive for a service. */
export const trafficMapping = z.strictObject({
  service: z.string(),
  serviceName: z.string(),
  /** The source that a person chose; null: the best one that arrives. */
  rule: z.string().nullable(),
  /** Whether IDs in the paths of labels are folded. */
  foldPaths: z.boolean(),
  /** What requests are counted from now; null: nothing has arrived that can be counted. */
  counted: source.nullable(),
  /** The `rule` of further names of the same application, whose requests are counted, too. */
  alsoCounted: z.array(z.string()),
  /** What takes over with its next requests; null: nothing. */
  next: source.nullable(),
  /** What requests could be counted from, as seen so far, best first. */
  sources: z.array(source.extend({ lastSeenAt: z.iso.datetime() })),
  /** What people made, in the order in which they are tried. */
  own: z.array(ownSourceAnswer),
  /** By name. */
  gauges: z.array(z.strictObject({ name: z.string(), unit: z.string().nullable() })),
  /** Metrics of the last day that nothing is made of, by name. */
  unmapped: z.array(unmappedMetric.extend({ lastSeenAt: z.iso.datetime() })),
  /** How many there are, also beyond those listed. */
  unmappedMetrics: z.int().nonnegative(),
  /** When series were last not counted because the service has too many; null: never. */
  leftOutAt: z.iso.datetime().nullable(),
  /** When a histogram last couldn't be counted: its buckets fall, or it has no bucket for all values; null: never. */
  unusableAt: z.iso.datetime().nullable(),
  labels: z.strictObject({
    used: z.int().nonnegative(),
    limit: z.int().positive(),
    /** Some labels in which IDs are folded. */
    folded: z.array(z.string()),
    /** Requests of the last hour, and those of them under "(other)" because the service has too many labels. */
    lastHour: z.strictObject({ requests: z.int().nonnegative(), other: z.int().nonnegative() }),
  }),
});
export type TrafficMapping = z.infer<typeof trafficMapping>;

/** The body of `PATCH /v1/services/{service}/mapping`. What isn't given stays as it is. */
export const changedMapping = z.strictObject({
  /** Null: the best one that arrives. */
  rule: z.string().max(100).nullable().optional(),
  foldPaths: z.boolean().optional(),
  /** All of them, in the order in which they are tried. */
  own: z.array(ownSourceInput).max(MAX_OWN_SOURCES).optional(),
});
