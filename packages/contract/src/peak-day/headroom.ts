import { z } from "zod";
import { figureRange } from "../run/summary.ts";

const named = z.strictObject({ id: z.string(), name: z.string() });
const verdict = z.enum(["ready", "at-risk", "not-ready"]);

/** How high a peak is expected to be, in requests a second. */
export const expectedPeak = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("typed"),
    throughput: z.number(),
    source: z.string().nullable(),
    /** An earlier peak day and the expected growth come to more; null or missing: they don't. */
    below: z
      .strictObject({
        earlier: named,
        /** What they come to. */
        low: z.number(),
        high: z.number(),
        /** When that rises above what tests have shown; null: it doesn't. */
        crosses: z
          .strictObject({
            throughput: z.number(),
            state: z.enum(["proven", "accepted"]),
            at: z.iso.datetime(),
          })
          .nullable(),
      })
      .nullable()
      .optional(),
  }),
  z.strictObject({
    kind: z.literal("growth"),
    throughput: z.number(),
    earlier: named,
    /** The earlier day's, and by how much this one is expected to be larger. */
    peak: z.number(),
    growth: z.number(),
    simulated: z.boolean(),
  }),
]);

export const readinessReason = z.strictObject({
  rule: z.string(),
  level: z.enum(["at-risk", "not-ready"]),
  experiment: named.nullable(),
  /** One sentence, after the experiment's name if there is one. */
  words: z.string(),
  step: z.string(),
});
export type ReadinessReasonAnswer = z.infer<typeof readinessReason>;

/** What a run showed for a target that it missed. */
export const missAnswer = z.strictObject({
  target: z.string(),
  /** In the target's unit; null: not known, or known only to a range. */
  value: z.number().nullable(),
  range: figureRange.nullable().optional(),
  unit: z.string(),
});
export type MissAnswer = z.infer<typeof missAnswer>;

const proofRun = z.strictObject({
  id: z.string(),
  number: z.int(),
  ranAt: z.iso.datetime(),
  environment: z.string().nullable(),
  /** The run's branch, if it counts only because the default branch has no run. Otherwise null or missing. */
  otherBranch: z.string().nullable().optional(),
  /** "labels matching “setup*”": they were left out when it was uploaded. Null or missing: none were. */
  leftOut: z.string().nullable().optional(),
});
export type ProofRunAnswer = z.infer<typeof proofRun>;

/** What one experiment that represents the peak proves. */
export const experimentProofAnswer = z.strictObject({
  experiment: named,
  /** Accepted: it missed targets, and a member accepts all of the misses. The throughput is what was measured. */
  state: z.enum(["proven", "accepted", "unproven"]),
  /** With the calibration. */
  throughput: z.number().nullable(),
  /** What a past peak day showed that proofs of this environment are worth; null: nothing less. */
  calibration: z.strictObject({ factor: z.number(), peakDay: named }).nullable(),
  run: proofRun.nullable(),
  /** It ran in another environment than the one in which the peak takes place. */
  elsewhere: z.boolean(),
  misses: z.array(missAnswer),
  /** When the first of its accepted risks ends; null if it doesn't depend on any. */
  acceptedUntil: z.iso.datetime().nullable(),
  freshness: z
    .strictObject({
      state: z.enum(["fresh", "ageing", "outdated"]),
      days: z.int(),
      /** Null: the service doesn't report its deploys. */
      deploys: z.int().nullable(),
      endsAt: z.iso.datetime(),
      /** "41 days and 37 deploys ago" */
      words: z.string(),
    })
    .nullable(),
  /** Why it has no proof. */
  detail: z.string().nullable(),
});
export type ExperimentProofAnswer = z.infer<typeof experimentProofAnswer>;

/** What production itself held for as long as a throughput has to be held. */
export const productionProofAnswer = z.strictObject({
  throughput: z.number(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Milliseconds; null: not known. A high of null is above the highest bound of the source. */
  p99Ms: z.strictObject({ low: z.number(), high: z.number().nullable() }).nullable(),
  errorRate: z.number().nullable(),
  /** The last deploy of that day before or during it; null: none is known. */
  deploy: z.strictObject({ title: z.string(), at: z.iso.datetime(), inside: z.boolean() }).nullable(),
  /** When it no longer counts. */
  endsAt: z.iso.datetime(),
  /** "Production itself held 31,000 req/s on 26 Nov 2026 at 20:41 for 5 minutes, p99 140 ms." */
  sentence: z.string(),
});
export type ProductionProofAnswer = z.infer<typeof productionProofAnswer>;

export const peakHeadroom = z.strictObject({
  peakDay: named.extend({
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    timeZone: z.string(),
  }),
  expected: expectedPeak.nullable(),
  /** The expected peak times the required factor. */
  required: z.number().nullable(),
  /** Tested capacity divided by the expected peak. */
  times: z.number().nullable(),
  verdict,
  sentence: z.string(),
  reasons: z.array(readinessReason),
});
export type PeakHeadroom = z.infer<typeof peakHeadroom>;

export const headroomPolicy = z.strictObject({
  factor: z.number(),
  proofDays: z.int(),
  proofDeploys: z.int().nullable(),
  peakEnvironment: z.string(),
});

export const headroomAnswer = z.strictObject({
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  /** The worst of its coming peak days; `no-peak-day`: none is coming. */
  verdict: z.enum([...verdict.options, "no-peak-day"]),
  sentence: z.string(),
  /** The coming peak day that decides: the least ready one. */
  decidedBy: z.string().nullable(),
  /** The one next step; null: nothing is missing. */
  step: z.string().nullable(),
  policy: headroomPolicy,
  /** The lowest over the experiments; null: unproven. */
  capacity: z.number().nullable(),
  experiments: z.array(experimentProofAnswer),
  /** The most of the days for which a proof counts; null or missing: nothing was held. */
  production: productionProofAnswer.nullable().optional(),
  /** Whether the run that sets the capacity was like live traffic; null: there is no such run. */
  representative: z.enum(["yes", "in-part", "no", "unknown"]).nullable(),
  /** Those to come, first one first. */
  peaks: z.array(peakHeadroom),
});
export type HeadroomAnswer = z.infer<typeof headroomAnswer>;
