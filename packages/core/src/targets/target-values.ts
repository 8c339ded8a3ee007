import { figureOfMetric } from "./figures.ts";
import type { FigureId } from "./figures.ts";
import { parseTarget } from "./target.ts";
import type { Target } from "./target.ts";
import { inShownUnit } from "./units.ts";

/** A target as a line of a chart: in milliseconds, per second, or as a share. */
export interface TargetValue {
  text: string;
  value: number;
}

/** The targets for this metric. Those under a certain load aren't about the whole run, so they are left out. */
export function targetValues(
  texts: readonly string[],
  { metric, label, baseline }: { metric: FigureId; label: string | null; baseline: number | null },
): TargetValue[] {
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
