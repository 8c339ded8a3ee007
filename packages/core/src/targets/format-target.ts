import { joinUnit } from "../format/unit.ts";
import { decimal, quote } from "./grammar-text.ts";
import { formatMetric } from "./metrics.ts";
import type { Target, TargetThreshold } from "./target.ts";

/** The canonical text of a target; parsing it gives the target again. */
export function formatTarget({ metric, label, comparator, threshold, users, asMeasured }: Target): string {
  const of = label === null ? "" : ` of ${quote(label)}`;
  const load = users === null ? "" : ` at ${decimal(users)} ${users === 1 ? "user" : "users"}`;
  const measured = asMeasured ? " as measured" : "";
  return `${formatMetric(metric)}${of} ${comparator} ${formatThreshold(threshold)}${load}${measured}`;
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
