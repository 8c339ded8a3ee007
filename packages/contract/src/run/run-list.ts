import { z } from "zod";
import { runOutcome } from "./judgement.ts";
import { queryNumber } from "../query-number.ts";
import { repeated } from "../repeated.ts";
import { runStatus } from "./run-answer.ts";
import { setAside } from "./run-mark.ts";
import { lineOfText } from "../text.ts";
import { verdict } from "./verdict.ts";

const MAX_COMMITS = 20;

/** The query of `GET /v1/runs`. */
export const runListParameters = z.strictObject({
  service: lineOfText.optional(),
  experiment: lineOfText.optional(),
  branch: lineOfText.optional(),
  /** In full, or abbreviated to at least seven characters. */
  commit: repeated(z.array(lineOfText).min(1).max(MAX_COMMITS).optional()),
  environment: lineOfText.optional(),
  limit: queryNumber(z.number().int().min(1).max(200).default(50)),
  cursor: z.string().min(1).max(200).optional(),
});

const named = z.strictObject({ slug: z.string(), name: z.string() });

export const listedRun = z.strictObject({
  id: z.uuid(),
  url: z.url(),
  /** Runs of an experiment are numbered from 1. */
  number: z.int(),
  service: named,
  experiment: named,
  status: runStatus,
  tool: z.string(),
  startedAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime(),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  environment: z.string().nullable(),
  /** What its targets alone say. */
  verdict: verdict.nullable(),
  /** What is concluded from it. Null: it isn't decided yet. */
  outcome: runOutcome.nullable().default(null),
  /** It is the baseline that is set on its experiment. */
  isBaseline: z.boolean(),
  /** Why it isn't chosen as the last good run: "It had an outage."; null: it can be. */
  flaw: z.string().nullable(),
  setAside: setAside.nullable().default(null),
});
export type ListedRun = z.infer<typeof listedRun>;

/** The response of `GET /v1/runs`: the latest published first. `next` is the cursor of the next page, null on the last one. */
export const runList = z.strictObject({ runs: z.array(listedRun), next: z.string().nullable() });
export type RunList = z.infer<typeof runList>;

/** The response of `DELETE /v1/runs/{id}`. */
export const deletedRunAnswer = z.strictObject({
  /** Then it is removed for good. */
  restorableUntil: z.iso.datetime(),
  /** The experiment has no baseline now. */
  wasBaseline: z.boolean(),
});

/** The response of `POST /v1/runs/{id}/restore`. */
export const restoredRunAnswer = z.strictObject({
  /** It is the baseline again: it was when it was deleted, and nobody chose another one. */
  isBaseline: z.boolean(),
});
