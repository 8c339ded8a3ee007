import { joinUnit } from "../format/unit.ts";
import type { Target, TargetMetric, TargetThreshold } from "./target.ts";

/** The canonical text of a target; parsing it gives the target again. */
export function formatTarget({ metric, label, comparator, threshold, users }: Target): string {
  const of = label === null ? "" : ` of ${quote(label)}`;
  const load = users === null ? "" : ` at ${decimal(users)} ${users === 1 ? "user" : "users"}`;
  return `${formatMetric(metric)}${of} ${comparator} ${formatThreshold(threshold)}${load}`;
}

/** "throughput", "items", "p99", "mean", "error rate", "achieved", "max cpu". */
export function formatMetric(metric: TargetMetric): string {
  switch (metric.kind) {
    case "throughput":
      return metric.of === "items" ? "items" : "throughput";
    case "percentile":
      return `p${decimal(metric.percent)}`;
    case "latency":
      return metric.statistic;
    case "error-rate":
      return "error rate";
    case "achieved":
      return "achieved";
    default:
      return `${metric.statistic} ${isPlainGauge(metric.gauge) ? metric.gauge : quote(metric.gauge)}`;
  }
}

function formatThreshold(threshold: TargetThreshold): string {
  if (threshold.kind === "absolute") {
    const { value, unit } = threshold;
    return joinUnit(decimal(value), unit);
  }
  const { changePercent } = threshold;
  if (changePercent === 0) return "baseline";
  return `baseline ${changePercent < 0 ? "-" : "+"} ${decimal(Math.abs(changePercent))}%`;
}

/** A name that reads as one word again, and not as something else. */
function isPlainGauge(gauge: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_\-./]*$/u.test(gauge) && !["of", "latency"].includes(gauge.toLowerCase());
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** Without an exponent: the grammar has none. Nine places give back any number it reads. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(9).replace(/\.?0+$/, "") : text;
}
