import type { TargetVerdictAnswer } from "@headroom/contract";
import { formatFigure, formatMillis, formatPercentFigure, joinUnit } from "@headroom/ui";

export type JudgedTarget = TargetVerdictAnswer;

const COMPARATORS: Record<JudgedTarget["comparator"], string> = { "<=": "≤", ">=": "≥", "<": "<", ">": ">" };
const LATENCY_UNITS = new Set(["us", "ms", "s", "min"]);

export type TargetKind = "throughput" | "latency" | "errors" | "achieved" | "other";

export function kindOf({ metric, unit }: Pick<JudgedTarget, "metric" | "unit">): TargetKind {
  if (metric === "throughput" || metric === "items") return "throughput";
  if (metric === "error rate") return "errors";
  if (metric === "achieved") return "achieved";
  return LATENCY_UNITS.has(unit) ? "latency" : "other";
}

/** "req/s", "items/min", "ms", "%", "µs". */
export function unitWords({ metric, unit }: Pick<JudgedTarget, "metric" | "unit">): string {
  if (unit.startsWith("/")) return `${metric === "items" ? "items" : "req"}${unit}`;
  return unit === "us" ? "µs" : unit;
}

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

const TITLES: Readonly<Record<string, string>> = {
  throughput: "Throughput",
  items: "Items",
  "error rate": "Error rate",
  achieved: "Achieved",
  mean: "Mean latency",
  min: "Min latency",
  max: "Max latency",
};
const NAMES: Readonly<Record<string, string>> = {
  mean: "mean latency",
  min: "min latency",
  max: "max latency",
};

/** "Throughput", "p99", "Error rate", "p99 of GET /search", "p95 at 600 users". */
export function subjectOf(target: Pick<JudgedTarget, "metric" | "label" | "users">): string {
  return placed(TITLES[target.metric] ?? target.metric, target);
}

/** The same inside a sentence: "mean latency of GET /search". */
export function subjectInSentence(target: Pick<JudgedTarget, "metric" | "label" | "users">): string {
  return placed(NAMES[target.metric] ?? target.metric, target);
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

/** Factors to milliseconds and to requests per second, the units that figures are shown in. */
const FACTORS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  "/s": 1,
  "/min": 1 / 60,
  "/h": 1 / 3_600,
};

/** A threshold or a figure in the unit of the charts and columns; null where it has no such unit. */
export function inChartUnit(value: number, unit: string): number | null {
  const factor = FACTORS[unit];
  return factor === undefined ? null : value * factor;
}
