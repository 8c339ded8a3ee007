import type { SloAnswer, SloReport } from "@headroom/contract";
import { formatCount, formatFigure } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import type { BudgetInput } from "@headroom/ui/charts";
import { burnNow, goodText, leftText, lengthText, rangeText } from "./slo-words.ts";

/** What was kept, what is left of the budget, how fast that goes, and how much of the window is known. */
export function figuresOf(slo: SloAnswer, report: SloReport): FigureCell[] {
  const { budget, goodPercent, requests, measuredSeconds, elapsedSeconds } = report;
  const known = (range: { low: number; high: number } | null, format: (value: number) => string) =>
    range === null ? "–" : rangeText(range, format);
  const now = burnNow(report);
  return [
    cell("Good requests", known(goodPercent, goodText), "%", `objective ${slo.objectivePercent}%`),
    cell(
      "Error budget left",
      known(budget.leftPercent, leftText),
      "%",
      requests === 0 ? "" : [spentWords(report), ...minutesWords(report)].join("; "),
    ),
    cell(
      "Burn rate now",
      now?.times ?? "–",
      "x",
      now === null ? "" : `in ${now.over}; at 1x, the budget lasts the whole window`,
    ),
    cell("Measured", lengthText(measuredSeconds), "", `of ${lengthText(elapsedSeconds)} have requests`),
  ];
}

function spentWords({ bad, budget }: SloReport): string {
  return `${rangeText(bad, formatCount)} bad, ${formatCount(Math.floor(budget.requests))} allowed`;
}

/** Nothing once more than the budget is spent. */
function minutesWords({ budget: { leftMinutes, minutes } }: SloReport): string[] {
  if (leftMinutes === null || leftMinutes.low < 0) return [];
  return [`${rangeText(leftMinutes, formatFigure)} of ${formatFigure(minutes)} min of average traffic left`];
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
