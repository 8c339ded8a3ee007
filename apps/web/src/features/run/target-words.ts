import type { TargetVerdictAnswer } from "@headroom/contract";
import { metricRow, unitWords } from "@headroom/core";
import { formatFigure, formatMillis, formatPercentFigure, joinUnit } from "@headroom/ui";

export type JudgedTarget = TargetVerdictAnswer;

const COMPARATORS: Record<JudgedTarget["comparator"], string> = { "<=": "≤", ">=": "≥", "<": "<", ">": ">" };
/** A figure in its target's own unit, without the unit. */
export function figureIn({ unit }: Pick<JudgedTarget, "unit">, value: number): string {
  if (unit === "%") return formatPercentFigure(value / 100);
  if (unit === "ms") return formatMillis(value);
  return formatFigure(value);
}

/** A figure with as many digits as it takes to see on which side of its threshold it is: 200.3 and not 200. */
export function figureAgainst(
  { unit, threshold }: Pick<JudgedTarget, "unit" | "threshold">,
  value: number,
): string {
  const side = Math.sign(value - threshold);
  const texts = [
    figureIn({ unit }, value),
    ...[3, 4, 5, 6, 7].map((digits) => value.toLocaleString("en-US", { maximumSignificantDigits: digits })),
  ];
  const shows = (text: string) => Math.sign(Number(text.replaceAll(",", "")) - threshold) === side;
  return texts.find(shows) ?? String(value);
}

/** A threshold as it was written: 0.1 and not 0.10. */
export function thresholdIn({ threshold }: Pick<JudgedTarget, "threshold">): string {
  return threshold.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

/** "Throughput", "p99", "Error rate", "p99 of GET /search", "p95 at 600 users". */
export function subjectOf(target: Pick<JudgedTarget, "metric" | "label" | "users">): string {
  return placed(metricRow(target.metric).title(target.metric), target);
}

/** The same inside a sentence: "mean latency of GET /search". */
export function subjectInSentence(target: Pick<JudgedTarget, "metric" | "label" | "users">): string {
  return placed(metricRow(target.metric).name(target.metric), target);
}

function placed(name: string, { label, users }: Pick<JudgedTarget, "label" | "users">): string {
  const load = users === null ? "" : ` at ${users.toLocaleString("en-US")} ${users === 1 ? "user" : "users"}`;
  return `${label === null ? name : `${name} of ${label}`}${load}`;
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
