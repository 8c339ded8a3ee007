import type { Cell } from "../cell/cell.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { formatTarget } from "../target/format-target.ts";
import type { Metric } from "../target/metrics.ts";
import type { GaugeFigures, Rounding } from "../target/read-metric.ts";
import { type Comparator, isCeiling, type Target } from "../target/target.ts";
import { holesNote } from "./holes-note.ts";
import { doubtOf } from "./verdict-doubt.ts";
import { type Measured, measure, withoutNoise } from "./measure.ts";
import { describe, unitOf, usersText } from "./verdict-unit.ts";

export type Verdict = "met" | "missed" | "unsure";

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
  comparator: Comparator;
  /** In `unit`; "% of baseline" when a relative target has no baseline to be worked out from. */
  threshold: number;
  unit: string;
  /** Null: not known, or known only to an interval, which the reason then says. */
  value: number | null;
  /** How far the value lies on the good side, in the target's unit; negative when it lies on the other. */
  margin: number | null;
  /** Largest error of the value, in the target's unit. */
  bound: number | null;
  window: JudgedWindow | null;
  verdict: Verdict;
  reason: string;
  /** The target's canonical text. */
  text: string;
}

/** Requests of one label, in the window of the run's figures or in what the label is kept in of it. */
export interface LabelFigures {
  durationSeconds: number;
  cell: Cell;
  /** What the cell was merged from, where kinds of distribution meet that do not merge. */
  parts?: readonly Cell[];
  /** Null: that of the run's figures. */
  window: JudgedWindow | null;
  /** Why they do not stand for the window of the run's figures. */
  doubt: string | null;
}

/** Requests of a window, of the run and of the labels of it. */
export interface JudgedFigures {
  durationSeconds: number;
  all: Cell;
  /** As the parts of a label. */
  allParts?: readonly Cell[];
  /** What the source does not tell at all. */
  absent?: readonly AbsentFigure[];
  /** Null: the label is not in these figures. A problem: it is, but not in this window. */
  label(name: string): LabelFigures | { problem: string } | null;
  /** Of the baseline, or while so many users were active; the judged run's own stand in `JudgeInput`. */
  gauge?(name: string): GaugeFigures | null;
  achieved?: number | null;
  window?: JudgedWindow | null;
}

export interface JudgeInput {
  targets: readonly Target[];
  figures: JudgedFigures;
  window: JudgedWindow | null;
  /** Why the run has no steady phase, when it is a ramp: targets without a load condition are then unsure. */
  ramp: string | null;
  /** On a ramp, the least share of errors in any tenth of the run; null or left out: not known. */
  leastErrorShare?: number | null;
  /** When no request succeeded for several seconds. */
  holes?: readonly { from: string; to: string }[];
  /** Completed of expected requests, 0 to 1 and above; null when the experiment expects no number. */
  achieved: number | null;
  /** False: the generator is known not to have offered the load. */
  loadOffered: boolean | null;
  baseline: JudgedFigures | null;
  /** The baseline's figures under the load of a target. */
  baselineAtUsers?(users: number): JudgedFigures | null;
  gauge(name: string): GaugeFigures | null;
  /** Figures while about this many users were active; null without a gauge of users. */
  atUsers(users: number): JudgedFigures | null;
  /** The step in which the source rounds latencies. */
  latencyResolutionMicros: number;
  /** What it rounds beside that, as a share of the value. */
  latencyRelativeError?: number;
}

/**
 * Judges every target by its figure's interval, not its middle: met or missed only when the whole interval lies on
 * one side of the threshold. `unsure` is a verdict of its own, for whatever cannot be told; see `doubtOf`.
 */
export function judge(input: JudgeInput): TargetVerdict[] {
  return input.targets.map((target) => judgeTarget(target, input));
}

/** A run's verdict is its worst; without targets it has none, which is not the same as met. */
export function worstVerdict(verdicts: readonly { verdict: Verdict }[]): Verdict | null {
  if (verdicts.length === 0) return null;
  if (verdicts.some(({ verdict }) => verdict === "missed")) return "missed";
  return verdicts.some(({ verdict }) => verdict === "unsure") ? "unsure" : "met";
}

