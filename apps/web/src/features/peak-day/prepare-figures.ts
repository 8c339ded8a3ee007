import type { EarlierCurve, PeakDayView } from "@headroom/contract";
import { clockText, MINUTE_SECONDS, succeeded } from "@headroom/core";
import { formatCount, formatFigure, formatMillis, formatPercentFigure, formatShort } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import { usualText } from "./day-words.ts";
import {
  busiestCells,
  capacityCell,
  cell,
  isOver,
  known,
  p99Text,
  percent,
  uptimeCells,
} from "./figure-cells.ts";
import { figuresAfter } from "./figures-after.ts";

/** The middle of the last minute. */
const HALF_MINUTE = 30;

/** The figures above the chart: what is expected, what is happening, or what it came to. */
export function figuresOf(view: PeakDayView): FigureCell[] {
  switch (view.phase) {
    case "before":
      return figuresBefore(view);
    case "during":
      return view.source === "live" ? figuresDuring(view) : figuresAfter(view);
    case "after":
      return figuresAfter(view);
  }
}

function figuresBefore(view: PeakDayView): FigureCell[] {
  const {
    peakDay,
    earlier: [last],
  } = view;
  const { expectedPeak, expectedSource } = peakDay;
  return [
    cell("Expected peak", known(expectedPeak, formatFigure), "req/s", expectedSource ?? ""),
    capacityCell(view, expectedPeak),
    ...(last === undefined ? [cell("Last time", null, "", "no earlier day")] : growthCells(last)),
  ];
}

function growthCells(last: EarlierCurve): FigureCell[] {
  const peak = peakOf(last);
  const { growthLow, growthHigh } = last;
  const range = (value: number) => `${formatFigure(value * growthLow)}–${formatFigure(value * growthHigh)}`;
  return [
    cell(`Peak of ${last.name}`, known(peak, formatFigure), "req/s", growthText(last)),
    cell(
      "With that growth",
      known(peak, growthLow === growthHigh ? (value) => formatFigure(value * growthLow) : range),
      "req/s",
      "",
    ),
  ];
}

function figuresDuring(view: PeakDayView): FigureCell[] {
  const { latest, earlier, peakDay, usual, uptime, points } = view;
  const [last] = earlier;
  if (latest === null) {
    const caption = points.length === 0 ? "nothing yet" : "no data from the last hour";
    return [cell("Last minute", null, "req/s", caption), capacityCell(view, null)];
  }
  const { minute } = latest;
  const middle = Date.parse(latest.at) / 1_000 - HALF_MINUTE;
  return [
    cell("Last minute", formatFigure(minute.throughput), "req/s", minuteText(latest, peakDay)),
    cell("Last hour", formatShort(latest.hourRequests), "requests", ""),
    capacityCell(view, succeeded(latest.minute)),
    ...(last === undefined ? [] : timesCells(last, minute.throughput, middle)),
    ...(usual === null
      ? []
      : timesCells(
          { ...usual, name: `a ${usualText(peakDay).replace("Usual", "usual")}` },
          minute.throughput,
          middle,
        )),
    besideTarget(cell("p99", p99Text(minute), "ms", "last minute"), {
      value: minute.p99Range?.low ?? minute.p99Ms,
      target: view.targets.p99Ms,
      text: (value) => `${formatMillis(value)} ms`,
    }),
    besideTarget(
      cell(
        "Errors",
        known(minute.errorRate, formatPercentFigure),
        "%",
        minute.errorRate === null ? "not reported" : "last minute",
      ),
      { value: minute.errorRate, target: view.targets.errorRate, text: percent },
    ),
    ...uptimeCells(uptime),
    ...busiestCells(latest.busiest),
  ];
}

interface Promised {
  value: number | null;
  target: number | null;
  text: (value: number) => string;
}

function besideTarget(figure: FigureCell, { value, target, text }: Promised): FigureCell {
  return target !== null && isOver(value, target)
    ? { ...figure, caption: `last minute, above the target of ${text(target)}`, tone: "over" }
    : figure;
}

function minuteText({ at, minute }: NonNullable<PeakDayView["latest"]>, day: PeakDayView["peakDay"]): string {
  const to = `to ${clockText(at, day)}`;
  return minute.seconds < MINUTE_SECONDS ? `${to}, only ${formatCount(minute.seconds)} s are known` : to;
}

type Throughput = Pick<EarlierCurve, "name" | "points" | "stepSeconds">;

function timesCells(last: Throughput, throughput: number, second: number): FigureCell[] {
  const then = rateAt(last, second);
  const label = `Times ${last.name}`;
  if (then === null) return [cell(label, null, "", "nothing known of that moment")];
  const caption = `${formatFigure(then)} req/s at this point`;
  return [cell(label, then === 0 ? null : `${formatFigure(throughput / then)}x`, "", caption)];
}

function growthText({ growthLow, growthHigh }: EarlierCurve): string {
  const [low, high] = [formatFigure(growthLow), formatFigure(growthHigh)];
  return low === high ? `growth ${low}x` : `growth ${low}x to ${high}x`;
}

/** What an earlier day had at a moment of this one; null in a hole. */
function rateAt({ points, stepSeconds }: Throughput, second: number): number | null {
  return points.find(([begin]) => begin <= second && second < begin + stepSeconds)?.[1] ?? null;
}

function peakOf({ points }: EarlierCurve): number | null {
  return points.length === 0 ? null : points.reduce((most, [, rate]) => Math.max(most, rate), 0);
}
