import { z } from "zod";
import { BREAK_SIGNS, CAPACITY_GAPS, RAMP_LOADS } from "@headroom/core";

const interval = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });

/** A load, with the interval that holds it in nine of ten cases. */
const bend = interval;

const levelAnswer = z.strictObject({
  /** Users, or requests per second. */
  load: z.number(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Successful requests per second. */
  throughput: z.number(),
  errorRate: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  meanMs: z.number().nullable(),
});

/** The Universal Scalability Law: X(N) = λN / (1 + σ(N − 1) + κN(N − 1)). */
export const uslAnswer = z.strictObject({
  lambda: interval,
  sigma: interval,
  kappa: interval,
  rSquared: z.number(),
  /** How far throughput is from the law, as a share of its mean. */
  deviation: z.number(),
  measured: z.strictObject({ from: z.number(), to: z.number(), observations: z.number() }),
  /** Nothing is said of more load than this. */
  limit: z.number(),
  /** Null: the law has no peak up to the limit, or noise could be all there is to it. */
  peak: z.strictObject({ load: interval, throughput: z.number(), measured: z.boolean() }).nullable(),
  /** Neither contention nor coherency can be told from noise. */
  proportional: z.boolean(),
  /** Why it says nothing of loads beyond the measured ones. */
  doubt: z.string().nullable(),
  /** What the law says, up to the limit, or to the largest measured load if there is a doubt. */
  curve: z.array(interval.extend({ load: z.number() })),
});
export type UslAnswer = z.infer<typeof uslAnswer>;

/** What makes a ramp say less than it seems to. */
export const RAMP_NOTES = [
  "load-fell-again",
  "outage",
  "generator-saturated",
  "load-not-offered",
  "closed-loop",
] as const;
export type RampNote = (typeof RAMP_NOTES)[number];

const rampAnswer = z.strictObject({
  load: z.enum(RAMP_LOADS),
  levels: z.array(levelAnswer),
  /** Which latency `latencyRises` is of. */
  latency: z.enum(["p95", "mean"]),
  knee: bend.extend({ of: z.enum(["throughput", "latency"]) }).nullable(),
  latencyRises: bend.nullable(),
  breaking: z.strictObject({ sign: z.enum(BREAK_SIGNS), heldAt: z.number(), brokeAt: z.number() }).nullable(),
  most: z.strictObject({ load: z.number(), throughput: z.number() }),
  /** `fromLoad`: it applies from this load on. */
  notes: z.array(z.strictObject({ note: z.enum(RAMP_NOTES), fromLoad: z.number().nullable() })),
  targets: z.array(
    z.strictObject({
      target: z.string(),
      heldTo: z.number().nullable(),
      missedAt: z.number().nullable(),
      metAgainAt: z.number().nullable(),
      missedThroughout: z.boolean(),
      sentence: z.string(),
    }),
  ),
  usl: z.union([uslAnswer, z.strictObject({ problem: z.string() })]),
});

export const runCapacity = z.strictObject({
  /** The highest throughput held for the required time. Null: the run has no targets. */
  tested: z
    .union([
      z.strictObject({
        proven: z.literal(true),
        throughput: z.number(),
        fromSeconds: z.number(),
        toSeconds: z.number(),
      }),
      z.strictObject({ proven: z.literal(false), gap: z.enum(CAPACITY_GAPS), detail: z.string() }),
    ])
    .nullable(),
  /** What the run shows as a ramp, or why it shows nothing. */
  ramp: z.union([rampAnswer, z.strictObject({ problem: z.string() })]),
});
export type RunCapacity = z.infer<typeof runCapacity>;
export type RampAnswer = z.infer<typeof rampAnswer>;