function judgeTarget(target: Target, input: JudgeInput): TargetVerdict {
  const figures = judgedFigures(target, input);
  const measured: Measured =
    figures === null ? { problem: noUsers(target) } : measure(target, figures, roundingOf(input));
  const threshold = thresholdOf(target, input, measured);
  const base = {
    metric: target.metric,
    label: target.label,
    comparator: target.comparator,
    threshold: threshold.value,
    unit: threshold.unit,
    window: measured.window ?? figures?.window ?? null,
    text: formatTarget(target),
  };
  if ("problem" in measured)
    return { ...base, value: null, margin: null, bound: null, verdict: "unsure", reason: measured.problem };
  const { unit } = threshold;
  if ("problem" in threshold) {
    const value = unit === unitOf(target, measured) ? measured.value : null;
    return { ...base, value, margin: null, bound: null, verdict: "unsure", reason: threshold.problem };
  }
  const side = sideOf(target.comparator, measured, threshold);
  const doubt = doubtOf(target, side, { measured, threshold, input });
  const { value } = measured;
  return {
    ...base,
    value,
    margin:
      value === null
        ? null
        : isCeiling(target.comparator)
          ? threshold.value - value
          : value - threshold.value,
    bound: value === null ? null : boundOf(value, measured),
    verdict: doubt === null ? side : "unsure",
    reason: [
      describe(target, measured, threshold),
      doubt,
      ...measured.notes,
      warmUpNote(base.window),
      holesNote(input.holes, base.window),
    ]
      .filter((part) => part !== null)
      .join(" "),
  };
}

function roundingOf({ latencyResolutionMicros, latencyRelativeError = 0 }: JudgeInput): Rounding {
  return { stepMicros: latencyResolutionMicros, share: latencyRelativeError };
}

function judgedFigures(target: Target, input: JudgeInput): JudgedFigures | null {
  if (target.users !== null) return input.atUsers(target.users);
  return {
    ...input.figures,
    window: input.window,
    achieved: input.achieved,
    gauge: (name) => input.gauge(name),
    label: (name) => input.figures.label(name),
  };
}

/** A threshold in the target's unit, with the interval that a baseline's own bound gives it. */
export interface JudgedThreshold {
  value: number;
  unit: string;
  low: number;
  high: number;
}

type Threshold = JudgedThreshold | { value: number; unit: string; problem: string };

function thresholdOf(target: Target, input: JudgeInput, measured: Measured): Threshold {
  const { threshold } = target;
  if (threshold.kind === "absolute") {
    const { value, unit } = threshold;
    return { value, unit, low: value, high: value };
  }
  const { changePercent } = threshold;
  const changed = (value: number) => withoutNoise((value * (100 + changePercent)) / 100);
  const relative = { value: 100 + threshold.changePercent, unit: "% of baseline" };
  if (input.baseline === null) return { ...relative, problem: "There is no baseline to compare with." };
  const baseline = target.users === null ? input.baseline : input.baselineAtUsers?.(target.users);
  if (baseline === undefined || baseline === null)
    return { ...relative, problem: `In the baseline: ${noUsers(target)}` };
  const base = measure(target, baseline, roundingOf(input));
  if ("problem" in base) return { ...relative, problem: `In the baseline: ${base.problem}` };
  if (base.doubt !== undefined) return { ...relative, problem: `In the baseline: ${base.doubt}` };
  if (base.value === null)
    return { ...relative, problem: "For the baseline, only a range of this figure is known." };
  return {
    value: changed(base.value),
    unit: unitOf(target, "problem" in measured ? base : measured),
    low: changed(base.low),
    high: changed(base.high),
  };
}

/** Which side the whole interval lies on; unsure when the threshold lies inside. */
function sideOf(
  comparator: Comparator,
  measured: { low: number; high: number },
  threshold: JudgedThreshold,
): Verdict {
  const { low, high } = measured;
  const rises = !isCeiling(comparator);
  const [near, far] = rises ? [-low, -high] : [high, low];
  const [floor, ceiling] = rises ? [-threshold.high, -threshold.low] : [threshold.low, threshold.high];
  const strict = comparator === "<" || comparator === ">";
  if (strict ? near < floor : near <= floor) return "met";
  return (strict ? far >= ceiling : far > ceiling) ? "missed" : "unsure";
}

function boundOf(value: number, { low, high }: { low: number; high: number }): number | null {
  const bound = Math.max(value - low, high - value);
  return Number.isFinite(bound) ? bound : null;
}

function warmUpNote(window: JudgedWindow | null): string | null {
  return window?.kind === "whole" ? "The whole run was judged, including any warm-up." : null;
}

function noUsers({ users }: Target): string {
  return `The run doesn't show when ${usersText(users ?? 0)} ${users === 1 ? "was" : "were"} active: it has no gauge that counts users, or never reached that many for a whole step.`;
}
