import { unitOfShare } from "../gauge/share.ts";
import { DEFAULT_RULES, isRouteTag } from "./default-rules.ts";
import type { DurationUnit, FailedWhen, MappingRule, TagMatcher } from "./mapping-rule.ts";

/** Series of one metric. */
interface OwnSeries {
  /** Or a measurement of line protocol. Of a classic histogram, the name without `_bucket`. */
  metric: string;
  /** Of a measurement; null: a metric that has one value. */
  field: string | null;
  /** All of them have to hold. */
  matchers: readonly TagMatcher[];
}

export interface OwnRequests extends OwnSeries {
  /**
   * `total`: a count since the source started. `increments`: counts that are added up. `outcomes`: a count since the start of the
   * same requests as the other parts, of which it says which failed.
   */
  measure: "durations" | "total" | "increments" | "outcomes";
  unit: DurationUnit;
  /** The label has the values of these tags, in this order. */
  labelTags: readonly string[];
  failed: OwnFailed | null;
}

/** Null where the metric doesn't say which requests failed. */
type OwnFailed = { by: "status"; tag: string } | { by: "values"; tag: string; values: readonly string[] };

/** What people count requests or read a gauge from. Requests of all its parts are added up. */
export type OwnSource = { id: string; name: string } & (
  | { kind: "requests"; parts: readonly OwnRequests[] }
  | { kind: "gauge"; parts: readonly OwnSeries[]; unit: string | null; percent: boolean }
);

/** In the order in which they are tried: a series belongs to the first one that fits. */
export function rulesOfSources(sources: readonly OwnSource[]): MappingRule[] {
  return sources.flatMap((source) => {
    const edition = JSON.stringify(source.parts);
    if (source.kind === "gauge")
      return source.parts.map((part) => ({ ...ruleOf(source, part, edition), to: gaugeOf(source) }));
    const outcomesFrom = source.parts.some(givesOutcomes) ? outcomesOf(source.id) : null;
    return source.parts.map((part) => ({
      ...ruleOf(source, part, edition),
      ...(givesOutcomes(part) ? { id: outcomesOf(source.id) } : {}),
      to: requestsOf(part, outcomesFrom),
    }));
  });
}

function givesOutcomes({ measure }: OwnRequests): boolean {
  return measure === "outcomes";
}

function outcomesOf(id: string): string {
  return `${id}/outcomes`;
}

/** The rule whose counts say which of this rule's requests failed; null: none does. */
export function outcomesRuleOf(rule: string | null): string | null {
  if (rule === null) return null;
  const known = DEFAULT_RULES.find(({ id }) => id === rule);
  if (known === undefined) return outcomesOf(rule);
  return known.to.kind === "requests" ? (known.to.outcomesFrom ?? null) : null;
}

function ruleOf(
  { id, name }: OwnSource,
  { metric, field, matchers }: OwnSeries,
  edition: string,
): Omit<MappingRule, "to"> {
  return {
    id,
    title: name,
    edition,
    metrics: [metric],
    matchers,
    ...(field === null ? { from: "metrics" } : { from: "lines", field }),
  };
}

function gaugeOf({ name, unit, percent }: Extract<OwnSource, { kind: "gauge" }>): MappingRule["to"] {
  return { kind: "gauge", name, unit: percent ? percentUnit(unit) : unit, ...(percent ? { percent } : {}) };
}

/** It can say of what. */
function percentUnit(unit: string | null): string {
  return unit !== null && unitOfShare(unit) === "%" ? unit : "%";
}

function requestsOf(
  { measure, unit, labelTags, failed }: OwnRequests,
  outcomesFrom: string | null,
): MappingRule["to"] {
  const isOutcomes = measure === "outcomes";
  return {
    kind: "requests",
    measure: measure === "durations" ? "durations" : "counts",
    unit,
    label: labelTags.map((tag) => ({ tags: [tag], ...(isRouteTag(tag) ? { path: true } : {}) })),
    failed: failedOf(failed),
    ...(measure === "total" || isOutcomes ? { isTotal: true } : {}),
    ...(isOutcomes ? { givesOutcomes: true } : {}),
    ...(outcomesFrom === null || isOutcomes ? {} : { outcomesFrom }),
  };
}

function failedOf(failed: OwnFailed | null): FailedWhen {
  if (failed === null) return { tags: [], values: [] };
  return failed.by === "status"
    ? { statusTags: [failed.tag] }
    : { tags: [failed.tag], values: failed.values };
}
