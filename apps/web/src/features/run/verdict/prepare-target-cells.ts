import type { RunAnswer, WindowSummary } from "@headroom/contract";
import { formatMetric, inShownUnit, metricRow, unitWords } from "@headroom/core";
import type { RunOutcome, Verdict } from "@headroom/core";
import {
  formatBoundRange,
  formatChange,
  formatClock,
  formatCount,
  formatFigure,
  formatMillis,
  formatPercentFigure,
  formatKnown,
  formatSigned,
  insideRatio,
  joinUnit,
} from "@headroom/ui";
import type { ProofNote } from "@headroom/ui";
import type { MakeProofNote } from "../figures/prepare-proof.ts";
import { leastOf } from "../figures/prepare-figures.ts";
import { ownReason, sharedDoubts } from "./shared-doubts.ts";
import type { SharedDoubts } from "./shared-doubts.ts";
import { judgedRange } from "./judged-range.ts";
import { figureIn, targetTitle } from "./target-words.ts";
import type { JudgedTarget } from "./target-words.ts";

/** A run that isn't judged has no verdicts, whatever its figures are. */
export type CellVerdict = Verdict | "not-judged";

export function cellVerdict(verdict: Verdict, outcome: RunOutcome | null): CellVerdict {
  return outcome === "not-judged" && verdict !== "no-baseline" ? "not-judged" : verdict;
}

/** One cell of the strip: a target, or a figure without one. */
export interface FigureModel {
  key: string;
  title: string;
  verdict: CellVerdict | "untargeted";
  value: string | null;
  unit: string;
  /** Above 1 inside the target; null without a figure or a target. */
  ratio: number | null;
  caption: string;
  /** Latencies carry how they were made. */
  proof: ProofNote | null;
}

/** One cell per target, in the order in which they were written; without targets, the most useful figures. */
export function prepareTargetCells(answer: RunAnswer, proofNote: MakeProofNote): FigureModel[] {
  if (answer.targets.length > 0) {
    const shared = sharedDoubts(answer.targets);
    const told = shared.targets > 1 ? shared : NOTHING_SHARED;
    return answer.targets.map((target, position) =>
      targetCell(target, position, { answer, proofNote, told }),
    );
  }
  return untargetedCells(answer.steady?.summary ?? answer.summary, answer, proofNote);
}

const NOTHING_SHARED: SharedDoubts = { sentences: [], targets: 0 };

interface CellInput {
  answer: RunAnswer;
  proofNote: MakeProofNote;
  /** What the headline has already said. */
  told: SharedDoubts;
}

function targetCell(
  target: RunAnswer["targets"][number],
  position: number,
  { answer, proofNote, told }: CellInput,
): FigureModel {
  const { value, comparator, threshold, metric, verdict } = target;
  const isLatency = metricRow(metric).quantity === "time";
  return {
    key: `${position} ${target.text}`,
    title: targetTitle(target),
    verdict: cellVerdict(verdict, answer.outcome),
    value: formatKnown({ value, range: judgedRange(target, answer) }, (figure) => figureIn(target, figure)),
    unit: unitWords(target),
    ratio: value === null || threshold < 0 || value < 0 ? null : insideRatio(comparator, value, threshold),
    caption: [captionOf(target, answer, told), loadWords(target, answer)]
      .filter((part) => part !== "")
      .join(" · "),
    proof: isLatency ? proofOf(target, proofNote) : null,
  };
}

function proofOf({ metric, unit, value, bound }: JudgedTarget, proofNote: MakeProofNote): ProofNote | null {
  const millis = value === null ? null : inShownUnit(value, unit);
  return millis === null
    ? null
    : proofNote(formatMetric(metric), millis, bound === null ? null : inShownUnit(bound, unit));
}

/** A target at a load is judged only while that load was there, so the caption names the minutes. */
function loadWords({ window }: JudgedTarget, { run }: RunAnswer): string {
  if (window?.kind !== "load") return "";
  const origin = Math.floor(Date.parse(run.startedAt) / 1_000) * 1_000;
  const clock = (instant: string) => formatClock((Date.parse(instant) - origin) / 1_000);
  return `judged at this load, ${clock(window.from)}–${clock(window.to)}`;
}

/** The distance from the target as figure and share, and what else decides; for an unsure one the reason. */
function captionOf(target: JudgedTarget, answer: RunAnswer, told: SharedDoubts): string {
  const { value, threshold, verdict, reason } = target;
  if (verdict === "unsure") return ownReason(target, told);
  if (value === null || verdict === "no-baseline") return reason;
  if (target.metric.kind === "error-rate") return errorsCaption(target, value, answer);
  const away = value - threshold;
  const isShare = unitWords(target) === "%";
  const unit = isShare ? "percentage points" : unitWords(target);
  const distance = away === 0 ? "exactly on target" : `${signedFigure(target, away)} ${unit}`;
  // Shares of shares confuse.
  const share = threshold === 0 || away === 0 || isShare ? "" : `, ${formatChange(away / threshold)}`;
  const detail = [intervalOf(target), detailOf(target)].filter((part) => part !== "").join(" · ");
  return `${distance}${share}${detail === "" ? "" : ` · ${detail}`}`;
}

