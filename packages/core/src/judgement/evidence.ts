import type { Difference } from "../comparison/fingerprint.ts";
import type { RampPair } from "../comparison/compared-ramps.ts";
import type { MetricStatistic } from "../comparison/statistics.ts";
import type { RunStatus } from "../run-states.ts";
import type { FigureId } from "../targets/figures.ts";
import type { Finding, FindingRun } from "./judgement.ts";
import type { Reason } from "./reason.ts";
import type { LatencyRise } from "../run/latency-rise.ts";
import type { ShortRun } from "../run/run-length.ts";
import type { PartialHang } from "../run/partial-hangs.ts";
import type { RunHole } from "../run/run-phase.ts";
import type { RunCodes } from "../verdict/called-success.ts";
import type { JudgedWindow, TargetVerdict } from "../verdict/judged.ts";

export type JudgedTarget = Pick<
  TargetVerdict,
  "text" | "label" | "verdict" | "value" | "unit" | "threshold" | "interval" | "window" | "doubt" | "reasons"
> & {
  /** Null: it was judged before verdicts took chance into account. */
  confidence: number | null;
  /** Whose figure it is, if not that of the judged run alone. */
  runs?: readonly FindingRun[];
};

export interface PoolEvidence {
  /** In order of arrival, without the judged run. */
  others: readonly FindingRun[];
  /** How many times the commit has been judged, this time included. */
  look: number;
  /** What failed at earlier looks: it stays. Each says of which run. */
  failed: readonly Finding[];
  /** Of a planned number of runs, how many are in; null: nothing is missing. */
  waiting: { arrived: number; of: number } | null;
}

/** What is known about a run without comparing it. */
export interface RunEvidence {
  status: RunStatus;
  /** Whether a simulator sent its requests, or some. */
  simulated: boolean;
  /** Another run has the same samples, and counts in its place; null: it doesn't. Its run is null if it is of another service. */
  copy: { reason: Reason; run: FindingRun | null } | null;
  /** Why it was an outage; null: it wasn't. */
  outage: Reason | null;
  targets: readonly JudgedTarget[];
  /** The runs of its commit that it is judged with; null: none, or it isn't from a commit. */
  pool: PoolEvidence | null;
  warnings: readonly { code: string; detail: string }[];
  /** What the judged steady phase leaves out; null: nothing, or somebody chose the phase. */
  leftOut: { warmUpSeconds: number; coolDownSeconds: number; judgedSeconds: number } | null;
  /** What its status codes say beside its tool; null: the same. */
  codes: RunCodes | null;
  /** Null: it is as long as it should be, or nobody says how long that is. */
  short: ShortRun | null;
  /** Null: not known. */
  requests: number | null;
  /** Stretches without a successful request, in seconds from its start. */
  holes: readonly RunHole[];
  /** Stretches in which some users waited for requests that hung, in the same seconds. */
  hangs: readonly PartialHang[];
  /** Latency rises through the run although its load stays the same. */
  rise: (Pick<LatencyRise, "of" | "load" | "figures"> & { window: JudgedWindow }) | null;
  /** Latency rises so many times, nobody knows whether the load did too, and nobody has said so; null: that isn't open. */
  askLoad: { times: number } | null;
  /** So many days lie between its start and its upload, negative ones if it is later; null: it has its place by its start. */
  misplacedDays: number | null;
  generators: { uploaded: number; expected: number | null };
  trend: TrendEvidence;
}

/** What the trend of the default branch shows. */
export interface TrendEvidence {
  /** Whether the run is of that branch, or of another one that began with its level. */
  of: "default" | "branch";
  /** Steps to the worse that are neither accepted nor over. */
  steps: readonly {
    metric: FigureId;
    before: number;
    after: number;
    /** The first one after the step. */
    run: FindingRun;
    /** An earlier run has shown it. */
    isKnown: boolean;
  }[];
}

/** What a run is compared with. */
export type ReferenceEvidence =
  | {
      found: false;
      why: readonly Reason[];
      /** First: nothing is wrong, there is no other run, or it is what others are compared with. Offline: nobody looked. */
      code: "first" | "none" | "offline";
      /** Somebody asked for this very comparison. */
      asked: boolean;
    }
  | {
      found: true;
      /** Why a comparison with it proves nothing; null: it does. */
      doubt: Reason | null;
      /** All runs of the level, the oldest first; empty: it is compared with one run alone. */
      level: readonly FindingRun[];
      /** Whether later runs are compared with it, too, unless this one is as good. */
      stays: boolean;
      pair: PairEvidence;
      /** Somebody asked for this very comparison. Missing: nobody did. */
      asked?: true;
    };

export type ComparedMetric = Pick<
  MetricStatistic,
  | "metric"
  | "verdict"
  | "reasons"
  | "before"
  | "after"
  | "ratio"
  | "interval"
  | "smallestDetectable"
  | "runsToSettle"
>;

export interface ComparedLabels {
  compared: number;
  /** Not even their p50 could be compared. */
  tooFew: number;
  /** Of the compared: their totals differ, and they aren't among the busiest. */
  found: number;
  /** Of those: looked at closely. */
  resampled: number;
}

export interface PairEvidence {
  differences: readonly Difference[];
  /** Both raise their load, so that they are compared by how much of it they hold. Null or left out: they don't. */
  ramps?: RampPair | null;
  /** Null: it could not be computed. */
  statistics: {
    whole: readonly ComparedMetric[];
    labels: readonly { label: string; metrics: readonly ComparedMetric[] }[];
    /** Of the labels that both have. Missing: not known. */
    screen?: ComparedLabels | undefined;
    /** How many runs from before show how much such runs vary. */
    earlierRuns: number;
  } | null;
  labels: readonly { label: string; state: "shared" | "new" | "vanished" }[];
}
