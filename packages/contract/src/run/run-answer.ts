import { z } from "zod";
import { ERRORS_BY, RUN_STATUSES } from "@headroom/core";
import { comparison } from "../comparison/comparison.ts";
import { runCost } from "./cost.ts";
import { proof } from "./proof.ts";
import { reparse } from "./reparse.ts";
import { runSetup } from "./run-configuration.ts";
import { createdShare } from "../workspace/share.ts";
import { runSummary, windowSummary } from "./summary.ts";
import { runOutcome } from "./judgement.ts";
import { accepted, setAside } from "./run-mark.ts";
import { targetVerdict, verdict } from "./verdict.ts";

const instant = z.iso.datetime();

export const runStatus = z.enum(RUN_STATUSES);

/** Something the reader should know, reported once with how often it happened and the first lines where it did. */
export const warning = z.strictObject({
  code: z.string(),
  count: z.int().nonnegative(),
  detail: z.string(),
  lines: z.array(z.int().nonnegative()),
});

/** How the steady phase was found, or why it wasn't. */
export const runPhase = z.strictObject({
  /** Null: there is no steady phase. "hand": a member set it. */
  method: z.string().nullable(),
  reason: z.string(),
  /** The load kept changing, so a target without a load is unsure unless it is missed whatever the load. */
  ramp: z.boolean(),
  /** What lies before and after the steady phase; null: there is no steady phase. */
  leftOut: z
    .strictObject({
      warmUpSeconds: z.number().nonnegative(),
      coolDownSeconds: z.number().nonnegative(),
      requests: z.number().nonnegative().nullable(),
      errors: z.number().nonnegative().nullable(),
    })
    .nullable(),
  /**
   * Where latencies are only known of the whole run: what was counted in its steady phase. Throughput and items are judged by it.
   * Missing: latencies are known by time, or there is no steady phase.
   */
  counted: z
    .strictObject({
      requests: z.number().nonnegative().nullable(),
      items: z.number().nonnegative().nullable(),
      durationSeconds: z.number().nonnegative().nullable(),
      throughput: z.number().nonnegative().nullable(),
    })
    .optional(),
  /** Latency rises through the run although its load stays the same. Null: it doesn't, or nobody knows whether the load does. */
  rise: z
    .strictObject({
      from: instant,
      to: instant,
      /** What stays the same, and at what level: requests per second, or users. */
      of: z.enum(["requests", "users"]),
      load: z.number().nonnegative(),
      /** In the first tenth of that time and in the last. */
      figures: z.array(
        z.strictObject({
          metric: z.enum(["p50", "p95", "p99"]),
          beforeMs: z.number().nonnegative(),
          afterMs: z.number().nonnegative(),
        }),
      ),
    })
    .nullable()
    .default(null),
  /** Stretches of several seconds, anywhere in the run, in which no request succeeded although others did. */
  holes: z.array(
    z.strictObject({
      from: instant,
      to: instant,
      /**
       * `stall`: what was in flight hung until its end, or failed. `end`: the same until the run ended. Missing: nobody was seen to
       * wait, as in a pause, or the run was judged before this was recorded.
       */
      shape: z.enum(["stall", "end"]).optional(),
      /** About how many requests a stall held back, so that they were never sent. Missing: none, or nobody can tell. */
      unsent: z.int().positive().optional(),
    }),
  ),
  /** Stretches in which some of the users waited for requests that hung, while others went on. */
  hangs: z
    .array(
      z.strictObject({
        from: instant,
        to: instant,
        /** How many users there were, and how many of them waited, on average. */
        users: z.int().positive(),
        missing: z.int().positive(),
        /** How long they waited at most. */
        waitedSeconds: z.number().positive(),
        /** About how many requests they would have sent in that time. */
        unsent: z.int().positive(),
      }),
    )
    .default([]),
});
export type RunPhaseAnswer = z.infer<typeof runPhase>;

