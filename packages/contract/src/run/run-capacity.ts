import { z } from "zod";
import { BREAK_SIGNS, CAPACITY_GAPS, MORE_DATA, RAMP_LOADS, TURNS } from "@headroom/core";

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
      /** The target isn't held beyond this load, because throughput falls there. */
      fallsAt: z.number().nullable(),
      sentence: z.string(),
    }),
  ),
  /** What gauges did at the breaking point or the knee, as far as that is certain. */
  gauges: z.array(
    z.strictObject({
      name: z.string(),
      unit: z.string().nullable(),
      at: z.enum(TURNS),
      /** Its value under the least load and under the most. */
      first: z.strictObject({ load: z.number(), value: z.number() }),
      last: z.strictObject({ load: z.number(), value: z.number() }),
      /** The loads between which it changes most. */
      from: z.number(),
      to: z.number(),
      sentence: z.string(),
    }),
  ),
  usl: z.union([uslAnswer, z.strictObject({ problem: z.string() })]),
  /** Null: nobody asked for it. */
  withMoreData: z
    .strictObject({
      times: z.number(),
      throughput: z.number(),
      machines: z.number(),
      sentence: z.string(),
      assumption: z.string(),
    })
    .nullable(),
});

/** A ramp beside others. `targets`: the limits that any of them was judged by, without a load of their own. */
export const comparedRamp = rampAnswer.pick({
  load: true,
  levels: true,
  latency: true,
  knee: true,
  latencyRises: true,
  breaking: true,
  most: true,
  targets: true,
  gauges: true,
});
export type ComparedRampAnswer = z.infer<typeof comparedRamp>;

export const runCapacity = z.strictObject({
  /** The highest throughput held for the required time. Null: the run has no targets. */
  tested: z
    .union([
      z.strictObject({
        proven: z.literal(true),
        throughput: z.number(),
        fromSeconds: z.number(),
        toSeconds: z.number(),
        /** What was left afterwards; null: it didn't collapse. Missing: the run was judged by an earlier version. */
        collapse: z.strictObject({ throughput: z.number(), seconds: z.number() }).nullish(),
      }),
      z.strictObject({ proven: z.literal(false), gap: z.enum(CAPACITY_GAPS), detail: z.string() }),
    ])
    .nullable(),
  /** What the run shows as a ramp, or why it shows nothing. */
  ramp: z.union([rampAnswer, z.strictObject({ problem: z.string() })]),
});
/** The query of `GET /v1/runs/{id}/capacity`. */
export const runCapacityParameters = z.strictObject({
  /** How many times more records there are. */
  data: z.coerce.number().min(MORE_DATA.least).max(MORE_DATA.most).optional(),
});
export type RunCapacity = z.infer<typeof runCapacity>;
export type RampAnswer = z.infer<typeof rampAnswer>;

/** Why a run has no place among the loads of its experiment. */
export const SCALING_GAPS = ["no-steady-phase", "no-users", "no-throughput", "failed"] as const;
export type ScalingGap = (typeof SCALING_GAPS)[number];

const text = z.string().max(2_000).optional();
/** The query of `GET /v1/experiments/{id}/capacity`. */
export const experimentCapacityParameters = z.strictObject({ environment: text, branch: text });

/** How throughput rose with the number of users, over the steady phases of an experiment's runs. */
export const experimentCapacity = z.strictObject({
  experiment: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  /** Only runs with these count; null: runs that don't say. */
  environment: z.string().nullable(),
  branch: z.string().nullable(),
  environments: z.array(z.string()),
  branches: z.array(z.string()),
  /** A simulator sent the requests of these runs. Real and simulated ones are never mixed. */
  simulated: z.boolean(),
  /** By users. */
  runs: z.array(
    z.strictObject({
      id: z.string(),
      number: z.int(),
      ranAt: z.iso.datetime(),
      commit: z.string().nullable(),
      users: z.number(),
      /** Successful requests per second. */
      throughput: z.number(),
      p99Ms: z.number().nullable(),
    }),
  ),
  /** Runs that don't count, by why. */
  leftOut: z.array(z.strictObject({ gap: z.enum(SCALING_GAPS), runs: z.int() })),
  /** There are older runs, which weren't looked at. */
  older: z.boolean(),
  /** Of how many commits they are, those that say it. */
  commits: z.int(),
  usl: z.union([uslAnswer, z.strictObject({ problem: z.string() })]),
});
export type ExperimentCapacityAnswer = z.infer<typeof experimentCapacity>;
