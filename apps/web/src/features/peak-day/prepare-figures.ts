import type { EarlierCurve, PeakDayPoint, PeakDayUptime, PeakDayView } from "@headroom/contract";
import {
  formatAge,
  formatCount,
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercentFigure,
  formatShort,
  joinUnit,
} from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import { clockText, usualText } from "./day-words.ts";

const NOTHING = "–";
/** From here on, people should look. */
const NEAR = 0.85;
/** The middle of the last minute. */
const HALF_MINUTE = 30;
const MINUTE = 60;

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

function figuresBefore({ peakDay, capacity, earlier: [last], now }: PeakDayView): FigureCell[] {
  const { expectedPeak, expectedSource } = peakDay;
  return [
    cell("Expected peak", known(expectedPeak, formatFigure), "req/s", expectedSource ?? ""),
    capacityCell(capacity, expectedPeak, now),
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
  const { latest, capacity, earlier, now, peakDay, usual, uptime } = view;
  const [last] = earlier;
  if (latest === null)
    return [cell("Last minute", null, "req/s", "nothing yet"), capacityCell(capacity, null, now)];
  const { minute } = latest;
  const middle = Date.parse(latest.at) / 1_000 - HALF_MINUTE;
  return [
    cell("Last minute", formatFigure(minute.throughput), "req/s", minuteText(latest, peakDay)),
    cell("Last hour", formatShort(latest.hourRequests), "requests", ""),
    capacityCell(capacity, minute.throughput, now),
    ...(last === undefined ? [] : timesCells(last, minute.throughput, middle)),
    ...(usual === null
      ? []
      : timesCells(
          { ...usual, name: `a ${usualText(peakDay).replace("Usual", "usual")}` },
          minute.throughput,
          middle,
        )),
    cell("p99", p99Text(minute), "ms", "last minute"),
    cell(
      "Errors",
      known(minute.errorRate, formatPercentFigure),
      "%",
      minute.errorRate === null ? "not reported" : "last minute",
    ),
    ...uptimeCells(uptime),
    ...busiestCells(latest.labels[0]),
  ];
}

/** Nobody knows how minutes without data went, so they count neither way. */
function uptimeCells(uptime: PeakDayUptime | null): FigureCell[] {
  if (uptime === null) return [];
  const { upSeconds, downSeconds, unknownSeconds } = uptime;
  const knownSeconds = upSeconds + downSeconds;
  if (knownSeconds === 0) return [];
  const down = downSeconds === 0 ? "never mostly errors" : `mostly errors for ${formatLength(downSeconds)}`;
  const unknown = unknownSeconds === 0 ? "" : `, no data for ${formatLength(unknownSeconds)}`;
  // Rounded down: 99.996% isn't 100%.
  const share = (Math.floor((upSeconds / knownSeconds) * 10_000) / 100).toLocaleString("en-US");
  return [cell("Uptime", share, "%", `${down}${unknown}`)];
}

function busiestCells(busiest: { label: string; share: number } | undefined): FigureCell[] {
  if (busiest === undefined) return [];
  return [cell("Busiest label", formatPercentFigure(busiest.share), "%", busiest.label)];
}

/** Of the whole day; undefined: nothing was counted by label. */
function busiestOf({ mix }: PeakDayView): { label: string; share: number } | undefined {
  const [label] = mix?.labels ?? [];
  if (mix === null || label === undefined) return undefined;
  const all = mix.points.reduce((sum, { requests }) => sum + requests, 0);
  const own = mix.points.reduce((sum, { requests, shares: [share = 0] }) => sum + requests * share, 0);
  return all === 0 ? undefined : { label, share: own / all };
}

function minuteText({ at, minute }: NonNullable<PeakDayView["latest"]>, day: PeakDayView["peakDay"]): string {
  const to = `to ${clockText(at, day)}`;
  return minute.seconds < MINUTE ? `${to}, only ${formatCount(minute.seconds)} s are known` : to;
}

type Throughput = Pick<EarlierCurve, "name" | "points" | "stepSeconds">;

function timesCells(last: Throughput, throughput: number, second: number): FigureCell[] {
  const then = rateAt(last, second);
  const label = `Times ${last.name}`;
  if (then === null) return [cell(label, null, "", "nothing known of that moment")];
  const caption = `${formatFigure(then)} req/s at this point`;
  return [cell(label, then === 0 ? null : `× ${formatFigure(throughput / then)}`, "", caption)];
}

function figuresAfter(view: PeakDayView): FigureCell[] {
  const { total, peakDay, capacity, earlier, now, uptime } = view;
  const [last] = earlier;
  const { peak, requests, errors } = total;
  if (peak === null) return [cell("Peak", null, "req/s", "not known"), capacityCell(capacity, null, now)];
  return [
    cell("Peak", formatFigure(peak.throughput), "req/s", clockText(peak.at, peakDay)),
    cell("Requests", formatShort(requests), "", ""),
    errorsCell(errors, requests),
    ...expectedCells(peakDay.expectedPeak, peak.throughput),
    capacityCell(capacity, peak.throughput, now),
    ...(last === undefined ? [] : peakTimesCells(last, peak.throughput)),
    ...uptimeCells(uptime),
    ...busiestCells(busiestOf(view)),
  ];
}

function errorsCell(errors: number | null, requests: number): FigureCell {
  if (errors === null) return cell("Errors", null, "%", "not reported");
  return cell(
    "Errors",
    requests === 0 ? null : formatPercentFigure(errors / requests),
    "%",
    `${formatCount(errors)} failed`,
  );
}

function expectedCells(expected: number | null, peak: number): FigureCell[] {
  if (expected === null) return [];
  const caption = `the real one was ${percent(peak / expected)} of it`;
  return [cell("Expected peak", formatFigure(expected), "req/s", caption)];
}

function peakTimesCells(last: EarlierCurve, peak: number): FigureCell[] {
  const before = peakOf(last);
  if (before === null || before === 0) return [];
  return [
    cell(`Times ${last.name}`, `× ${formatFigure(peak / before)}`, "", `${formatFigure(before)} req/s then`),
  ];
}

function capacityCell(capacity: PeakDayView["capacity"], throughput: number | null, now: string): FigureCell {
  if (!capacity.proven) {
    const { experiment } = capacity;
    const why = experiment === null ? "no experiment represents the peak" : `${experiment.name} has no proof`;
    return cell("Proven capacity", "No proof", "", why);
  }
  const { run, throughput: proven, experiment } = capacity;
  const age = formatAge(new Date(run.ranAt), new Date(now));
  const proof = [`${experiment.name}, ${age}`, ...doubtsOf(capacity)].join(", ");
  if (throughput === null) return cell("Proven capacity", formatFigure(proven), "req/s", proof);
  const share = throughput / proven;
  const near = nearText(share);
  const caption = `${near === "" ? "" : `${near}: `}${formatFigure(proven)} req/s, ${proof}`;
  return cell("Of proven capacity", formatPercentFigure(share), "%", caption);
}

/** What keeps a capacity from being a plain proof: nobody should take it for one. */
export function doubtsOf(capacity: Extract<PeakDayView["capacity"], { proven: true }>): string[] {
  const { elsewhere, run, accepted } = capacity;
  return [
    ...(elsewhere ? [`on ${run.environment ?? ""}`] : []),
    ...(accepted === null ? [] : [`missed ${accepted.misses.map(missText).join(", ")}, accepted`]),
  ];
}

function missText({ target, value, unit }: { target: string; value: number | null; unit: string }): string {
  return value === null ? target : `${target} (${joinUnit(formatFigure(value), unit)})`;
}

function nearText(share: number): string {
  if (share > 1) return "above what is proven";
  return isNearCapacity(share) ? "close to what is proven" : "";
}

export function isNearCapacity(share: number): boolean {
  return share > NEAR;
}

function p99Text({ p99Ms, p99Range }: Pick<PeakDayPoint, "p99Ms" | "p99Range">): string | null {
  return formatKnown({ value: p99Ms, range: p99Range }, formatMillis);
}

function growthText({ growthLow, growthHigh }: EarlierCurve): string {
  const [low, high] = [formatFigure(growthLow), formatFigure(growthHigh)];
  return low === high ? `growth × ${low}` : `growth × ${low} to ${high}`;
}

function peakOf({ points }: EarlierCurve): number | null {
  return points.length === 0 ? null : points.reduce((most, [, rate]) => Math.max(most, rate), 0);
}

/** What an earlier day had at a moment of this one; null in a hole. */
function rateAt({ points, stepSeconds }: Throughput, second: number): number | null {
  return points.find(([begin]) => begin <= second && second < begin + stepSeconds)?.[1] ?? null;
}

export function percent(share: number): string {
  return `${formatPercentFigure(share)}%`;
}

function known(value: number | null, format: (value: number) => string): string | null {
  return value === null ? null : format(value);
}

function cell(label: string, value: string | null, unit: string, caption: string): FigureCell {
  return {
    key: label,
    label,
    value: value ?? NOTHING,
    unit: value === null ? "" : unit,
    caption,
    state: null,
  };
}
