import { z } from "zod";
import { figureId, comparisonVerdict, metricStatistic } from "../comparison/comparison.ts";
import { judgement, pairOutcome } from "./judgement.ts";
import { queryDecimal } from "../query-number.ts";
import { repeated } from "../repeated.ts";
import { runStatus } from "./run-answer.ts";
import { whatChangedAnswer } from "./run-configuration.ts";
import { lineOfText } from "../text.ts";
import { targetVerdict, verdict } from "./verdict.ts";

const MAX_COMMITS = 100;

/** The query of `GET /v1/runs/{id}/verdict`. */
export const runVerdictParameters = z.strictObject({
  /** Missing: the one that is set on the experiment, and without one the last good run. */
  baseline: z.union([z.enum(["pinned", "last-good"]), z.uuid()]).optional(),
  /** The baseline is the good run of the first of these commits that has one: a commit and its ancestors, newest first. */
  commit: repeated(z.array(lineOfText).min(1).max(MAX_COMMITS).optional()),
  /** In percent: a smaller regression is reported and decides nothing. */
  minChange: queryDecimal(z.number().min(0).max(1_000).optional()),
  /** In percent: unsure if the pair couldn't have shown a change of this size. 20 by default. */
  detect: queryDecimal(z.number().positive().max(1_000).optional()),
  /** `ignore`: only the comparison counts. */
  targets: z.enum(["count", "ignore"]).optional(),
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
    /** When its first request began and its last one ended; null: not known yet. */
    startedAt: z.iso.datetime().nullable().default(null),
    endedAt: z.iso.datetime().nullable().default(null),
  }),
  /** The one answer about the run. Null: it isn't decided yet; `retryAfterSeconds` says when to ask again. */
  judgement: judgement.nullable().default(null),
  /** What its targets alone say. */
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
      /** The other runs of the level, of which the baseline is the newest. The run is compared with all of them together. */
      level: z.array(z.strictObject({ id: z.uuid(), number: z.int() })).default([]),
      /** Why a comparison with it proves nothing: it was an outage, or simulated. */
      doubt: z.string().nullable(),
      /** Which of the requested commits it is of, from 0; null: it wasn't chosen by commit. */
      commitsBack: z.int().nullable(),
      /** The page of GitHub, GitLab or Bitbucket with the commits between both; null: the run has no CI link to one of them. */
      commitsUrl: z.url().nullable().default(null),
    })
    .nullable(),
  noBaseline: z
    .strictObject({
      reason: z.string(),
      /** The first run of an experiment has none, and neither has the baseline itself. */
      expected: z.boolean(),
    })
    .nullable(),
  /** What people say differs from the baseline: it may be why the metrics differ. Null: there is no baseline. */
  whatChanged: whatChangedAnswer.nullable().default(null),
  /** With the baseline. Null: there is none. */
  comparison: z
    .strictObject({
      url: z.url(),
      state: z.enum(["ready", "working", "failed"]),
      /** What is concluded from the pair, as its comparison shows it. Null: not computed yet. Missing: an earlier version. */
      outcome: pairOutcome.nullable().optional(),
      /** The worst verdict of its metrics, which older clients read. Null: not computed yet. */
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
