import { successfulOnly } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { absentOfLabel } from "../cell/sample.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { metricRow } from "../targets/metrics.ts";
import { isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { judgeFigure } from "./judge-figure.ts";
import type { JudgedFigure } from "./judge-figure.ts";
import { roundingOf } from "./judged-threshold.ts";
import type { FailuresPart, FigureInput, JudgedFigures, JudgedSlices, Side } from "./judged.ts";
import { measure } from "./measure.ts";
import { amountOf } from "./verdict-unit.ts";

interface FailuresInput extends FigureInput {
  figures: JudgedFigures | null;
}

type Judged = JudgedFigure & { failures: FailuresPart | null };

/**
 * Fast failures must not meet a target for latency or throughput: it is met only when the successful requests meet it,
 * too. What they can't be told apart from is judged as it is.
 */
export function judgeFailures(target: Target, whole: JudgedFigure, judged: FailuresInput): Judged {
  const asItIs = { ...whole, failures: null };
  const { measured, figures } = judged;
  const { cell } = measured;
  if (figures === null || cell === null || cell.errors === 0 || !canHide(target)) return asItIs;
  if (cell.requests === 0 || absentHere(target, figures).includes("errors")) return asItIs;
  if (cell.errors >= cell.requests) return allFailed(whole);
  const successful = measure(target, withoutFailures(figures), roundingOf(judged.input));
  if ("problem" in successful) return asItIs;
  const own = judgeFigure(target, { ...judged, measured: { ...successful, of: "successful" } });
  if (own.verdict === whole.verdict) return asItIs;
  if (RANKS[own.verdict] > RANKS[whole.verdict]) {
    const included = { code: "with-failures", ...amountOf(target, measured) } as const;
    return { ...own, reasons: [...own.reasons, included], failures: "hide" };
  }
  if (own.verdict !== "met") return asItIs;
  const without = { code: "without-failures", ...amountOf(target, successful) } as const;
  return { ...whole, reasons: [...whole.reasons, without], failures: "cause" };
}

function absentHere({ label }: Target, { absent = [] }: JudgedFigures): readonly AbsentFigure[] {
  return label === null ? absent : absentOfLabel(absent);
}

const RANKS: Record<Side, number> = { met: 0, unsure: 1, missed: 2 };

/** Failures make latencies shorter, and throughput higher, than the service's real work. */
function canHide({ metric, comparator }: Target): boolean {
  const { quantity } = metricRow(metric);
  if (quantity === "time") return isCeiling(comparator);
  return (quantity === "requests" || quantity === "items") && !isCeiling(comparator);
}

function allFailed(whole: JudgedFigure): Judged {
  if (whole.verdict === "missed") return { ...whole, failures: "all" };
  const nothing = { value: null, margin: null, bound: null, interval: null };
  return {
    ...nothing,
    verdict: "missed",
    doubt: null,
    reasons: [{ code: "all-failed" }],
    failures: "all",
  };
}

function withoutFailures(figures: JudgedFigures): JudgedFigures {
  const all = succeeded(figures.all);
  return {
    ...figures,
    all: all ?? figures.all,
    allParts: [all ?? figures.all],
    slices: all === null ? (figures.slices ?? null) : succeededSlices(figures.slices ?? null),
    label: (name) => {
      const label = figures.label(name);
      if (label === null || "problem" in label) return label;
      const cell = succeeded(label.cell);
      if (cell === null) return label;
      return { ...label, cell, parts: [cell], slices: succeededSlices(label.slices ?? null) };
    },
  };
}

/** Null: the failed ones are not known apart. Items count in proportion, because nobody knows whose they are. */
function succeeded(cell: Cell): Cell | null {
  const successful = successfulOnly(cell);
  if (successful === null) return null;
  const { extremes: _, ...kept } = successful;
  const share = cell.requests === 0 ? 0 : successful.requests / cell.requests;
  return { ...kept, items: cell.items * share, bytes: 0 };
}

function succeededSlices(slices: JudgedSlices | null): JudgedSlices | null {
  if (slices === null) return null;
  const cells = slices.map((slice) => (slice === null ? null : succeeded(slice)));
  return cells.some((cell, at) => cell === null && slices[at] !== null) ? null : cells;
}
