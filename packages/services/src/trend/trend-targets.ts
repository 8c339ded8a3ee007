import { parseTarget, RATE_UNITS, TIME_UNITS, type Target, type TrendMetric } from "@headroom/core";

/** A target of the experiment as a line in the trend: milliseconds, a second, or a share. */
export interface TrendTarget {
  text: string;
  value: number;
}

/** The targets that this figure is held to; those under a certain load are not of the whole run and left out. */
export function trendTargets(
  texts: readonly string[],
  { metric, label, baseline }: { metric: TrendMetric; label: string | null; baseline: number | null },
): TrendTarget[] {
  return texts.flatMap((text) => {
    const parsed = parseTarget(text);
    if (!parsed.ok) return [];
    const { target } = parsed;
    if (target.users !== null || target.label !== label || metricOf(target) !== metric) return [];
    const value = valueOf(target, baseline);
    return value === null ? [] : [{ text, value }];
  });
}

function metricOf({ metric }: Target): string | null {
  switch (metric.kind) {
    case "throughput":
      return metric.of === "items" ? "items" : "throughput";
    case "percentile":
      return `p${metric.percent}`;
    case "error-rate":
      return "error-rate";
    default:
      return null;
  }
}

function valueOf({ metric, threshold }: Target, baseline: number | null): number | null {
  if (threshold.kind === "baseline")
    return baseline === null ? null : baseline * (1 + threshold.changePercent / 100);
  const { value, unit } = threshold;
  if (metric.kind === "error-rate") return value / 100;
  if (metric.kind === "throughput") return value / (RATE_UNITS[unit] ?? 1);
  return (value * (TIME_UNITS[unit] ?? 1_000)) / 1_000;
}
