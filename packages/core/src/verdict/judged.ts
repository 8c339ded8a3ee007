import type { Cell } from "../cell/cell.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import type { Metric } from "../targets/metrics.ts";
import type { Figure, GaugeFigures } from "../targets/read-metric.ts";
import type { Comparator, Target } from "../targets/target.ts";
import type { PhaseReason } from "../phase/phase-sentences.ts";
import type { CalledSuccess } from "./called-success.ts";
import type { HeldBack } from "./held-back.ts";
import type { HeldLoad } from "./held-load.ts";
import type { TargetReason } from "./target-sentences.ts";

/** What a figure says of its target. */
export type Side = "met" | "missed" | "unsure";

/** `no-baseline`: the target is relative to a baseline that isn't there yet, so nothing was judged. */
export const VERDICTS = ["met", "missed", "unsure", "no-baseline"] as const satisfies readonly (
  | Side
  | "no-baseline"
)[];
export type Verdict = (typeof VERDICTS)[number];

/** The part of the run that was judged, as ISO instants in UTC. */
export interface JudgedWindow {
  from: string;
  to: string;
  /** Load: from the first to the last moment with about the target's number of users. */
  kind: "steady" | "whole" | "load";
}

export interface TargetVerdict {
  metric: Metric;
  label: string | null;
  /** The load that the target is for, so that only moments with it were judged; null: any. */
  users: number | null;
  comparator: Comparator;
  /** In `unit`; "% of baseline" when a relative target has no baseline to be worked out from. */
  threshold: number;
  unit: string;
  /** Null: not known, or known only to an interval, which the reasons then say. */
  value: number | null;
  /** How far the value lies on the good side, in the target's unit; negative when it lies on the other. */
  margin: number | null;
  /** Largest error of the value, in the target's unit. */
  bound: number | null;
  /** Where the true figure can be by chance, the bound included; null: chance has no part in it, or how much isn't known. */
  interval: ChanceInterval | null;
  /** How sure the verdict had to be, and each end of the interval is: 0.5 to below 1. */
  confidence: number;
  /** The part that failed requests have in the verdict; null: none. */
  failures: FailuresPart | null;
  window: JudgedWindow | null;
  verdict: Verdict;
  /** Of an unsure target. */
  doubt: TargetDoubt | null;
  /** In fields. `reasonWords` makes their sentences. */
  reasons: TargetReason[];
  /** The target's canonical text. */
  text: string;
}

/**
 * What keeps a target from being settled. unmeasured: the run doesn't show it. no-workload: nobody said how many requests to
 * expect. ramp: no steady phase. no-load: a ramp held it up to a load, and it doesn't say for which it is meant. part: its label
 * isn't kept for the judged window. bound: it lies within the figure's error. chance, few: too few requests. too-close: no
 * reasonable number of requests would do. load: it wasn't offered. stall: requests were held back. baseline: the baseline's
 * own figure is the problem. drift: it would reach the target if it went on like this for as long again. step: it went
 * from one level to another, and only one meets the target. codes: the tool called answers with a 5xx code successes, and nobody said whether they are.
 */
export const DOUBT_CODES = [
  "unmeasured",
  "no-workload",
  "ramp",
  "no-load",
  "part",
  "bound",
  "chance",
  "few",
  "too-close",
  "load",
  "stall",
  "baseline",
  "drift",
  "step",
  "codes",
] as const;
export type DoubtCode = (typeof DOUBT_CODES)[number];

export interface TargetDoubt {
  code: DoubtCode;
  /** How many requests, and how long a run, would settle it. Null: not known, or not what it takes. */
  requests: number | null;
  seconds: number | null;
}

/** In the target's unit. */
export interface ChanceInterval {
  low: number;
  /** Null: too few requests for an upper end. */
  high: number | null;
}

/** Requests of one label, in the window of the run's figures or in what the label is kept in of it. */
export interface LabelFigures {
  durationSeconds: number;
  cell: Cell;
  /** What the cell was merged from, where kinds of distribution meet that do not merge. */
  parts?: readonly Cell[];
  /** The same requests over time: without them, each counts as independent of those before it. */
  slices?: JudgedSlices | null;
  /** Null: that of the run's figures. */
  window: JudgedWindow | null;
  /** Why they do not stand for the window of the run's figures. */
  doubt: TargetReason | null;
}

/** Requests of a window, of the run and of the labels of it. */
export interface JudgedFigures {
  durationSeconds: number;
  all: Cell;
  /** As the parts of a label. */
  allParts?: readonly Cell[];
  /** As the slices of a label. */
  slices?: JudgedSlices | null;
  /** What the source does not tell at all. */
  absent?: readonly AbsentFigure[];
  /** Null: the label is not in these figures. A problem: it is, but not in this window. */
  label(name: string): LabelFigures | { problem: TargetReason } | null;
  /** Of the baseline, or while so many users were active; the judged run's own stand in `JudgeInput`. */
  gauge?(name: string): GaugeFigures | null;
  achieved?: number | null;
  window?: JudgedWindow | null;
}

