import type { Cell } from "../cell/cell.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { formatTarget } from "../targets/format-target.ts";
import type { Metric } from "../targets/metrics.ts";
import type { GaugeFigures } from "../targets/read-metric.ts";
import type { Comparator, Target } from "../targets/target.ts";
import { heldLoadText } from "./held-load.ts";
import type { HeldLoad } from "./held-load.ts";
import { holesNote } from "./holes-note.ts";
import { judgeFailures } from "./judge-failures.ts";
import type { FailuresPart } from "./judge-failures.ts";
import { judgeFigure } from "./judge-figure.ts";
import { noUsers, roundingOf, thresholdOf } from "./judged-threshold.ts";
import type { JudgedSlices } from "./figure-noise.ts";
import { measure } from "./measure.ts";
import type { Measured } from "./measure.ts";
import { unitOf } from "./verdict-unit.ts";

/** What a figure says of its target. */
export type Side = "met" | "missed" | "unsure";

/** `no-baseline`: the target is relative to a baseline that isn't there yet, so nothing was judged. */
export type Verdict = Side | "no-baseline";

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
  /** Where the true figure can be by chance, the bound included; null: chance has no part in it, or how much isn't known. */
  interval: ChanceInterval | null;
  /** How sure the verdict had to be, and each end of the interval is: 0.5 to below 1. */
  confidence: number;
  /** The part that failed requests have in the verdict; null: none. */
  failures: FailuresPart | null;
  window: JudgedWindow | null;
  verdict: Verdict;
  reason: string;
  /** The target's canonical text. */
  text: string;
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
  doubt: string | null;
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
  /** On a ramp, up to which load a target held, by the target's text; null or left out: not known. */
  heldLoad?(text: string): HeldLoad | null;
  /** On a ramp, the least share of errors in any tenth of the run; null or left out: not known. */
  leastErrorShare?: number | null;
  /** When no request succeeded for several seconds, and about how many were never sent because of that. */
  holes?: readonly { from: string; to: string; unsent?: number | undefined }[];
  /** Completed of expected requests, 0 to 1 and above; null when the experiment expects no number. */
  achieved: number | null;
  /** False: the generator is known not to have offered the load. */
  loadOffered: boolean | null;
  /** Of a run that was kept from live traffic: whether nothing was reported for part of it. */
  liveTraffic?: { silent: boolean } | null;
  /** `receiving`: more results of the baseline are on their way. Null: there is none. */
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
 * Judges every target by the interval of its figure, not by its middle: met or missed only when the whole interval, with
 * the noise of the run in it, lies on one side of the threshold. `unsure` is a verdict of its own, for whatever cannot be
 * told; see `doubtOf`.
 */
export function judge(input: JudgeInput): TargetVerdict[] {
  return input.targets.map((target) => judgeTarget(target, input));
}

/**
 * A run's verdict is its worst; without targets it has none, which is not the same as met. Targets that wait for a
 * baseline count only when all of them do.
 */
export function worstVerdict(verdicts: readonly { verdict: Verdict }[]): Verdict | null {
  const worst = (["missed", "unsure", "met", "no-baseline"] as const).find((one) =>
    verdicts.some(({ verdict }) => verdict === one),
  );
  return worst ?? null;
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
    confidence: input.confidence,
    text: formatTarget(target),
  };
  const nothing = { ...base, value: null, margin: null, bound: null, interval: null, failures: null };
  if ("problem" in threshold && threshold.waits === true)
    return { ...nothing, verdict: "no-baseline", reason: threshold.problem };
  if ("problem" in measured) return { ...nothing, verdict: "unsure", reason: measured.problem };
  if ("problem" in threshold) {
    const value = threshold.unit === unitOf(target, measured) ? measured.value : null;
    return { ...nothing, value, verdict: "unsure", reason: threshold.problem };
  }
  const judged = judgeFigure(target, { measured, threshold, input });
  const { reason, ...answer } = judgeFailures(target, judged, { measured, threshold, input, figures });
  const notes = [
    ...(answer.verdict === "missed" ? [heldNote(target, input)] : []),
    warmUpNote(base.window),
    holesNote(input.holes, base.window),
  ];
  return { ...base, ...answer, reason: [reason, ...notes.filter((note) => note !== null)].join(" ") };
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

/** What a ramp that misses a target whatever the load shows of it. */
function heldNote(target: Target, input: JudgeInput): string | null {
  if (input.ramp === null || target.users !== null) return null;
  const held = input.heldLoad?.(formatTarget(target)) ?? null;
  return held === null ? null : heldLoadText(held);
}

function warmUpNote(window: JudgedWindow | null): string | null {
  return window?.kind === "whole" ? "The whole run was judged, including any warm-up." : null;
}
