import { LARGE_CHANGE } from "../policy.ts";
import type { DoubtCode, JudgedWindow } from "../verdict/judged.ts";
import type { Reason } from "./reason.ts";

/** What is concluded from a run, the worst that holds. `not-judged`: `NOT_JUDGED_REASONS` says why. */
export const RUN_OUTCOMES = ["misses", "regressed", "unsure", "holds", "no-change", "not-judged"] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** What is concluded from a pair of runs. One label that regressed is enough. */
export const PAIR_OUTCOMES = ["regressed", "unsure", "improved", "no-change", "not-comparable"] as const;
export type PairOutcome = (typeof PAIR_OUTCOMES)[number];

export const NOT_JUDGED_REASONS = ["receiving", "interrupted", "simulated", "nothing-to-judge-by"] as const;
export type NotJudgedReason = (typeof NOT_JUDGED_REASONS)[number];

/** What a finding does to the outcome. `note`: worth reading, and decides nothing. */
export const FINDING_EFFECTS = ["fail", "unsure", "pass", "note"] as const;
export type FindingEffect = (typeof FINDING_EFFECTS)[number];

/** What a finding is about, those that a reader needs first at the top. */
export const FINDING_KINDS = [
  "outage",
  "length",
  "codes",
  "rise",
  "target",
  // It shows in many runs what a change shows in one.
  "trend",
  "change",
  "ramp",
  "run-state",
  "reference",
  "comparability",
  "mix",
  "comparison",
  "detectable",
  "accept",
  "label",
  "left-out",
  "pool",
  "generators",
  "warning",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** In the unit of its figure, or for a change, as after divided by before. */
export interface FindingInterval {
  low: number;
  /** Null: no upper end. */
  high: number | null;
}

/** What keeps a finding unsure, and how much more would settle it. */
export interface FindingDoubt {
  /** `scatter`: it isn't known whether such runs vary as much as these two differ. */
  code: DoubtCode | "scatter";
  /** Of a run as long as it takes. Null: not known, or not what it takes. */
  requests: number | null;
  seconds: number | null;
  /** On each side. */
  runs: number | null;
}

/** Another run of the same commit. */
export interface FindingRun {
  id: string;
  number: number;
}

/** One thing that was found, in fields. `sayFindings` makes its sentences. */
export interface Finding {
  effect: FindingEffect;
  kind: FindingKind;
  /**
   * What was found, by kind. target: its verdict. change: the metric's verdict. comparability: what differs. label: `new` or
   * `missing`. ramp: as of a change. mix: `moved`. warning: its code. Others: see `WORDS`.
   */
  code: string;
  /** A target as written, or the ID of a compared metric. Null: it isn't about one figure. */
  metric: string | null;
  /** Null: the whole run. */
  label: string | null;
  /** What the label may be called now. */
  renamedTo: string | null;
  before: number | null;
  /** The run's own figure. */
  after: number | null;
  unit: string | null;
  ratio: number | null;
  interval: FindingInterval | null;
  /** A target's threshold; of a change, the smallest share that would have been detected; otherwise a number of something. */
  limit: number | null;
  /** The part of the run that a target was judged in, or in which latency rises. */
  window: JudgedWindow | null;
  /** Which runs of its commit it is about, if not the judged run alone. */
  runs: FindingRun[] | null;
  /** Of an unsure target or change. */
  doubt: FindingDoubt | null;
  /** What it rests on: why a target is unsure, how two runs differ. What a warning warns of is with its run. */
  reasons: Reason[];
}

export interface Judgement {
  outcome: RunOutcome;
  /** Only of a run that isn't judged. */
  reason: NotJudgedReason | null;
  /** In order of weight. */
  findings: Finding[];
}

export interface PairJudgement {
  outcome: PairOutcome;
  findings: Finding[];
}

/** What runs are while the trend stays worse, from the one after the run that showed it first until somebody accepts it. */
export const AFTER_STEP = ["unsure", "fail"] as const;
export type AfterStep = (typeof AFTER_STEP)[number];

/** What a workspace or a gate demands. */
export interface JudgingPolicy {
  /** Whether the run's targets count. */
  targets: boolean;
  /** A smaller regression, as a share, is reported and decides nothing. */
  minChange: number;
  /** A pair that couldn't have shown a change of this share is unsure. */
  detect: number;
  /** Set by the workspace alone. */
  afterStep: AfterStep;
}

export const JUDGING_POLICY: JudgingPolicy = {
  targets: true,
  minChange: 0,
  detect: LARGE_CHANGE,
  afterStep: "unsure",
};

/** Increase it when the same results would be judged differently: by their targets, or by their comparison. */
export const RULES_VERSION = 7;
