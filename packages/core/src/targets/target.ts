import { joinUnit } from "../format/unit.ts";
import { decimal, quote } from "./grammar-text.ts";
import { formatMetric, isPlain, METRIC_KINDS, METRICS, metricRow } from "./metrics.ts";
import type { Metric } from "./metrics.ts";
import type { Statistic } from "./read-metric.ts";
import { TargetScanner, TargetSyntaxError } from "./target-scanner.ts";
import { readUnit } from "./read-unit.ts";

export const COMPARATORS = ["<=", ">=", "<", ">"] as const;
export type Comparator = (typeof COMPARATORS)[number];
/** A figure in the unit it was written in, or the baseline's figure changed by a percentage. */
export type TargetThreshold =
  | { kind: "absolute"; value: number; unit: string }
  | { kind: "baseline"; changePercent: number };

/** One promise. `label` null is the run; `users` null is any load. */
export interface Target {
  metric: Metric;
  label: string | null;
  comparator: Comparator;
  threshold: TargetThreshold;
  users: number | null;
  /** The figure of the run decides, whatever chance has to do with it. */
  asMeasured: boolean;
}

export interface TargetError {
  message: string;
  /** Index of the character, as JavaScript counts them. */
  at: number;
  hint: string;
}

export type ParsedTarget = { ok: true; target: Target } | { ok: false; error: TargetError };

const MAX_LENGTH = 500;
/** Control characters that are no white space: no database or terminal takes them well. */
const UNPRINTED = /(?!\s)\p{Cc}/u;
const PLAIN_WORDS = METRIC_KINDS.flatMap((kind) => METRICS[kind].words.slice(0, 1)).join(", ");
const METRIC_HINT = `Start with a metric: ${PLAIN_WORDS}, p99, mean, min, max, or max and the name of a gauge.`;

/**
 * target     ::= metric [ "of" label ] comparator threshold [ load ] [ "as" "measured" ]
 * metric     ::= "throughput" | "items" | "error rate" | "achieved" | percentile | statistic [ gauge ]
 * percentile ::= "p" digits [ "." digits ] | "median"           above 0, at most 100
 * statistic  ::= "mean" | "min" | "max"
 * gauge      ::= word { word } | quoted                         a latency when it is missing or "latency"
 * label      ::= quoted | characters without space, quote or comparator
 * comparator ::= "<=" | ">=" | "<" | ">" | "≤" | "≥"
 * threshold  ::= number [ unit ] | "baseline" [ ( "+" | "-" ) number "%" ]
 * load       ::= "at" number ( "users" | "user" )
 * number     ::= digits { ( "," | "_" ) digit digit digit } [ "." digits ] [ "k" | "K" | "M" ]
 * unit       ::= "us" | "µs" | "ms" | "s" | "min"               latencies
 *              | [ noun ] ( "/s" | "/min" | "/h" )              throughput; the noun "items" makes it items
 *              | "%"                                            error rate, achieved
 *              | [ "%" | word ]                                 gauges
 * quoted     ::= '"' { character | '\"' | '\\' } '"'           no control characters but white space
 *
 * Words are read in any case; spaces are free. Never throws.
 */
export function parseTarget(text: string): ParsedTarget {
  const scanner = new TargetScanner(text);
  try {
    if (text.length > MAX_LENGTH) tooLong(scanner, MAX_LENGTH);
    refuseControls(scanner);
    const target = readTarget(scanner);
    if (formatTarget(target).length > MAX_LENGTH) tooLong(scanner, 0);
    return { ok: true, target };
  } catch (error) {
    if (!(error instanceof TargetSyntaxError)) throw error;
    return { ok: false, error: { message: error.message, at: error.at, hint: error.hint } };
  }
}

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

/** What is wrong with a target's text, and where. */
export function describeTargetError({ message, at }: TargetError): string {
  return `${message.replace(/\.$/, "")} (at character ${at + 1}).`;
}

/** The text as `formatTarget` writes it today: stored texts may be older. What cannot be read stays as it is. */
export function canonicalTarget(text: string): string {
  const parsed = parseTarget(text);
  return parsed.ok ? formatTarget(parsed.target) : text;
}

/** Whether smaller is better. */
export function isCeiling(comparator: Comparator): boolean {
  return comparator === "<=" || comparator === "<";
}

function tooLong(scanner: TargetScanner, at: number): never {
  return scanner.fail("The target is too long.", `Use at most ${MAX_LENGTH} characters.`, at);
}

function refuseControls(scanner: TargetScanner): void {
  const at = scanner.text.search(UNPRINTED);
  if (at === -1) return;
  const code = scanner.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  scanner.fail(`The target contains the control character U+${code}.`, "Remove control characters.", at);
}

function readTarget(scanner: TargetScanner): Target {
  const metric = readMetric(scanner);
  const label = readLabel(scanner, metric);
  const comparator = readComparator(scanner);
  const { threshold, of } = readThreshold(scanner, metric);
  const users = readUsers(scanner);
  const asMeasured = readAsMeasured(scanner);
  if (!scanner.ended) {
    scanner.fail(
      `Unexpected ${scanner.seen()}.`,
      asMeasured
        ? "A target ends after “as measured”."
        : "Only a load such as “at 600 users”, or “as measured”, can follow.",
    );
  }
  const counted: Metric = metric.kind === "throughput" && of === "items" ? { kind: "items" } : metric;
  return { metric: counted, label, comparator, threshold, users, asMeasured };
}

