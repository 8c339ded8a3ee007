import { classicPart } from "./classic-part.ts";
import type { ClassicPart } from "./classic-part.ts";
import { foldPath } from "./fold-path.ts";
import type {
  DurationUnit,
  FailedWhen,
  IntervalLines,
  LabelPart,
  MappingRule,
  RequestsRule,
  TagMatcher,
} from "./mapping-rule.ts";
import type { MetricSeries } from "./metric-sink.ts";

export type MappedSeries =
  | {
      kind: "requests";
      rule: string;
      /** Of the rule, if people wrote it. */
      edition: string | null;
      label: string;
      /** Null: the series doesn't say. */
      failed: boolean | null;
      measure: RequestsRule["measure"];
      microsPerUnit: number;
      fromZero: boolean;
      /** Of a classic histogram or summary. */
      part: ClassicPart | null;
      /** Counts go on since the source started, whatever the protocol says. */
      isTotal: boolean;
      /** Of lines that sum up an interval. */
      lines: IntervalLines | null;
      /** The rule that says which requests failed, at series of that rule and of those that take it from there. */
      joint: string | null;
    }
  | { kind: "gauge"; rule: string; name: string; unit: string | null; factor: number };

/** What requests are called that have none of the tags for a label. */
const UNNAMED_LABEL = "(unnamed)";

/** By the first rule that fits; null if none does. */
export function mapSeries(
  series: MetricSeries,
  rules: readonly MappingRule[],
  { foldPaths }: { foldPaths: boolean },
): MappedSeries | null {
  const part = classicPart(series);
  for (const rule of rules) {
    if (!fits(rule, series, part)) continue;
    const { id, edition = null, to } = rule;
    if (to.kind === "gauge") {
      if (series.temporality !== "each") continue;
      return { kind: "gauge", rule: id, name: to.name, unit: to.unit, factor: to.percent ? 100 : 1 };
    }
    return {
      ...requestsOf(series, to, foldPaths),
      joint: to.givesOutcomes ? id : (to.outcomesFrom ?? null),
      rule: id,
      edition,
      part: to.measure === "durations" ? part : null,
    };
  }
  return null;
}

function requestsOf(
  series: MetricSeries,
  to: RequestsRule,
  foldPaths: boolean,
): Omit<Extract<MappedSeries, { kind: "requests" }>, "rule" | "edition" | "part" | "joint"> {
  const tags = new Map(series.tags);
  return {
    kind: "requests",
    label: labelOf(tags, to.label, foldPaths),
    failed: hasFailed(tags, to.failed),
    measure: to.measure,
    microsPerUnit: MICROS[UNITS.get(series.unit ?? "") ?? to.unit],
    fromZero: to.fromZero ?? false,
    isTotal: to.isTotal ?? false,
    lines: to.lines ?? null,
  };
}

function fits(
  { metrics, field, from, matchers = [], to }: MappingRule,
  series: MetricSeries,
  part: ClassicPart | null,
): boolean {
  const isPart = part !== null && metrics.includes(part.histogram);
  if (!(isPart && to.kind === "requests" && to.measure === "durations") && !metrics.includes(series.name))
    return false;
  if (from !== undefined && (from === "lines") !== (series.field !== null)) return false;
  if (series.field !== null && !fieldsOf(field, to).includes(series.field)) return false;
  return matchers.every((matcher) => holds(matcher, series.tags));
}

function fieldsOf(field: string | undefined, to: MappingRule["to"]): readonly string[] {
  if (to.kind === "requests" && to.lines !== undefined) return [to.lines.count, to.lines.mean];
  return [field ?? "value"];
}

function holds(matcher: TagMatcher, tags: MetricSeries["tags"]): boolean {
  const value = tags.find(([key]) => key === matcher.tag)?.[1] ?? "";
  return "is" in matcher ? matcher.is.includes(value) : !matcher.isNot.includes(value);
}

function labelOf(tags: ReadonlyMap<string, string>, parts: readonly LabelPart[], foldPaths: boolean): string {
  const found = parts.flatMap(({ tags: names, path }) => {
    const name = names.find((tag) => tags.has(tag));
    const value = name === undefined ? "" : (tags.get(name) ?? "");
    if (value === "") return [];
    return path && foldPaths ? foldPath(value) : value;
  });
  return found.length === 0 ? UNNAMED_LABEL : found.join(" ");
}

/** Null: the tags don't say. */
function hasFailed(tags: ReadonlyMap<string, string>, failed: FailedWhen): boolean | null {
  if ("statusTags" in failed) {
    const { statusTags, errorTags = [] } = failed;
    const name = statusTags.find((tag) => tags.has(tag));
    // Some write classes, such as 5xx. A status of 0 or UNKNOWN says nothing.
    const [, first] = /^([1-5])(?:\d\d|xx)$/i.exec(name === undefined ? "" : (tags.get(name) ?? "")) ?? [];
    if (first !== undefined) return first === "5";
    return hasSome(tags, errorTags) ? true : null;
  }
  if ("onlyIfTagged" in failed) return hasSome(tags, failed.onlyIfTagged);
  const values = failed.tags.flatMap((tag) => tags.get(tag) ?? []);
  return values.length === 0 ? null : values.some((value) => failed.values.includes(value));
}

function hasSome(tags: ReadonlyMap<string, string>, names: readonly string[]): boolean {
  return names.some((tag) => (tags.get(tag) ?? "") !== "");
}

const MICROS: Record<DurationUnit, number> = { s: 1_000_000, ms: 1_000, us: 1, ns: 0.001 };

const UNITS: ReadonlyMap<string, DurationUnit> = new Map([
  ["s", "s"],
  ["seconds", "s"],
  ["ms", "ms"],
  ["milliseconds", "ms"],
  ["us", "us"],
  ["µs", "us"],
  ["microseconds", "us"],
  ["ns", "ns"],
  ["nanoseconds", "ns"],
]);
