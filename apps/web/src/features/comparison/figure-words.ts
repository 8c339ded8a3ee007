import { METRIC_KINDS } from "@headroom/core";
import type { ComparedMetric } from "@headroom/core";
import type { MetricRow } from "@headroom/contract";
import {
  MINUS,
  TIMES,
  formatChange,
  formatCount,
  formatFigure,
  formatFixed,
  formatMillis,
  formatPercentFigure,
  formatTimes,
} from "@headroom/ui";

type Change = NonNullable<MetricRow["changes"][number]>;

const NAMES: Record<ComparedMetric, { name: string; unit: string }> = {
  throughput: { name: "Throughput", unit: "req/s" },
  items: { name: "Items", unit: "items/s" },
  p50: { name: "p50", unit: "ms" },
  p90: { name: "p90", unit: "ms" },
  p95: { name: "p95", unit: "ms" },
  p99: { name: "p99", unit: "ms" },
  "p99.9": { name: "p99.9", unit: "ms" },
  "error rate": { name: "Error rate", unit: "%" },
};

export function metricName(metric: ComparedMetric): string {
  return NAMES[metric].name;
}

export function metricUnit(metric: ComparedMetric): string {
  return NAMES[metric].unit;
}

/** A figure without its unit. */
export function figureText(metric: ComparedMetric, value: number): string {
  const { unit } = METRIC_KINDS[metric];
  if (unit === "ms") return formatMillis(value);
  return unit === "share" ? formatPercentFigure(value) : formatFigure(value);
}

/** "40,269 req/s"; a line never breaks between a figure and its unit. */
export function figureWithUnit(metric: ComparedMetric, value: number): string {
  return `${figureText(metric, value)}\u00a0${metricUnit(metric)}`;
}

/** "×2.87" and "+187.4 %"; a latency is "×5.83 faster" and "−82.9 %". */
export function changeWords(
  metric: ComparedMetric,
  { times, share, absolute }: Change,
): { times: string; percent: string } | null {
  if (times === null || share === null)
    return absolute === null ? null : { times: fromNothing(metric, absolute), percent: "" };
  return { times: timesWords(metric, times), percent: percentWords(share) };
}

function timesWords(metric: ComparedMetric, times: number): string {
  if (METRIC_KINDS[metric].unit !== "ms" || times === 0) return formatTimes(times);
  if (formatTimes(times) === `${TIMES}1.00` || formatTimes(1 / times) === `${TIMES}1.00`)
    return formatTimes(1);
  return times < 1 ? `${formatTimes(1 / times)} faster` : `${formatTimes(times)} slower`;
}

/** One digit after the point, none from a thousand on. */
function percentWords(share: number): string {
  if (Math.abs(share) < 9.995) return formatChange(share);
  return `${share < 0 ? MINUS : "+"}${formatCount(Math.abs(share) * 100)} %`;
}

/** "×2.79 to ×2.95"; of a latency "−83.5 to −82.2 %". */
export function intervalWords(
  metric: ComparedMetric,
  { low, high }: { low: number; high: number | null },
): string {
  const isLatency = METRIC_KINDS[metric].unit === "ms";
  if (high === null) return isLatency ? `${percentWords(low - 1)} or more` : `${formatTimes(low)} or more`;
  if (!isLatency) return `${formatTimes(low)} to ${formatTimes(high)}`;
  return `${percentWords(low - 1).replace(/\u00a0?\s?%$/, "")} to ${percentWords(high - 1)}`;
}

/** "could show 4 %" */
export function detectableWords(share: number): string {
  const percent = share * 100;
  return `could show ${percent < 9.95 ? formatFixed(percent, 1) : formatCount(percent)} %`;
}

function fromNothing(metric: ComparedMetric, absolute: number): string {
  return absolute === 0 ? "no change" : `from 0 to ${figureWithUnit(metric, absolute)}`;
}
