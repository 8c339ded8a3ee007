import { metricRow } from "../targets/metrics.ts";
import { formatTarget, isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { inShownUnit } from "../targets/units.ts";
import { holesIn } from "./holes-in.ts";
import { judgeFailures } from "./judge-failures.ts";
import { judgeFigure } from "./judge-figure.ts";
import { noUsers, roundingOf, thresholdOf } from "./judged-threshold.ts";
import type {
  JudgedFigures,
  JudgedWindow,
  JudgeInput,
  TargetDoubt,
  TargetVerdict,
  Verdict,
} from "./judged.ts";
import { measure } from "./measure.ts";
import type { Measured } from "./measure.ts";
import type { TargetReason } from "./target-sentences.ts";
import { doubt, needsWholeLoad, shortOfWhole } from "./verdict-doubt.ts";
import { unitOf } from "./verdict-unit.ts";

/**
 * Judges every target by the interval of its figure, not by its middle: met or missed only when the whole interval, with
 * the noise of the run in it, lies on one side of the threshold. `unsure` is a verdict of its own, for whatever cannot be
 * told; see `doubtOf`.
 */
export function judge(input: JudgeInput): TargetVerdict[] {
  const ownLoad = input.targets.map((target) => (isOwnLoad(target) ? judgeTarget(target, input) : null));
  const heldThroughput = throughputOf(ownLoad);
  return input.targets.map((target, at) => ownLoad[at] ?? judgeTarget(target, { ...input, heldThroughput }));
}

/** A throughput that the whole run has to reach. */
function isOwnLoad({ metric, label, users, threshold, comparator }: Target): boolean {
  const isFloor = metric.kind === "throughput" && !isCeiling(comparator);
  return isFloor && label === null && users === null && threshold.kind === "absolute";
}

/** In requests per second; null: not all of those targets are met, or there are none. */
function throughputOf(ownLoad: readonly (TargetVerdict | null)[]): number | null {
  const judged = ownLoad.filter((one) => one !== null);
  const [first] = judged;
  if (first === undefined || first.value === null || judged.some(({ verdict }) => verdict !== "met"))
    return null;
  return inShownUnit(first.value, first.unit);
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
    users: target.users,
    comparator: target.comparator,
    threshold: threshold.value,
    unit: threshold.unit,
    window: measured.window ?? figures?.window ?? null,
    confidence: input.confidence,
    text: formatTarget(target),
  };
  const nothing = { ...base, value: null, margin: null, bound: null, interval: null, failures: null };
  if ("problem" in threshold && threshold.waits === true)
    return { ...nothing, doubt: null, verdict: "no-baseline", reasons: threshold.problem };
  if ("problem" in measured)
    return { ...nothing, doubt: noFigure(target, input), verdict: "unsure", reasons: [measured.problem] };
  if ("problem" in threshold) {
    const value = threshold.unit === unitOf(target, measured) ? measured.value : null;
    return { ...nothing, value, doubt: doubt("baseline"), verdict: "unsure", reasons: threshold.problem };
  }
  const judged = judgeFigure(target, { measured, threshold, input });
  const { reasons, ...answer } = judgeFailures(target, judged, { measured, threshold, input, figures });
  const notes: TargetReason[] = [
    ...(answer.verdict === "missed" ? heldNote(target, input) : []),
    ...(answer.verdict === "met" ? partLoadNote(target, input) : []),
    ...warmUpNote(base.window),
    ...holesNote(input.holes, base.window),
  ];
  return { ...base, ...answer, reasons: [...reasons, ...notes] };
}

/** Why there is no figure. */
function noFigure({ metric }: Target, { achieved }: JudgeInput): TargetDoubt {
  return doubt(metric.kind === "achieved" && achieved === null ? "no-workload" : "unmeasured");
}

function judgedFigures(target: Target, input: JudgeInput): JudgedFigures | null {
  if (target.users !== null) return input.atUsers(target.users);
  const common = { achieved: input.achieved, gauge: (name: string) => input.gauge(name) };
  const { counted = null } = input;
  if (counted !== null && isCounted(target, counted)) return { ...counted, ...common };
  return {
    ...input.figures,
    ...common,
    window: input.window,
    label: (name) => input.figures.label(name),
  };
}

/** A baseline is read as a whole, and so is a label of which only its total is known. */
function isCounted({ metric, label, threshold }: Target, counted: JudgedFigures): boolean {
  const { quantity } = metricRow(metric);
  if ((quantity !== "requests" && quantity !== "items") || threshold.kind === "baseline") return false;
  const own = label === null ? null : counted.label(label);
  return label === null || (own !== null && !("problem" in own));
}

/** What a ramp that misses a target whatever the load shows of it. */
function heldNote(target: Target, input: JudgeInput): TargetReason[] {
  if (input.ramp === null || target.users !== null) return [];
  const held = input.heldLoad?.(formatTarget(target)) ?? null;
  return held === null ? [] : [{ code: "held", ...held }];
}

/** Less was offered than planned, and still more than the run has to reach. */
function partLoadNote(target: Target, { achieved, heldThroughput = null }: JudgeInput): TargetReason[] {
  if (heldThroughput === null || target.users !== null || !needsWholeLoad(target, achieved)) return [];
  return [{ code: "at-part-of-load", throughput: heldThroughput, achieved: shortOfWhole(achieved) }];
}

function warmUpNote(window: JudgedWindow | null): TargetReason[] {
  return window?.kind === "whole" ? [{ code: "whole-judged" }] : [];
}

type Hole = { from: string; to: string };

/** The longest hole in the window; the others are counted. */
function holesNote(holes: readonly Hole[] | undefined, window: JudgedWindow | null): TargetReason[] {
  if (holes === undefined || window === null || window.kind === "load") return [];
  const inside = holesIn(holes, window).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const [longest] = inside;
  if (longest === undefined) return [];
  const { from, to } = longest;
  return [{ code: "nothing-succeeded", from, to, others: inside.length - 1 }];
}

function secondsOf({ from, to }: Hole): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
}
