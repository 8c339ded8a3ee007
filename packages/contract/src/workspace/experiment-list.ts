import { z } from "zod";
import { RUN_OUTCOMES } from "@headroom/core";
import { runOutcome } from "../run/judgement.ts";
import { comparator } from "../run/verdict.ts";
import { figureRange } from "../run/summary.ts";
import { queryNumber } from "../query-number.ts";
import { runStatus } from "../run/run-answer.ts";
import { lineOfText } from "../text.ts";
import { verdict } from "../run/verdict.ts";

/** The query of `GET /v1/experiments`. */
export const experimentListParameters = z.strictObject({
  /** A part of the name of the experiment, its service, its group, its owner or a tag. */
  search: lineOfText.optional(),
  service: lineOfText.optional(),
  group: lineOfText.optional(),
  tag: lineOfText.optional(),
  limit: queryNumber(z.number().int().min(1).max(200).default(50)),
  cursor: z.string().min(1).max(200).optional(),
});

const named = z.strictObject({ slug: z.string(), name: z.string() });

/** The latest complete run that counts, with what it was judged by: of the default branch or of none, or any if there are no such runs. */
const latestRun = z.strictObject({
  id: z.uuid(),
  url: z.url(),
  /** Runs of an experiment are numbered from 1. */
  number: z.int(),
  status: runStatus,
  tool: z.string(),
  /** When it started; when it was uploaded, if its source doesn't say. */
  ranAt: z.iso.datetime(),
  commit: z.string().nullable(),
  environment: z.string().nullable(),
  /** What its targets alone say. Null: the experiment has no targets. */
  verdict: verdict.nullable(),
  /** What is concluded from it. Null: it isn't decided yet. */
  outcome: runOutcome.nullable().default(null),
  /** Of the judged window, as are the metrics. */
  requests: z.number().nonnegative().nullable(),
  /** Requests per second. */
  throughput: z.number().nonnegative().nullable(),
  /** A share, 0 to 1. */
  errorRate: z.number().min(0).max(1).nullable(),
  /** The source leaves out some failed requests: the error rate is at least so high. */
  errorsAtLeast: z.literal(true).nullable(),
  p50Ms: z.number().nonnegative().nullable(),
  p95Ms: z.number().nonnegative().nullable(),
  p99Ms: z.number().nonnegative().nullable(),
  /** What p99 lies between, if it has no exact value. */
  p99RangeMs: figureRange.nullable(),
  /** How far its percentiles can be trusted. */
  grade: z.enum(["A", "B", "C", "D"]).nullable(),
  /** Of throughput and p99 of all requests, whatever the load. */
  targets: z.array(
    z.strictObject({
      metric: z.enum(["throughput", "p99"]),
      comparator,
      threshold: z.number(),
      unit: z.string(),
      verdict,
    }),
  ),
});

export const listedExperiment = z.strictObject({
  id: z.uuid(),
  url: z.url(),
  slug: z.string(),
  name: z.string(),
  service: named,
  group: z.string().nullable(),
  tags: z.array(z.string()),
  owner: z.string().nullable(),
  /** Its tested capacity counts for its service. */
  representsPeak: z.boolean(),
  /** Whether the load of its runs is constant, as somebody said; null: nobody did. */
  constantLoad: z.boolean().nullable().default(null),
  /** The highest throughput that was held with all targets met, in requests per second; null: unproven. */
  testedCapacity: z.number().nullable(),
  /** Rate x generators x duration; null: the workload doesn't say. */
  expectedRequests: z.number().nullable(),
  /** All complete runs. */
  runs: z.int().nonnegative(),
  latest: latestRun.nullable(),
});
export type ListedExperiment = z.infer<typeof listedExperiment>;

const group = z.strictObject({
  service: named,
  /** Null: experiments that are in no group. */
  group: z.string().nullable(),
  /** How many of its experiments have which outcome. `pending`: it isn't decided yet. `open`: no run counts. */
  outcomes: z.record(z.enum([...RUN_OUTCOMES, "pending", "open"]), z.int().nonnegative()),
  /** Requests per second of the latest runs that hold. Null: none holds, or it isn't known. */
  heldPerSecond: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** How many hold, at which load, and what the others do. */
  sentence: z.string(),
});

/** The response of `GET /v1/experiments`, by name. `next` is the cursor of the next page, null on the last one. */
export const experimentList = z.strictObject({
  experiments: z.array(listedExperiment),
  /** Of all experiments that match, not only of this page, up to 100. */
  groups: z.array(group).default([]),
  total: z.int().nonnegative(),
  next: z.string().nullable(),
});
export type ExperimentList = z.infer<typeof experimentList>;
