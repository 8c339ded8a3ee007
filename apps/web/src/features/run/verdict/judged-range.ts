import type { WindowSummary } from "@headroom/contract";
import { figureOfMetric, inShownUnit } from "@headroom/core";
import type { FigureRange } from "@headroom/core";
import type { JudgedTarget } from "./target-words.ts";

/** The summaries of a run's windows. */
interface JudgedSummaries {
  summary: WindowSummary;
  steady: { summary: WindowSummary } | null;
}

/** What the figure of a target lies between, in the target's unit; null where only a single value is known, or none. */
export function judgedRange(target: JudgedTarget, { summary, steady }: JudgedSummaries): FigureRange | null {
  const { value, label, users, window, range = null } = target;
  const judged = window?.kind === "steady" ? steady?.summary : summary;
  if (label !== null || users !== null || judged === undefined) return range;
  // As the tables of the run have it.
  if (value === null) return percentileRange(target, judged) ?? range;
  const isLeast = target.metric.kind === "error-rate" && judged.errorsAtLeast === true;
  return isLeast ? { low: value, high: null } : null;
}

function percentileRange(
  { metric, unit }: JudgedTarget,
  { latencyIntervalsMs }: WindowSummary,
): FigureRange | null {
  const perUnit = inShownUnit(1, unit);
  const figure = figureOfMetric(metric);
  const range = Object.entries(latencyIntervalsMs).find(([name]) => name === figure)?.[1];
  if (range === undefined || perUnit === null) return null;
  return { low: range.low / perUnit, high: range.high === null ? null : range.high / perUnit };
}
