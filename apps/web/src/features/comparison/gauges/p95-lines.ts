import { inShownUnit, parseTarget } from "@headroom/core";
import type { TargetLine } from "@headroom/ui/charts";

/** Targets of a p95 as lines in its chart. */
export function p95Lines(targets: readonly string[]): TargetLine[] {
  return targets.flatMap((text) => {
    const parsed = parseTarget(text);
    if (!parsed.ok || parsed.target.threshold.kind !== "absolute") return [];
    const { metric, threshold } = parsed.target;
    const value = inShownUnit(threshold.value, threshold.unit);
    return metric.kind === "percentile" && metric.percent === 95 && value !== null ? [{ value, text }] : [];
  });
}
