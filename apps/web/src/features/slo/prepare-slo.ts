import type { SloAnswer, SloReport } from "@headroom/contract";
import { formatCount, formatFigure } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import type { BudgetInput } from "@headroom/ui/charts";
import { goodText, leftText, lengthText, rangeText } from "./slo-words.ts";

/** What is left of the budget, in percent, requests and minutes, and the share of good requests. */
export function figuresOf(slo: SloAnswer, report: SloReport): FigureCell[] {
  const { budget, goodPercent, bad, requests } = report;
  const known = (range: { low: number; high: number } | null, format: (value: number) => string) =>
    range === null ? "–" : rangeText(range, format);
  return [
    cell("Error budget left", known(budget.leftPercent, leftText), "%", measuredText(report)),
    cell(
      "Left in requests",
      known(budget.leftRequests, (value) => formatFigure(value)),
      "",
      `of ${formatFigure(budget.requests)} that may be bad`,
    ),
    cell(
      "Left in minutes",
      known(budget.leftMinutes, formatFigure),
      "min",
      `of ${formatFigure(budget.minutes)} min of average traffic`,
    ),
    cell(
      "Good requests",
      known(goodPercent, goodText),
      "%",
      requests === 0
        ? `objective ${slo.objectivePercent}%`
        : `objective ${slo.objectivePercent}%, ${rangeText(bad, formatCount)} bad`,
    ),
  ];
}

function measuredText({ measuredSeconds, elapsedSeconds }: SloReport): string {
  if (measuredSeconds >= elapsedSeconds) return "";
  return `${lengthText(measuredSeconds)} of ${lengthText(elapsedSeconds)} have requests`;
}

function cell(label: string, value: string, unit: string, caption: string): FigureCell {
  return { key: label, label, value, unit: value === "–" ? "" : unit, caption };
}

export function chartInput(slo: SloAnswer, report: SloReport, timeZone: string): BudgetInput {
  const origin = Date.parse(report.from);
  const offset = (moment: string) => (Date.parse(moment) - origin) / 1_000;
  return {
    clock: {
      originMillis: origin,
      timeZone: slo.window.kind === "calendar" ? slo.window.timeZone : timeZone,
    },
    spanSeconds: offset(report.to),
    pointSeconds: offset(report.history[0]?.at ?? report.to),
    points: report.history.map(({ at, requests, leftPercent }) => {
      return { untilSeconds: offset(at), requests, ...leftPercent };
    }),
  };
}