const calledSuccess = z
  .strictObject({
    requests: z.int().positive(),
    /** Of all requests. */
    share: z.number().min(0).max(1),
    /** The most frequent first, at most five. */
    codes: z.array(z.int().min(400).max(599)),
    /** When the first and the last of them came, in seconds from the start of the run; null: the results have no time. */
    span: z.strictObject({ fromSeconds: z.number(), toSeconds: z.number() }).nullable(),
  })
  .nullable();

/** Requests of the judged part of the run that the tool called successes although their status code is from 400 on. */
export const codesAnswer = z.strictObject({
  /** With a code from 500 on; null: none. */
  server: calledSuccess,
  /** With a code below 500; null: none. */
  client: calledSuccess,
  /** What its errors were counted by: the tool's word, or also a code from 500 on. */
  countedBy: z.enum(ERRORS_BY),
  /** What the upload or the experiment says that they are to be counted by; null: neither says. */
  wanted: z.enum(ERRORS_BY).nullable(),
  /** Until somebody says, its error rate and latencies prove nothing. */
  isOpen: z.boolean(),
});

/** The patterns of an upload, and what they left out of all of the run's files. */
export const labelFilter = z.strictObject({
  only: z.array(z.string()),
  except: z.array(z.string()),
  requests: z.int().nonnegative(),
  labels: z.int().nonnegative(),
  sentence: z.string(),
});

/** What a run sent to one tested host, as its files name it. */
export const runHost = z.strictObject({
  /** Without user, path and query. "(other)": all hosts past the busiest 20. Null: requests whose host the file doesn't say. */
  host: z.string().nullable(),
  requests: z.int().positive(),
  /** Of all requests, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Null: the source doesn't say which requests failed. */
  errors: z.int().nonnegative().nullable(),
  meanMs: z.number().nonnegative(),
  /** Null: too long to tell. */
  latencyMs: z.strictObject({
    p50: z.number().nonnegative().nullable(),
    p95: z.number().nonnegative().nullable(),
    p99: z.number().nonnegative().nullable(),
  }),
});

/** The response of `POST /v1/runs` with status 201 and of `GET /v1/runs/{id}` with 200. */
export const runAnswer = z.strictObject({
  run: z.strictObject({
    id: z.uuid(),
    url: z.url(),
    status: runStatus,
    tool: z.string(),
    toolVersion: z.string().nullable(),
    format: z.string(),
    startedAt: instant,
    endedAt: instant,
    /** For the time series of all requests; null: there is none, because the source only gives totals. */
    finestStepSeconds: z.int().positive().nullable(),
  }),
  summary: runSummary,
  steady: z.strictObject({ from: instant, to: instant, summary: windowSummary }).nullable(),
  /** Null: the run has no data over time, or was judged before this was recorded. */
  phase: runPhase.nullable(),
  proof,
  /** What its targets alone say. */
  verdict: verdict.nullable(),
  /**
   * What is concluded from the run. Null: it isn't decided yet, because its labels are still being compared with its baseline.
   */
  outcome: runOutcome.nullable().default(null),
  targets: z.array(targetVerdict),
  comparison: comparison.nullable(),
  /** Null: the run has no price, or is still being received. Answers that were saved for a repeated request before there were prices have none. */
  cost: runCost.nullable().default(null),
  /** Null only in answers that were saved for a repeated request before this was known. */
  setup: runSetup.nullable().default(null),
  warnings: z.array(warning),
  /** What its status codes say beside its tool. Null: nothing, or they aren't known. */
  codes: codesAnswer.nullable().default(null),
  /** Which labels were left out when it was uploaded: no figure and no verdict is of their requests. Null: none. */
  labelFilter: labelFilter.nullable().default(null),
  /** Each tested host, busiest first. Empty: the files don't say, or the reader may not see it. */
  hosts: z.array(runHost).default([]),
  setAside: setAside.nullable().default(null),
  /** A member accepted what changed in it, so later runs are compared with it. */
  accepted: accepted.nullable().default(null),
  /** The last request to parse it again; null: never. */
  reparse: reparse.nullable(),
  /** Only for an upload that asked for a link. */
  share: createdShare.optional(),
});
export type RunAnswer = z.infer<typeof runAnswer>;
