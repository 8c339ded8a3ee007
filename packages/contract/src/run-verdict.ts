import { z } from "zod";
import { figureId, comparisonVerdict, metricStatistic } from "./comparison.ts";
import { runStatus } from "./run-answer.ts";
import { lineOfText } from "./text.ts";
import { targetVerdict, verdict } from "./verdict.ts";

const MAX_COMMITS = 100;

/** The query of `GET /v1/runs/{id}/verdict`. */
export const runVerdictParameters = z.strictObject({
  /** Missing: the one that is set on the experiment, and without one the last good run. */
  baseline: z.union([z.enum(["pinned", "last-good"]), z.uuid()]).optional(),
  /** The baseline is the good run of the first of these commits that has one: a commit and its ancestors, newest first. */
  commit: z.preprocess(
    (given) => (typeof given === "string" ? [given] : given),
    z.array(lineOfText).min(1).max(MAX_COMMITS).optional(),
  ),
});
export type RunVerdictParameters = z.infer<typeof runVerdictParameters>;

const origin = { commit: z.string().nullable(), branch: z.string().nullable() };

/** The response of `GET /v1/runs/{id}/verdict`: what a script needs to pass or fail a build. */
export const runVerdictAnswer = z.strictObject({
  run: z.strictObject({
    id: z.uuid(),
    url: z.url(),
    status: runStatus,
    /** Among the runs of its experiment; null while the run is still in progress. */
    number: z.int().nullable(),
    /** Names; null while the run is still in progress. */
    service: z.string().nullable(),
    experiment: z.string().nullable(),
    ...origin,
  }),
  verdict: verdict.nullable(),
  targets: z.array(
    targetVerdict.pick({ text: true, verdict: true, value: true, unit: true, interval: true, reason: true }),
  ),
  /** Why the run's results prove nothing about the service: it was an outage, or simulated. Null: nothing known. */
  doubt: z.string().nullable(),
  /** What to know about the results, as on the run's page. */
  warnings: z.array(z.strictObject({ code: z.string(), detail: z.string() })).default([]),
  /** What the judged steady phase leaves out; null: nothing, or somebody chose the phase. */
  leftOut: z
    .strictObject({ warmUpSeconds: z.number(), coolDownSeconds: z.number(), judgedSeconds: z.number() })
    .nullable()
    .default(null),
  /** How many generators have uploaded, and how many the experiment's workload has; null: it doesn't say. */
  generators: z.strictObject({ uploaded: z.int(), expected: z.int().nullable() }),
  /** Null without a baseline: `noBaseline` says why. */
  baseline: z
    .strictObject({
      id: z.uuid(),
      url: z.url(),
      number: z.int(),
      ...origin,
      chosen: z.enum(["pinned", "last-good", "commit", "named"]),
      /** Why a comparison with it proves nothing: it was an outage, or simulated. */
      doubt: z.string().nullable(),
      /** Which of the requested commits it is of, from 0; null: it wasn't chosen by commit. */
      commitsBack: z.int().nullable(),
    })
    .nullable(),
  noBaseline: z
    .strictObject({
      reason: z.string(),
      /** The first run of an experiment has none, and neither has the baseline itself. */
      expected: z.boolean(),
    })
    .nullable(),
  /** With the baseline. Null: there is none. */
  comparison: z
    .strictObject({
      url: z.url(),
      state: z.enum(["ready", "working", "failed"]),
      /** Null: not computed yet. */
      verdict: comparisonVerdict.nullable(),
      /** Why the two can't be compared at all. */
      vetoes: z.array(z.string()),
      /** Much more of this run is left out than of its baseline, so a slowdown can hide there. Null: it isn't. */
      leftOut: z.string().nullable().default(null),
      /** Of the whole run (`label` null) and of its busiest labels. */
      regressions: z.array(
        metricStatistic
          .pick({ before: true, after: true, ratio: true, interval: true })
          .extend({ metric: figureId, label: z.string().nullable() }),
      ),
    })
    .nullable(),
  /** Ask again after so many seconds; null: the answer is complete. */
  retryAfterSeconds: z.int().positive().nullable(),
});
export type RunVerdictAnswer = z.infer<typeof runVerdictAnswer>;