function readMetric(scanner: TargetScanner): Metric {
  const at = scanner.at;
  const word = scanner.takeWord().toLowerCase();
  if (Object.hasOwn(STATISTICS, word)) return readStatistic(scanner, STATISTICS[word] ?? "mean");
  if (word === "median") return { kind: "percentile", percent: 50 };
  for (const kind of METRIC_KINDS.filter(isPlain)) {
    for (const words of METRICS[kind].words) {
      const [first, second] = words.split(" ");
      if (first !== word) continue;
      if (second !== undefined) scanner.word(second);
      return { kind };
    }
  }
  return readPercentile(scanner, word, at);
}

const STATISTICS: Readonly<Record<string, Statistic>> = {
  mean: "mean",
  avg: "mean",
  average: "mean",
  min: "min",
  max: "max",
};

function readPercentile(scanner: TargetScanner, word: string, at: number): Metric {
  const digits = /^p([0-9]{1,3}(?:\.[0-9]{1,6})?)$/.exec(word)?.[1];
  if (digits === undefined) {
    scanner.back(at);
    scanner.expected("a metric", METRIC_HINT, at);
  }
  const percent = Number(digits);
  if (percent <= 0) scanner.fail("A percentile must be above 0.", "The smallest latency is “min”.", at);
  if (percent > 100) scanner.fail("A percentile can be at most 100.", "Write p99.9 with a point.", at);
  return { kind: "percentile", percent };
}

function readStatistic(scanner: TargetScanner, statistic: Statistic): Metric {
  const at = scanner.at;
  const quoted = scanner.quoted();
  if (quoted === "") scanner.fail("The name of the gauge is empty.", "Write a name such as cpu.", at);
  if (quoted !== null) return { kind: "gauge", statistic, gauge: quoted };
  const words: string[] = [];
  while (scanner.peekWord() !== "" && scanner.peekWord().toLowerCase() !== "of")
    words.push(scanner.takeWord());
  const gauge = words.join(" ");
  if (gauge === "" || gauge.toLowerCase() === "latency") return { kind: "latency", statistic };
  return { kind: "gauge", statistic, gauge };
}

function readLabel(scanner: TargetScanner, metric: Metric): string | null {
  const begin = scanner.at;
  if (!scanner.word("of")) return null;
  if (!metricRow(metric).ofLabels) {
    scanner.fail(`“${formatMetric(metric)}” has no labels.`, "Continue with <=, >=, < or >.", begin);
  }
  const at = scanner.at;
  const label = scanner.quoted() ?? scanner.bare();
  if (label === "") scanner.expected("a label", 'Write a label such as "GET /search".', at);
  return label === "(all)" ? null : label;
}

function readComparator(scanner: TargetScanner): Comparator {
  const symbol = scanner.symbol(["<=", ">=", "=<", "=>", "≤", "≥", "<", ">"]);
  if (symbol === null) {
    scanner.expected("a comparator", "Continue with <=, >=, < or >, or with “of” and a label.");
  }
  if (symbol === "≤" || symbol === "=<") return "<=";
  if (symbol === "≥" || symbol === "=>") return ">=";
  return symbol;
}

interface ReadThreshold {
  threshold: TargetThreshold;
  of: "items" | null;
}

function readThreshold(scanner: TargetScanner, metric: Metric): ReadThreshold {
  if (readBaseline(scanner)) {
    return { threshold: { kind: "baseline", changePercent: readChange(scanner) }, of: null };
  }
  const value = scanner.number();
  const { unit, of } = readUnit(scanner, metric);
  return { threshold: { kind: "absolute", value, unit }, of };
}

/** A sign can follow without a space: baseline-5%. */
function readBaseline(scanner: TargetScanner): boolean {
  const at = scanner.at;
  if (scanner.letters().toLowerCase() === "baseline") return true;
  scanner.back(at);
  return false;
}

function readChange(scanner: TargetScanner): number {
  const sign = scanner.symbol(["+", "-", "−"]);
  if (sign === null) return 0;
  const at = scanner.at;
  const change = scanner.number();
  if (scanner.symbol(["%"]) === null) {
    scanner.expected("%", "Write a percentage, as in baseline + 10%.");
  }
  if (sign === "+" || change === 0) return change;
  if (change > 100) scanner.fail("The baseline can't fall by more than 100%.", "Use at most 100%.", at);
  return -change;
}

function readUsers(scanner: TargetScanner): number | null {
  if (!scanner.word("at")) return null;
  const at = scanner.at;
  const users = scanner.number();
  if (users < 1 || !Number.isInteger(users))
    scanner.fail(
      "The number of users must be a whole number, 1 or more.",
      "Write a load such as “at 600 users”.",
      at,
    );
  if (!scanner.word("users") && !scanner.word("user")) {
    scanner.expected("“users”", "Write a load such as “at 600 users”.");
  }
  return users;
}

function readAsMeasured(scanner: TargetScanner): boolean {
  if (!scanner.word("as")) return false;
  if (!scanner.word("measured"))
    scanner.expected("“measured”", "Write “as measured”, which leaves chance aside.");
  return true;
}
