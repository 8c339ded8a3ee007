import { z } from "zod";
import {
  AFTER_STEP,
  DOUBT_CODES,
  FINDING_EFFECTS,
  NEXT_ACTIONS,
  NOT_JUDGED_REASONS,
  PAIR_OUTCOMES,
  RUN_OUTCOMES,
} from "@headroom/core";
import { targetVerdict } from "./verdict.ts";

/** What is concluded from a run, the worst that holds. */
export const runOutcome = z.enum(RUN_OUTCOMES);
const notJudgedReason = z.enum(NOT_JUDGED_REASONS);

/** One thing that was found. */
const finding = z.strictObject({
  effect: z.enum(FINDING_EFFECTS),
  /** What it is about. Later versions may add to them. */
  kind: z.string(),
  /** What was found, by kind: a target's or a metric's verdict, the code of a warning. */
  code: z.string(),
  /** A target as written, or the ID of a compared metric. Null: it isn't about one figure. */
  metric: z.string().nullable(),
  /** Null: the whole run. */
  label: z.string().nullable(),
  /** What the label may be called now: its share and latencies are those of a new one. Null: nothing suggests it. */
  renamedTo: z.string().nullable().default(null),
  before: z.number().nullable(),
  /** The run's own figure. */
  after: z.number().nullable(),
  /** Of both. */
  unit: z.string().nullable(),
  /** After divided by before. */
  ratio: z.number().nullable(),
  /** Of a change, where the true ratio is; of a target, where the true figure is. `high` null has no upper end. */
  interval: z.strictObject({ low: z.number(), high: z.number().nullable() }).nullable(),
  /** A target's threshold; of a change, the smallest share that would have been detected. */
  limit: z.number().nullable(),
  /** The part of the run that a target was judged in, or in which latency rises. */
  window: targetVerdict.shape.window,
  /** Which runs of its commit it is about: several are judged together, and what one of them failed stays. Null: this run. */
  runs: z
    .array(z.strictObject({ id: z.uuid(), number: z.number() }))
    .nullable()
    .default(null),
  /** Of what is unsure: why, and how much would settle it. `runs` on each side. Null: not known, or not what it takes. */
  doubt: z
    .strictObject({
      code: z.enum([...DOUBT_CODES, "scatter"]),
      requests: z.number().nullable(),
      seconds: z.number().nullable(),
      runs: z.number().nullable(),
    })
    .nullable()
    .default(null),
  /** What the evidence itself says: why a target is unsure, what a warning warns of. */
  evidence: z.string().nullable(),
});

const saidFinding = finding.extend({
  /** What it is about: `p99 of "GET /search"`. */
  about: z.string(),
  /** The finding as a sentence. */
  words: z.string(),
});

export const pairOutcome = z.enum(PAIR_OUTCOMES);

/** The one answer about two runs. Every page, message and report that compares them shows it. */
export const pairJudgement = z.strictObject({
  /** `regressed`: one label is enough. `not-comparable`: the first finding says why. */
  outcome: pairOutcome,
  /** The most important first. */
  findings: z.array(saidFinding),
});
export type PairJudgementAnswer = z.infer<typeof pairJudgement>;

/** What would settle an unsure outcome. */
export const judgementNext = z
  .strictObject({
    action: z.enum(NEXT_ACTIONS),
    /** How many runs more, of `run-more`. */
    runs: z.number().nullable(),
    /** How large a run, of `run-longer`. Null: not known. */
    requests: z.number().nullable(),
    seconds: z.number().nullable(),
    /** As a sentence. */
    words: z.string(),
  })
  .nullable();

/** What differed when an outcome became another one. `pool`: the earlier runs of its commit. */
export const JUDGEMENT_INPUTS = [
  "results",
  "pool",
  "targets",
  "baseline",
  "comparison",
  "policy",
  "rules",
] as const;

/** The one answer about a run. Every page, message and report of the run shows it. */
export const judgement = z.strictObject({
  id: z.uuid(),
  outcome: runOutcome,
  /** Of a run that isn't judged; otherwise null. */
  reason: notJudgedReason.nullable(),
  /** By the workspace's policy, against the experiment's baseline or the last good run. False: a gate asked otherwise. */
  isOwn: z.boolean(),
  /** What was asked to compare it with: its experiment's baseline or the last good run (own), one of these, or a run. */
  against: z.enum(["own", "pinned", "last-good", "commit", "named"]),
  policy: z.strictObject({
    /** Whether targets count. */
    targets: z.boolean(),
    /** A smaller regression, as a share, decides nothing. */
    minChange: z.number().nonnegative(),
    /** A pair that couldn't have shown a change of this share is unsure. */
    detect: z.number().positive(),
    /** What runs are while the trend of the default branch stays worse, until somebody accepts it: the workspace's setting. */
    afterStep: z.enum(AFTER_STEP).default("unsure"),
  }),
  /** Increased when the same results would be judged differently. */
  rulesVersion: z.int().positive(),
  decidedAt: z.iso.datetime(),
  /** What was answered first, and stays. */
  first: z.strictObject({ outcome: runOutcome, at: z.iso.datetime() }),
  /** When it last became another outcome, and what differed. Null: it never did. */
  changed: z.strictObject({ at: z.iso.datetime(), by: z.array(z.enum(JUDGEMENT_INPUTS)) }).nullable(),
  /** The most important first. */
  findings: z.array(saidFinding),
  /** The one thing that would settle it. Null: it isn't unsure. */
  next: judgementNext.default(null),
});
export type JudgementAnswer = z.infer<typeof judgement>;

/** The query of `POST /v1/judge-again`. */
export const judgeAgainParameters = z.strictObject({
  /** Missing: all experiments of the workspace. */
  experiment: z.uuid().optional(),
});

/** What is judged by the present rules now, in the background. */
export const judgedByRules = z.strictObject({
  /** That earlier rules judged. */
  runs: z.int().nonnegative(),
  /** The present version of the rules. */
  rulesVersion: z.int().positive(),
});
export type JudgedByRules = z.infer<typeof judgedByRules>;
