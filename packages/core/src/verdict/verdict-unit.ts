import { numberShown } from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import { metricRow, unitWords } from "../targets/metrics.ts";
import { formatTarget, parseTarget } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";

/** The unit that a target's figures are given in. */
export function unitOf(target: Target, measured: { unit: string }): string {
  return target.threshold.kind === "absolute" ? target.threshold.unit : measured.unit;
}

/** A figure beside its target. */
export interface Described extends Omit<Amount, "unit"> {
  /** As written. */
  target: string;
  /** Failed requests are left out. */
  successful: boolean;
  threshold: number;
  /** Of both, as targets write it. */
  unit: string;
}

export function describedAs(
  target: Target,
  { value, low, high, of }: { value: number | null; low: number; high: number; of?: "successful" },
  threshold: { value: number; unit: string },
): Described {
  return {
    target: formatTarget(target),
    successful: of === "successful",
    value,
    low,
    high: finite(high),
    threshold: threshold.value,
    unit: threshold.unit,
  };
}

/** One sentence: the figure, the threshold, and how far apart they lie. */
export function describe({ target: text, successful, value, low, high, ...of }: Described): string {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new RangeError(`a judged target cannot be read: ${text}`);
  const { target } = parsed;
  const unit = unitWords({ metric: target.metric, unit: of.unit });
  const name = subjectOf(target, successful ? "successful " : "");
  const threshold = toUnit(of.threshold, unit);
  const against = target.threshold.kind === "baseline" ? `${threshold} (from the baseline)` : threshold;
  if (value === null || high === null) {
    const said = { name, against, low: toUnit(low, unit) };
    return high === null
      ? SENTENCES["at-least"](said)
      : SENTENCES.between({ ...said, high: toUnit(high, unit) });
  }
  const figure = toUnit(value, unit, digitsBeside(value, of.threshold));
  if (value === of.threshold) return SENTENCES.exact({ name, against, figure });
  const distance = distanceText(value, of.threshold, unit);
  return SENTENCES[value < of.threshold ? "below" : "above"]({ name, against, figure, distance });
}

/** A figure that is closer to its target, as a share of it, needs a fourth digit to be told from it. */
const NEAR = 0.02;

function digitsBeside(value: number, threshold: number): number {
  return Math.abs(value - threshold) < NEAR * Math.abs(threshold) ? 4 : 3;
}

/** As far apart as the two read. "0.97% below" would read as a share of the target. */
function distanceText(value: number, threshold: number, unit: string): string {
  const digits = digitsBeside(value, threshold);
  if (unit === "%") return pointsOf(Math.abs(value - threshold), digits);
  const isWhole = Math.abs(value) >= 1_000;
  const shown = isWhole || digits === 4 ? value : numberShown(digitsText(value, unit, digits));
  return toUnit(Math.abs(shown - threshold), unit, digits);
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

/** A figure, or the range that is known of it. */
export interface Amount {
  value: number | null;
  low: number;
  /** Null: no upper end. */
  high: number | null;
  /** As sentences show it. */
  unit: string;
}

export function amountOf(
  { metric }: Target,
  { value, low, high, unit }: { value: number | null; low: number; high: number; unit: string },
): Amount {
  return { value, low, high: finite(high), unit: unitWords({ metric, unit }) };
}

/** "113 ms", "between 100 ms and 120 ms" */
export function amountText({ value, low, high, unit }: Amount): string {
  if (value !== null) return toUnit(value, unit);
  const least = toUnit(low, unit);
  return high === null ? `at least ${least}` : `between ${least} and ${toUnit(high, unit)}`;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function pointsOf(size: number, digits: number): string {
  const points = toUnit(Number(size.toPrecision(digits)));
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

/** A figure as it is said in a sentence: so many significant digits, or all digits of a whole part that has more. */
export function toUnit(value: number, unit = "", digits = 4): string {
  return joinUnit(digitsText(value, unit, digits), unit);
}

/** "218.5 and 218.9 ms": with a fourth digit where three don't tell them apart. */
export function rangeText(low: number, high: number, unit: string): string {
  const isSame = digitsText(low, unit, 3) === digitsText(high, unit, 3);
  const digits = isSame ? 4 : 3;
  return `${digitsText(low, unit, digits)} and ${toUnit(high, unit, digits)}`;
}

function digitsText(value: number, unit: string, digits: number): string {
  return value.toLocaleString("en-US", digitsOf(Math.abs(value), unit, digits));
}

/** Percents have the digits that pages show them with, so that a sentence and a figure never differ in their last one. */
function digitsOf(size: number, unit: string, digits: number): Intl.NumberFormatOptions {
  if (size >= 1_000) return { maximumFractionDigits: 0 };
  if (unit !== "%" || size < 0.0995) return { maximumSignificantDigits: digits };
  return { maximumFractionDigits: size >= 9.995 ? 1 : 2 };
}
