import { joinUnit } from "../format/unit.ts";
import { metricRow, unitWords } from "../targets/metrics.ts";
import type { Target } from "../targets/target.ts";

/** The unit that a target's figures are given in. */
export function unitOf(target: Target, measured: { unit: string }): string {
  return target.threshold.kind === "absolute" ? target.threshold.unit : measured.unit;
}

/** One sentence: the figure, the threshold, and how far apart they lie. */
export function describe(
  target: Target,
  measured: { value: number | null; low: number; high: number; of?: "successful" },
  threshold: { value: number; unit: string },
): string {
  const unit = unitWords({ metric: target.metric, unit: threshold.unit });
  const name = subjectOf(target, measured.of === "successful" ? "successful " : "");
  const against =
    target.threshold.kind === "baseline"
      ? `${toUnit(threshold.value, unit)} (from the baseline)`
      : toUnit(threshold.value, unit);
  if (measured.value === null || !Number.isFinite(measured.high)) {
    const [low, high] = [toUnit(measured.low, unit), toUnit(measured.high, unit)];
    return SENTENCES[Number.isFinite(measured.high) ? "between" : "at-least"]({ name, against, low, high });
  }
  const apart = measured.value - threshold.value;
  const figure = toUnit(measured.value, unit);
  if (apart === 0) return SENTENCES.exact({ name, against, figure });
  // "0.97% below" would read as a share of the target.
  const size = Math.abs(apart);
  const distance = unit === "%" ? pointsOf(size) : toUnit(size, unit);
  return SENTENCES[apart < 0 ? "below" : "above"]({ name, against, figure, distance });
}

interface Said {
  name: string;
  against: string;
}

/** `name` begins the sentence, so it has a capital. */
const SENTENCES = {
  between: ({ name, against, low, high }: Said & { low: string; high: string }) =>
    `${name} is between ${low} and ${high}; the target is ${against}.`,
  "at-least": ({ name, against, low }: Said & { low: string }) =>
    `${name} is at least ${low}; the target is ${against}.`,
  exact: ({ name, against, figure }: Said & { figure: string }) =>
    `${name} is ${figure}, exactly the target of ${against}.`,
  below: ({ name, against, figure, distance }: Said & { figure: string; distance: string }) =>
    `${name} is ${figure}, ${distance} below the target of ${against}.`,
  above: ({ name, against, figure, distance }: Said & { figure: string; distance: string }) =>
    `${name} is ${figure}, ${distance} above the target of ${against}.`,
} as const;

/** "Throughput", "p99 of “GET /search”", "p95 at 600 users". */
function subjectOf({ metric, label, users }: Target, kind: "" | "successful "): string {
  const all = kind === "" ? "" : ` of ${kind}requests`;
  const of = label === null ? all : `${kind === "" ? " of" : `${all} of`} “${label}”`;
  const load = users === null ? "" : ` at ${usersText(users)}`;
  return `${metricRow(metric).title(metric)}${of}${load}`;
}

/** "113 ms", or the range that is known of it. */
export function figureText(
  target: Target,
  { value, low, high, unit }: { value: number | null; low: number; high: number; unit: string },
): string {
  const words = unitWords({ metric: target.metric, unit });
  if (value !== null) return toUnit(value, words);
  const least = toUnit(low, words);
  return Number.isFinite(high) ? `between ${least} and ${toUnit(high, words)}` : `at least ${least}`;
}

function pointsOf(size: number): string {
  const points = toUnit(Number(size.toPrecision(4)));
  return points === "1" ? "1 percentage point" : `${points} percentage points`;
}

/** "600 users" */
export function usersText(users: number): string {
  return toUnit(users, users === 1 ? "user" : "users");
}

/** "10,000 requests" */
export function requestsText(requests: number): string {
  return toUnit(requests, requests === 1 ? "request" : "requests");
}

/** A figure as it is said in a sentence: four significant digits, or all digits of a whole part that has more. */
export function toUnit(value: number, unit = ""): string {
  return joinUnit(value.toLocaleString("en-US", digitsOf(Math.abs(value), unit)), unit);
}

/** Percents have the digits that pages show them with, so that a sentence and a figure never differ in their last one. */
function digitsOf(size: number, unit: string): Intl.NumberFormatOptions {
  if (size >= 1_000) return { maximumFractionDigits: 0 };
  if (unit !== "%" || size < 0.0995) return { maximumSignificantDigits: 4 };
  return { maximumFractionDigits: size >= 9.995 ? 1 : 2 };
}
