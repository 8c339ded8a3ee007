import { FIGURES } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import type { MetricRow } from "@headroom/contract";
import {
  formatChange,
  formatFigure,
  formatKnown,
  formatMillis,
  formatPercentFigure,
  formatRange,
  formatRoughPercent,
  formatTimes,
  formatTimesFigure,
  joinUnit,
  keepUnits,
} from "@headroom/ui";

type Change = NonNullable<MetricRow["changes"][number]>;

const NAMES: Record<FigureId, { name: string; unit: string }> = {
  throughput: { name: "Throughput", unit: "req/s" },
  items: { name: "Items", unit: "items/s" },
  p50: { name: "p50", unit: "ms" },
  p90: { name: "p90", unit: "ms" },
  p95: { name: "p95", unit: "ms" },
  p99: { name: "p99", unit: "ms" },
  "p99.9": { name: "p99.9", unit: "ms" },
  "error-rate": { name: "Error rate", unit: "%" },
};

export function metricName(metric: FigureId): string {
  return NAMES[metric].name;
}

export function metricUnit(metric: FigureId): string {
  return NAMES[metric].unit;
}

/** A figure without its unit. */
export function figureText(metric: FigureId, value: number): string {
  const { unit } = FIGURES[metric];
  if (unit === "ms") return formatMillis(value);
  return unit === "share" ? formatPercentFigure(value) : formatFigure(value);
}

/** The same as a range where the source doesn't say exactly; null: it doesn't say at all. */
export function knownText({ metric, values, ranges }: MetricRow, at: number): string | null {
  const known = { value: values[at] ?? null, range: ranges[at] ?? null };
  return formatKnown(known, (value) => figureText(metric, value));
}

/** "40,269 req/s"; a line never breaks between a figure and its unit. */
export function figureWithUnit(metric: FigureId, value: number): string {
  return keepUnits(joinUnit(figureText(metric, value), metricUnit(metric)));
}

/** "2.87x" and "+187%"; a latency is "5.83x faster" and "−82.9%". */
export function changeWords(
  metric: FigureId,
  { words, absolute }: Change,
): { times: string; percent: string } | null {
  if (words !== null) return words;
  return absolute === null ? null : { times: fromNothing(metric, absolute), percent: "" };
}

/** "2.79–2.95x"; of a latency "−83.5% to −82.2%". */
export function intervalWords(metric: FigureId, { low, high }: { low: number; high: number | null }): string {
  const isLatency = FIGURES[metric].unit === "ms";
  if (high === null) return `${isLatency ? formatChange(low - 1) : formatTimes(low)} or more`;
  if (isLatency) return `${formatChange(low - 1)} to ${formatChange(high - 1)}`;
  return formatRange(formatTimesFigure(low), formatTimes(high));
}

/** "detectable from 4.0%" */
export function detectableWords(share: number): string {
  return `detectable from ${formatRoughPercent(share)}`;
}

function fromNothing(metric: FigureId, absolute: number): string {
  return absolute === 0 ? "no change" : `from 0 to ${figureWithUnit(metric, absolute)}`;
}
