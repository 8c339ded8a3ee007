import { figureOfMetric, inShownUnit, parseTarget, type FigureId, type Target } from "@headroom/core";

/** A target of the experiment as a line in the trend: in milliseconds, per second, or as a share. */
export interface TrendTarget {
  text: string;
  value: number;
}

/** The targets for this metric. Those under a certain load aren't about the whole run, so they are left out. */
export function trendTargets(
  texts: readonly string[],
  { metric, label, baseline }: { metric: FigureId; label: string | null; baseline: number | null },
): TrendTarget[] {
  return texts.flatMap((text) => {
    const parsed = parseTarget(text);
    if (!parsed.ok) return [];
    const { target } = parsed;
    if (target.users !== null || target.label !== label || figureOfMetric(target.metric) !== metric)
      return [];
    const value = valueOf(target, baseline);
    return value === null ? [] : [{ text, value }];
  });
}

function valueOf({ threshold }: Target, baseline: number | null): number | null {
  if (threshold.kind === "absolute") return inShownUnit(threshold.value, threshold.unit);
  return baseline === null ? null : baseline * (1 + threshold.changePercent / 100);
}
