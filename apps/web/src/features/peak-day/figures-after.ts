import type { PeakDaySummary, PeakDayView } from "@headroom/contract";
import type { UsualGrowth } from "@headroom/core";
import { clockText, growthText, MINUTE_SECONDS, peakHourText, timesPeak, volumeText } from "@headroom/core";
import {
  formatCount,
  formatFigure,
  formatLength,
  formatMillis,
  formatPercentFigure,
  formatShort,
} from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import { busiestCells, capacityCell, cell, p99Text, percent, uptimeCells } from "./figure-cells.ts";

/** What a day came to. */
export function figuresAfter(view: PeakDayView): FigureCell[] {
  const { total, peakDay, summary } = view;
  const peak = peakOfDay(view);
  if (peak === null) return [cell("Peak", null, "req/s", "not known"), capacityCell(view, null)];
  const label = summary === null || peak.seconds === null ? "Peak" : stretchText(peak.seconds);
  return [
    cell(label, formatFigure(peak.throughput), "req/s", clockText(peak.at, peakDay)),
    ...(summary === null ? [] : hourCells(summary, peakDay)),
    cell("Requests", formatShort(total.requests), "", ""),
    ...(summary === null || view.source !== "live" ? [] : [p99Cell(summary)]),
    ...(summary === null ? [] : volumeCells(summary, peakDay)),
    errorsCell(total),
    ...expectedCells(peakDay.expectedPeak, peak.throughput),
    capacityCell(view, peak.throughput),
    ...timesCells(view),
    ...uptimeCells(view.uptime),
    ...busiestCells(summary?.busiestLabel ?? null),
  ];
}

export interface PeakOfDay {
  at: string;
  throughput: number;
  /** Null: of an imported curve. */
  seconds: number | null;
}

/** Of live traffic its busiest minute; of an imported curve its highest point. */
export function peakOfDay({ summary, total }: PeakDayView): PeakOfDay | null {
  if (summary?.busiest != null) return summary.busiest;
  return total.peak === null ? null : { ...total.peak, seconds: null };
}

/** "Peak minute", or "Peak 10m" where minutes are no longer kept. */
function stretchText(seconds: number): string {
  return seconds === MINUTE_SECONDS ? "Peak minute" : `Peak ${formatLength(seconds)}`;
}

function hourCells({ busiestHour }: PeakDaySummary, peakDay: PeakDayView["peakDay"]): FigureCell[] {
  if (busiestHour === null) return [];
  const { at, requests } = busiestHour;
  const caption = `from ${clockText(at, peakDay)}: ${peakHourText(busiestHour)}`;
  return [cell("Peak hour", formatShort(requests), "requests", caption)];
}

/** Of the day and of its week. Without a usual week, one cell says so. */
function volumeCells({ volume }: PeakDaySummary, { timeZone }: PeakDayView["peakDay"]): FigureCell[] {
  if (volume === null) return [];
  const [day, week] = [volume.window, volume.week].map((one) =>
    one === null ? null : volumeText(one, timeZone),
  );
  const cells = [
    ...(day?.change == null ? [] : [cell("Day against usual", day.change, "", day.rests)]),
    ...(week?.change == null ? [] : [cell("Week against usual", week.change, "", week.rests)]),
    ...growthCells(volume.yearBefore ?? null, timeZone),
  ];
  const none = week ?? day;
  return cells.length > 0 || none == null ? cells : [cell("Week against usual", null, "", none.rests)];
}

function growthCells(growth: UsualGrowth | null, timeZone: string): FigureCell[] {
  if (growth === null) return [];
  const { times, rests } = growthText(growth, timeZone);
  return [cell("Usual against earlier", times, "", rests)];
}

function p99Cell(summary: PeakDaySummary): FigureCell {
  const mean = summary.meanMs === null ? "" : `, mean ${formatMillis(summary.meanMs)} ms`;
  return cell("p99", p99Text(summary), "ms", `all requests of the day${mean}`);
}

function errorsCell({ errors, errorsAtLeast, requests }: PeakDayView["total"]): FigureCell {
  if (errors === null) return cell("Errors", null, "%", "not reported");
  const share = requests === 0 ? null : formatPercentFigure(errors / requests);
  return errorsAtLeast
    ? cell(
        "Errors",
        share === null ? null : `≥ ${share}`,
        "%",
        `${formatCount(errors)} known to have failed; it isn't known of all requests`,
      )
    : cell("Errors", share, "%", `${formatCount(errors)} failed`);
}

function expectedCells(expected: number | null, peak: number): FigureCell[] {
  if (expected === null) return [];
  const caption = `the real one was ${percent(peak / expected)} of it`;
  return [cell("Expected peak", formatFigure(expected), "req/s", caption)];
}

/** Both peaks in points of the same length. Nothing if there is no earlier day, or nothing is known of it. */
function timesCells({ points, pointSeconds, earlier: [last] }: PeakDayView): FigureCell[] {
  if (last === undefined) return [];
  const own = points.map(({ at, throughput }) => [Date.parse(at) / 1_000, throughput] as const);
  const compared = timesPeak({ stepSeconds: pointSeconds, points: own }, last);
  if (compared === null) return [];
  const caption = `${formatFigure(compared.earlierPeak)} req/s then, both over ${formatLength(compared.pointSeconds)}`;
  return [cell(`Times ${last.name}`, `${formatFigure(compared.times)}x`, "", caption)];
}