/** Errors are counted, and a miss is given in the target's own percent. */
function errorsCaption(target: JudgedTarget, value: number, answer: RunAnswer): string {
  const judged = answer.steady?.summary ?? answer.summary;
  const over = value - target.threshold;
  const counted = target.label === null ? errorsOf(judged) : "";
  const distance = over > 0 ? `${figureIn(target, over)}% over` : "";
  return [distance, counted, intervalOf(target)].filter((part) => part !== "").join(" · ");
}

function errorsOf({ errors, requests }: WindowSummary): string {
  if (errors === null || requests === null) return "";
  return `${formatCount(errors)} of ${formatCount(requests)} requests`;
}

function signedFigure(target: JudgedTarget, away: number): string {
  return formatSigned(away, (value) => figureIn(target, value));
}

/** "90% interval 171–224 ms": where the true figure can be. */
function intervalOf(target: JudgedTarget): string {
  const { interval, value, confidence } = target;
  if (confidence === null) return "judged before verdicts took chance into account";
  if (interval === null || value === null) return "";
  const name = `${Math.round(confidence * 100)}% interval`;
  const low = figureIn(target, interval.low);
  if (interval.high === null) return `${name} from ${joinUnit(low, unitWords(target))}`;
  const high = figureIn(target, interval.high);
  return low === high ? "" : `${name} ${low}–${joinUnit(high, unitWords(target))}`;
}

function detailOf({ metric, value, bound }: JudgedTarget): string {
  if (metricRow(metric).quantity !== "time") return "";
  if (value === null || value === 0 || bound === null || bound === 0) return "";
  return `bound ${formatBoundRange(value, bound / value)}`;
}

/** What is known of them, in this order; of a run that reports nothing, what it doesn't report. */
function untargetedCells(judged: WindowSummary, answer: RunAnswer, proofNote: MakeProofNote): FigureModel[] {
  const where = answer.steady === null ? "whole run" : "steady phase";
  const usual = [
    plainCell("throughput", "Throughput", {
      value: judged.throughput === null ? null : formatFigure(judged.throughput),
      unit: "req/s",
      caption: where,
    }),
    latencyCell("p99", { judged, where, proofNote }),
    plainCell("errors", "Error rate", {
      value: leastOf(judged.errorsAtLeast, judged.errorRate, formatPercentFigure),
      unit: "%",
      caption: [errorsOf(judged), where].filter((part) => part !== "").join(", "),
    }),
    plainCell("requests", "Requests", {
      value: answer.summary.requests === null ? null : formatCount(answer.summary.requests),
      unit: "",
      caption: "whole run",
    }),
  ];
  const known = usual.filter(isKnown);
  if (known.length === usual.length) return usual;
  const instead = OTHER_LATENCIES.map((name) => latencyCell(name, { judged, where, proofNote })).filter(
    isKnown,
  );
  const shown = [...known, ...(isKnown(usual[1]) ? [] : instead)].slice(0, usual.length);
  return shown.length === 0 ? usual : shown;
}

/** Where p99 isn't known. */
const OTHER_LATENCIES = ["mean", "max", "p95", "p90", "p50"] as const;

const isKnown = (cell: FigureModel | undefined) => cell !== undefined && cell.value !== null;

function plainCell(
  key: string,
  title: string,
  rest: Pick<FigureModel, "value" | "unit" | "caption">,
): FigureModel {
  return { key, title, ...rest, verdict: "untargeted", ratio: null, proof: null };
}

interface LatencyInput {
  judged: WindowSummary;
  where: string;
  proofNote: MakeProofNote;
}

function latencyCell(
  name: "p99" | (typeof OTHER_LATENCIES)[number],
  { judged, where, proofNote }: LatencyInput,
): FigureModel {
  const value = judged.latencyMs[name];
  const isPercentile = name.startsWith("p");
  const range = name === "mean" || name === "max" ? null : (judged.latencyIntervalsMs[name] ?? null);
  const title = isPercentile ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)} latency`;
  return {
    ...plainCell(name, title, {
      value: formatKnown({ value, range }, formatMillis),
      unit: "ms",
      caption: where,
    }),
    proof: value === null || !isPercentile ? null : proofNote(name, value, null),
  };
}
