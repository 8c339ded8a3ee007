import { z } from "zod";
import { CHANGE_DIRECTIONS, ERRORS_BY, MAX_WORD_LENGTH, TREND_METRICS } from "@headroom/core";
import { instant } from "../instant.ts";
import { runStatus } from "../run/run-answer.ts";
import { setAside } from "../run/run-mark.ts";
import { figureRange } from "../run/summary.ts";
import { freeText } from "../text.ts";
import { runOutcome } from "../run/judgement.ts";
import { verdict } from "../run/verdict.ts";

const text = z.string().max(2_000).optional();

export const trendMetric = z.enum(TREND_METRICS);

/** The query of `GET /v1/experiments/{id}/trend`. */
export const experimentTrendParameters = z.strictObject({
  metric: trendMetric.default("p99"),
  /** A request label; missing: all requests. */
  label: text,
  branch: text,
  environment: text,
  /** The first and the last moment at which a run may have started. */
  from: instant.optional(),
  to: instant.optional(),
});

const trendRun = z.strictObject({
  id: z.uuid(),
  url: z.url(),
  number: z.int(),
  /** When it started; when it was uploaded, if its source doesn't say. */
  at: z.iso.datetime(),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  environment: z.string().nullable(),
  version: z.string().nullable(),
  status: runStatus.exclude(["receiving"]),
  tool: z.string(),
  verdict: verdict.nullable(),
  /** What is concluded from it. Null: it isn't decided yet. */
  outcome: runOutcome.nullable().default(null),
  /** Null: the run doesn't have it. */
  value: z.number().nullable(),
  /** What the value lies between, if it isn't exactly known. */
  range: figureRange.nullable(),
  /** What its errors were counted by, if that makes a difference; otherwise null. */
  errorsBy: z.enum(ERRORS_BY).nullable().default(null),
  setAside: setAside.nullable().default(null),
  /** It was meant to send another load than its experiment defines, so changes aren't looked for in it. */
  otherLoad: z.boolean().default(false),
});

/** The first run of a new level, or of a drift. */
const trendChange = z.strictObject({
  runId: z.uuid(),
  runNumber: z.int(),
  /** It may just as well be between these two runs. */
  earliestRun: z.int(),
  latestRun: z.int(),
  /** Little by little, from `before` at the first of these runs to `after` at the last; null: in one step. */
  drift: z.strictObject({ lastRunId: z.uuid(), lastRunNumber: z.int(), runs: z.int() }).nullable(),
  direction: z.enum(CHANGE_DIRECTIONS),
  /** Whether that is good for this metric. */
  effect: z.enum(["better", "worse"]),
  before: z.number(),
  after: z.number(),
  /** False: the current values no longer show it, and only the note is left. */
  found: z.boolean(),
  /** Why it is accepted; null: it is open. */
  accepted: z
    .strictObject({
      reason: z.string(),
      /** Null: a token, or a former member. */
      by: z.string().nullable(),
      at: z.iso.datetime(),
      /** The run at the new level that later ones are compared with since then. Null: they are compared as before. */
      run: z.strictObject({ id: z.uuid(), number: z.int() }).nullable(),
    })
    .nullable()
    .default(null),
  /** The note that it was accepted with, by the name that it had before. */
  acknowledged: z
    .strictObject({ word: z.string(), by: z.string().nullable(), at: z.iso.datetime() })
    .nullable(),
});

/** The response of `GET /v1/experiments/{id}/trend`: one metric over an experiment's runs, and where its level changed. */
export const experimentTrend = z.strictObject({
  experiment: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  url: z.url(),
  metric: trendMetric,
  /** Of all values: milliseconds, per second, a share from 0 to 1, or the currency per million. */
  unit: z.string(),
  better: z.enum(["higher", "lower"]),
  /** Null: all requests, each run over its judged window. A label's values cover the whole run. */
  label: z.string().nullable(),
  /** Oldest first; if there are more than 2,000, the newest. */
  runs: z.array(trendRun),
  /** All complete runs of the experiment, shown or not. */
  runsTotal: z.int().nonnegative(),
  /** In how many of the runs changes were looked for. It takes eight; 0: too few. */
  searched: z.int().nonnegative(),
  changes: z.array(trendChange),
  baseline: z.strictObject({ runId: z.uuid(), number: z.int(), value: z.number().nullable() }).nullable(),
  targets: z.array(z.strictObject({ text: z.string(), value: z.number() })),
  branches: z.array(z.string()),
  environments: z.array(z.string()),
});
export type ExperimentTrend = z.infer<typeof experimentTrend>;

/** The database writes numbers with fewer digits than the largest one needs. */
const storable = z.number().refine((value) => Math.abs(value) <= 1e300, "it is out of range");

const note = z
  .string()
  .transform((words) => words.replaceAll("\0", "").trim())
  .pipe(z.string().min(1, "enter a reason").max(MAX_WORD_LENGTH));

/** A change as the trend returns it. */
const namedChange = z.strictObject({
  /** The first run after the change. */
  runId: z.string(),
  metric: trendMetric,
  /** Null: of all requests. */
  label: freeText(2_000).nullable().default(null),
  direction: z.enum(CHANGE_DIRECTIONS),
  before: storable,
  after: storable,
});

/** The body of `POST /v1/experiments/{id}/trend/accept`. */
export const changeAcceptance = namedChange.extend({ reason: note });

/** The response of `POST /v1/experiments/{id}/trend/accept`. */
export const acceptedChange = z.strictObject({
  id: z.string(),
  /** The run at the new level that later ones are compared with from now on. Null: they are compared as before. */
  run: z.strictObject({ id: z.uuid(), number: z.int() }).nullable(),
  /** Why they are compared as before, although the change is for the worse. Null: nothing keeps them. */
  why: z.string().nullable(),
});
export type AcceptedChange = z.infer<typeof acceptedChange>;

/** The body of `POST /v1/experiments/{id}/trend/acknowledgements`: a change, and a note on it. */
export const changeAcknowledgement = namedChange.extend({ word: note });
