import type { Cell } from "./cell.ts";
import type { Comparator, Target } from "./target.ts";

export type Verdict = "met" | "missed" | "unsure";

/** The part of the run that was judged, as ISO instants in UTC. */
export interface JudgedWindow {
  from: string;
  to: string;
  kind: "steady" | "whole";
}

export interface TargetVerdict {
  /** "throughput", "items throughput", "p99", "mean", "error rate", "achieved", "max cpu". */
  metric: string;
  label: string | null;
  comparator: Comparator;
  threshold: number;
  unit: string;
  value: number | null;
  /** How far the value lies on the good side, in the target's unit; negative when it lies on the other. */
  margin: number | null;
  /** Largest error of the value, in the target's unit. */
  bound: number | null;
  window: JudgedWindow | null;
  verdict: Verdict;
  reason: string;
  text: string;
}

/** Requests of a window, of the run or of one label of it. */
export interface JudgedFigures {
  durationSeconds: number;
  all: Cell;
  /** Null: the label is not in these figures. */
  label(name: string): Cell | null;
}

export interface JudgedGauge {
  unit: string | null;
  mean: number | null;
  min: number | null;
  max: number | null;
}

export interface JudgeInput {
  targets: readonly Target[];
  figures: JudgedFigures;
  window: JudgedWindow | null;
  /** Why the run has no steady phase, when it is a ramp: targets without a load condition are then unsure. */
  ramp: string | null;
  /** Completed of expected requests, 0 to 1 and above; null when the experiment expects no number. */
  achieved: number | null;
  /** False: the generator is known not to have offered the load. */
  loadOffered: boolean | null;
  baseline: JudgedFigures | null;
  gauge(name: string): JudgedGauge | null;
  /** Figures while about this many users were active; null without a gauge of users. */
  atUsers(users: number): JudgedFigures | null;
  /** The step in which the source rounds latencies. */
  latencyResolutionMicros: number;
}

export function judge(input: JudgeInput): TargetVerdict[] {
  return input.targets.map(() => {
    throw new Error("not built");
  });
}

/** A run's verdict is its worst; without targets it has none, which is not the same as met. */
export function worstVerdict(verdicts: readonly { verdict: Verdict }[]): Verdict | null {
  if (verdicts.length === 0) return null;
  if (verdicts.some(({ verdict }) => verdict === "missed")) return "missed";
  return verdicts.some(({ verdict }) => verdict === "unsure") ? "unsure" : "met";
}