export interface JudgeInput {
  targets: readonly Target[];
  figures: JudgedFigures;
  window: JudgedWindow | null;
  /**
   * Of a source whose latencies are only known of the whole run: the figures of its steady phase, for what is counted. Null or
   * left out: `figures` are for all.
   */
  counted?: JudgedFigures | null;
  /** Why the run has no steady phase, when it is a ramp: targets without a load condition are then unsure. */
  ramp: PhaseReason | null;
  /** On a ramp, up to which load a target held, by the target's text; null or left out: not known. */
  heldLoad?(text: string): HeldLoad | null;
  /** On a ramp, the least share of errors in any tenth of the run; null or left out: not known. */
  leastErrorShare?: number | null;
  /** When no request succeeded for several seconds, and about how many were never sent because of that. */
  holes?: readonly { from: string; to: string; unsent?: number | undefined }[];
  /** When some of the users waited for requests that hung, for how long at most, and about how many they never sent. */
  hangs?: HeldBack["hangs"];
  /** Answers with a 5xx code that the tool called successes, as long as nobody said whether they are; null or left out: none. */
  codes?: Pick<CalledSuccess, "requests"> | null;
  /** Part of its time only exists on a clock that was set, so that it may have been shorter. */
  clockGap?: boolean;
  /** Completed of expected requests, 0 to 1 and above; null when the experiment expects no number. */
  achieved: number | null;
  /**
   * The run's throughput, if it surely meets its own targets of that: then the load was there, however little of the expected
   * requests it was. `judge` finds it.
   */
  heldThroughput?: number | null;
  /** False: the generator is known not to have offered the load. */
  loadOffered: boolean | null;
  /** Of a run that was kept from live traffic: whether nothing was reported for part of it. */
  liveTraffic?: { silent: boolean } | null;
  /** `receiving`: more results of the baseline are on their way. Null: nothing to compare with. */
  baseline: JudgedFigures | "receiving" | null;
  /** The baseline's figures under the load of a target. */
  baselineAtUsers?(users: number): JudgedFigures | null;
  gauge(name: string): GaugeFigures | null;
  /** Figures while about this many users were active; null without a gauge of users. */
  atUsers(users: number): JudgedFigures | null;
  /** The step in which the source rounds latencies. */
  latencyResolutionMicros: number;
  /** What it rounds beside that, as a share of the value. */
  latencyRelativeError?: number;
  /** How sure met and missed have to be, 0.5 to below 1. */
  confidence: number;
}

/**
 * `all`: every request failed. `hide`: failed requests make the figure look better than that of the successful ones,
 * which is the one given. `cause`: without the failed requests, the target would be met.
 */
export const FAILURES_PARTS = ["all", "hide", "cause"] as const;
export type FailuresPart = (typeof FAILURES_PARTS)[number];

/** Requests of a window in equal slices, in order; null is a slice in which nothing completed. */
export type JudgedSlices = readonly (Cell | null)[];

export interface Range {
  low: number;
  high: number;
}

/**
 * Where the true figure can be, if the service goes on as it did: in the figure's unit, each end with this confidence,
 * the figure's error bound included. `times`: had the window been that many times as long.
 */
export type FigureNoise = (confidence: number, times: number) => ChanceRange;

export interface ChanceRange extends Range {
  /** As how many independent requests those behind each end count; left out: it isn't requests that count. */
  counted?: Range;
  /** The upper end is so far above every request that each counts as independent. */
  far?: boolean;
}

export interface MeasuredFigure extends Figure {
  /** The label's own window, where it is not that of the run's figures. */
  window?: JudgedWindow;
  /** Why the figure does not stand for the window that is judged. */
  doubt?: TargetReason;
  /** What its cell was merged from. */
  parts: readonly Cell[];
  /** Null: the source has no time series of it. */
  slices: JudgedSlices | null;
  seconds: number;
  /** No failed request is reported; some sources report none. */
  allSucceeded: boolean;
  /** Set where failed requests are left out. */
  of?: "successful";
}

/** A threshold in the target's unit, with the interval that a baseline's own bound gives it. */
export interface JudgedThreshold {
  value: number;
  unit: string;
  low: number;
  high: number;
  /** Of the baseline's figure; null: the threshold is a number, or chance has no part in the figure. */
  noise: FigureNoise | null;
}

export interface FigureInput {
  measured: MeasuredFigure;
  threshold: JudgedThreshold;
  input: JudgeInput;
}
