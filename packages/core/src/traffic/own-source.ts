import { isRouteTag } from "./default-rules.ts";
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
  /** `total`: a count since the source started. `increments`: counts that are added up. */
  measure: "durations" | "total" | "increments";
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
    return source.kind === "gauge"
      ? source.parts.map((part) => ({ ...ruleOf(source, part, edition), to: gaugeOf(source) }))
      : source.parts.map((part) => ({ ...ruleOf(source, part, edition), to: requestsOf(part) }));
  });
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
  return { kind: "gauge", name, unit: percent ? "%" : unit, ...(percent ? { percent } : {}) };
}

function requestsOf({ measure, unit, labelTags, failed }: OwnRequests): MappingRule["to"] {
  return {
    kind: "requests",
    measure: measure === "durations" ? "durations" : "counts",
    unit,
    label: labelTags.map((tag) => ({ tags: [tag], ...(isRouteTag(tag) ? { path: true } : {}) })),
    failed: failedOf(failed),
    ...(measure === "total" ? { isTotal: true } : {}),
  };
}

function failedOf(failed: OwnFailed | null): FailedWhen {
  if (failed === null) return { tags: [], values: [] };
  return failed.by === "status"
    ? { statusTags: [failed.tag] }
    : { tags: [failed.tag], values: failed.values };
}
