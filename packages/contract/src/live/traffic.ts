import { z } from "zod";
import { gaugeBesideLoad } from "../run/gauge-beside-load.ts";
import { importParameters } from "../run/import-parameters.ts";
import { instant } from "../instant.ts";
import { windowSummary } from "../run/summary.ts";

const gaugePoint = z.strictObject({
  at: z.iso.datetime(),
  mean: z.number(),
  min: z.number(),
  max: z.number(),
});

/** Traffic that a simulator made up. */
export const simulatedStretch = z.strictObject({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The figures have real requests, too: nobody can tell them apart. */
  withReal: z.boolean(),
});
export type SimulatedStretch = z.infer<typeof simulatedStretch>;

/** A service's live traffic in a stretch of time. */
export const trafficAnswer = z.strictObject({
  service: z.string(),
  name: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The length of a point. */
  pointSeconds: z.int().positive(),
  /** What the requests are counted from; null: nothing has arrived that can be counted. */
  source: z.strictObject({ rule: z.string(), title: z.string() }).nullable(),
  /** Further names under which the application sends its durations. Their requests are counted, too, once for each process. */
  alsoCounted: z.array(z.strictObject({ rule: z.string(), title: z.string() })),
  /** What else has arrived and would be requests, but isn't counted: it can be the same requests again. Latest first. */
  notCounted: z.array(z.strictObject({ rule: z.string(), title: z.string(), lastSeenAt: z.iso.datetime() })),
  /**
   * The replicas of a collector that were heard within the last hour, if there are several: they read the same series, so one of
   * them counts. By name.
   */
  replicas: z.array(
    z.strictObject({
      name: z.string(),
      /** False: it is standing by. */
      isCounted: z.boolean(),
      lastSeenAt: z.iso.datetime(),
    }),
  ),
  /** Labels whose two values are senders of the same counters: what they have counted shows it. */
  readTwice: z.array(
    z.strictObject({
      label: z.string(),
      values: z.tuple([z.string(), z.string()]),
      /** False: all of it counts twice, until one of them stops. */
      isCountedOnce: z.boolean(),
      foundAt: z.iso.datetime(),
    }),
  ),
  /**
   * Processes that were read for the first time in the stretch, as after a deploy; null: none. What they had counted by then is in
   * no figure, because nobody knows since when they counted it. Neither is what those before them counted after their last reading.
   */
  begun: z
    .strictObject({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      processes: z.int().positive(),
      requestsAtMost: z.number().nonnegative(),
    })
    .nullable(),
  /** How many metrics have arrived within the last day that nothing is made of. */
  unmappedMetrics: z.int().nonnegative(),
  /** The latest second with requests or gauges. */
  latestAt: z.iso.datetime().nullable(),
  /** When something arrived last. */
  heardAt: z.iso.datetime().nullable(),
  /** Null: all requests. Otherwise a label, or several together, as in `search | listings *`. */
  label: z.string().nullable(),
  /** The labels that `label` selects; null: all requests. */
  selected: z
    .strictObject({
      /** The busiest in the stretch, up to 100. */
      labels: z.array(z.string()),
      labelsTotal: z.int().nonnegative(),
      /** Of all requests, from 0 to 1. Null: there were none. */
      share: z.number().nullable(),
    })
    .nullable(),
  total: windowSummary,
  /** Points without requests are missing: nobody knows whether there were none or none were reported. */
  points: z.array(windowSummary.extend({ at: z.iso.datetime() })),
  labelsTotal: z.int().nonnegative(),
  /** The busiest labels of the whole stretch. */
  labels: z.array(
    windowSummary.extend({
      label: z.string(),
      /** Of all requests, from 0 to 1. */
      share: z.number(),
    }),
  ),
  /**
   * Where sources that add up since their start weren't heard for more than 5 minutes. What they counted in between is in no
   * point and no total, because nobody knows when it happened. Each overlaps the stretch, and `requests` is for all of it.
   */
  gaps: z.array(
    z.strictObject({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      requests: z.int().nonnegative(),
      /** A source began again in between: there were at least so many. */
      atLeast: z.boolean(),
    }),
  ),
  /** When series were last not counted because the service has too many; null: never. */
  leftOutAt: z.iso.datetime().nullable(),
  /** When a histogram last couldn't be counted: its buckets fall, or it has no bucket for all values; null: never. */
  unusableAt: z.iso.datetime().nullable(),
  /**
   * When data last arrived whose newest time was more than two minutes ahead of its arrival, or behind it (negative): a clock
   * is wrong, or it was sent late. More than 600 s ahead or a day behind, it was refused. Null: never, or what was sent late has
   * caught up.
   */
  offClock: z
    .strictObject({
      at: z.iso.datetime(),
      aheadSeconds: z.int(),
      /** It was late, and other data had arrived in time. */
      partly: z.boolean(),
    })
    .nullable(),
  /** The part of the stretch in which traffic was simulated; null: none. */
  simulated: simulatedStretch.nullable(),
  gauges: z.array(
    z.strictObject({
      name: z.string(),
      unit: z.string().nullable(),
      points: z.array(gaugePoint),
      besideLoad: gaugeBesideLoad,
    }),
  ),
});
export type TrafficAnswer = z.infer<typeof trafficAnswer>;

/** The query of `GET /v1/services/{service}/traffic`. */
export const trafficParameters = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  label: z.string().max(500).optional(),
});

const { experiment, environment, commit, branch, notes } = importParameters.shape;

/** Makes a run of a service's live traffic in a stretch of time. */
export const keepTraffic = z.strictObject({
  from: instant,
  to: instant,
  experiment,
  environment,
  commit,
  branch,
  notes,
});
