/** Every matcher has to hold. A series without the tag has the value "". */
export type TagMatcher = { tag: string; is: readonly string[] } | { tag: string; isNot: readonly string[] };

/**
 * Which requests failed: those whose tag has one of the values, or a status of 500 and above, or that have an error and no
 * status. Without any of the tags it isn't known. `onlyIfTagged`: those that have one of these tags, and no others.
 */
export type FailedWhen =
  | { tags: readonly string[]; values: readonly string[] }
  | { statusTags: readonly string[]; errorTags?: readonly string[] }
  | { onlyIfTagged: readonly string[] };

/** One part of a label: the first of these tags that a series has. */
export interface LabelPart {
  tags: readonly string[];
  /** It can hold a URL or path, in which IDs are folded. */
  path?: true;
}

/** What a series of metrics is to us. */
export interface MappingRule {
  /** Stored with what it counted: never renamed. */
  id: string;
  title: string;
  /** Changes with what the rule takes, so that a series that it takes only now isn't taken for one that has begun now. */
  edition?: string;
  /** Metrics, or measurements of line protocol. Those of a classic histogram without `_bucket`, `_sum` and `_count`. */
  metrics: readonly string[];
  /** Of a measurement. */
  field?: string;
  /** Only measurements of line protocol, or only what isn't one: the same name can arrive both ways from one client. */
  from?: "lines" | "metrics";
  matchers?: readonly TagMatcher[];
  to: RequestsRule | GaugeRule;
}

export interface RequestsRule {
  kind: "requests";
  /** Durations give latencies; counts only how many requests there were. */
  measure: "durations" | "counts";
  /** Of durations, unless the series has a unit of its own. */
  unit: DurationUnit;
  label: readonly LabelPart[];
  failed: FailedWhen;
  /** The source starts with the test, so its first value counts. */
  fromZero?: true;
  /** Of counts in line protocol, which otherwise are what happened since the line before: they go on since the start. */
  isTotal?: true;
  /** The rule whose counts say which requests failed: one that has only counts, of the same processes and labels. */
  outcomesFrom?: string;
  /** Another rule takes from it which requests failed. */
  givesOutcomes?: true;
  /** Each line of line protocol sums up an interval that ends with it. */
  lines?: IntervalLines;
}

export interface IntervalLines {
  /** The field with the number of requests. */
  count: string;
  /** The field with their mean duration. */
  mean: string;
  seconds: number;
  /** The label of lines that sum up all others: they count only where there are no others. */
  whole: string;
}

interface GaugeRule {
  kind: "gauge";
  name: string;
  unit: string | null;
  /** Values are shares and shown in percent. */
  percent?: true;
}

export type DurationUnit = "s" | "ms" | "us" | "ns";
