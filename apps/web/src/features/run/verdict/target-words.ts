import type { TargetVerdictAnswer } from "@headroom/contract";
import { metricRow, placedTarget, thresholdIn, unitWords } from "@headroom/core";
import { joinUnit } from "@headroom/ui";

export { figureAgainst, figureIn, thresholdIn } from "@headroom/core";

export type JudgedTarget = TargetVerdictAnswer;

const COMPARATORS: Record<JudgedTarget["comparator"], string> = { "<=": "≤", ">=": "≥", "<": "<", ">": ">" };

/** "Throughput", "p99", "Error rate", "p99 of GET /search", "p95 at 600 users". */
export function subjectOf(target: Pick<JudgedTarget, "metric" | "label" | "users">): string {
  return placedTarget(metricRow(target.metric).title(target.metric), target);
}

/** "Throughput ≥ 50,000 req/s". */
export function targetTitle(target: JudgedTarget): string {
  return `${subjectOf(target)} ${COMPARATORS[target.comparator]} ${joinUnit(thresholdIn(target), unitWords(target))}`;
}

/** "≤ 200 ms", for the head of a column that already names the metric. */
export function thresholdTitle(
  target: Pick<JudgedTarget, "comparator" | "threshold" | "metric" | "unit">,
): string {
  return `${COMPARATORS[target.comparator]} ${joinUnit(thresholdIn(target), unitWords(target))}`;
}
