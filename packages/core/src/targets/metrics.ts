import {
  readAchieved,
  readErrorRate,
  readGauge,
  readPercentile,
  readStatistic,
  readThroughput,
} from "./read-metric.ts";
import type { MetricSource, Reading, Statistic } from "./read-metric.ts";
import { decimal, gaugeName } from "./grammar-text.ts";
import { RATE_UNITS } from "./units.ts";
import type { Quantity } from "./units.ts";

/** What a target, a trend or a comparison can be about. */
export type Metric =
  | { kind: "throughput" }
  | { kind: "items" }
  | { kind: "percentile"; percent: number }
  | { kind: "latency"; statistic: Statistic }
  | { kind: "error-rate" }
  | { kind: "achieved" }
  | { kind: "gauge"; statistic: Statistic; gauge: string };
export type MetricKind = Metric["kind"];
type Of<Kind extends MetricKind> = Extract<Metric, { kind: Kind }>;

/** Which way is good. */
export type Better = "higher" | "lower";

export interface MetricRow<Kind extends MetricKind> {
  /** What its figures are: decides the units that a threshold can have. */
  quantity: Quantity;
  /** Null: only whoever named the gauge knows. */
  better: Better | null;
  /** Whether one label can have its own. */
  ofLabels: boolean;
  /** Which of its figures prove nothing when the load wasn't there. */
  needsLoad: "good figures" | "bad figures" | "nothing";
  /** Whether it counts failed requests: few events, often in bursts: no number of requests proves that none of them fails. */
  ofErrors: boolean;
  /** Whether a throughput counts as held only while targets of this metric are met. */
  limitsCapacity: boolean;
  /** What a target calls it, where that is all it takes; a second word may be left out. */
  words: readonly string[];
  /** As a target writes it. */
  text(metric: Of<Kind>): string;
  /** As a heading, and as a sentence begins with it: "Throughput", "Mean latency". */
  title(metric: Of<Kind>): string;
  /** As it is called inside a sentence: "throughput", "mean latency". */
  name(metric: Of<Kind>): string;
  /** How it is read from the requests of a window, or from what else is known of the run. */
  read(metric: Of<Kind>, source: MetricSource): Reading;
}

/**
 * Everything that depends on a metric. Targets, verdicts, comparisons, trends and pages derive from this table, so that
 * a new metric is a member of `Metric` and an entry here; the compiler names every other place that has to decide.
 */
export const METRICS: { readonly [Kind in MetricKind]: MetricRow<Kind> } = {
  throughput: {
    ...rate("throughput"),
    quantity: "requests",
    read: (_, source) => readThroughput(source, "requests"),
  },
  items: {
    ...rate("items"),
    ...called("item throughput"),
    text: () => "items",
    quantity: "items",
    read: (_, source) => readThroughput(source, "items"),
  },
  percentile: {
    ...latency(),
    words: [],
    text: ({ percent }) => `p${decimal(percent)}`,
    title: ({ percent }) => `p${decimal(percent)}`,
    name: ({ percent }) => `p${decimal(percent)}`,
    read: ({ percent }, source) => readPercentile(source, percent),
  },
  latency: {
    ...latency(),
    words: [],
    text: ({ statistic }) => statistic,
    title: ({ statistic }) => `${capital(statistic)} latency`,
    name: ({ statistic }) => `${statistic} latency`,
    read: ({ statistic }, source) => readStatistic(source, statistic),
  },
  "error-rate": {
    quantity: "share",
    better: "lower",
    ofLabels: true,
    needsLoad: "good figures",
    ofErrors: true,
    limitsCapacity: true,
    words: ["error rate", "errors rate", "error-rate"],
    ...called("error rate"),
    read: (_, source) => readErrorRate(source),
  },
  achieved: {
    quantity: "share",
    better: "higher",
    ofLabels: false,
    needsLoad: "nothing",
    ofErrors: false,
    limitsCapacity: false,
    words: ["achieved"],
    ...called("achieved load"),
    text: () => "achieved",
    read: (_, { achieved }) => readAchieved(achieved),
  },
  gauge: {
    quantity: "any",
    better: null,
    ofLabels: false,
    needsLoad: "nothing",
    ofErrors: false,
    limitsCapacity: false,
    words: [],
    text: ({ statistic, gauge }) => `${statistic} ${gaugeName(gauge)}`,
    title: ({ statistic, gauge }) => `${capital(statistic)} ${gauge}`,
    name: ({ statistic, gauge }) => `${statistic} ${gauge}`,
    read: (metric, source) => readGauge(source, metric),
  },
};

export const METRIC_KINDS = Object.keys(METRICS) as MetricKind[];

/** A kind that its words alone name. */
type PlainKind = { [Kind in MetricKind]: keyof Of<Kind> extends "kind" ? Kind : never }[MetricKind];

export function isPlain(kind: MetricKind): kind is PlainKind {
  return METRICS[kind].words.length > 0;
}

/** The entry of a metric. */
export function metricRow(metric: Metric): MetricRow<MetricKind> {
  return METRICS[metric.kind] as MetricRow<MetricKind>;
}

/** "throughput", "items", "p99", "mean", "error rate", "achieved", "max cpu". */
export function formatMetric(metric: Metric): string {
  return metricRow(metric).text(metric);
}

/** A target's unit as sentences and pages show it: "req/s", "items/min", "µs". */
export function unitWords({ metric, unit }: { metric: Metric; unit: string }): string {
  if (unit === "us") return "µs";
  if (!Object.hasOwn(RATE_UNITS, unit)) return unit;
  return { requests: `req${unit}`, items: `items${unit}`, time: unit, share: unit, any: unit }[
    metricRow(metric).quantity
  ];
}

function rate(word: string) {
  return {
    better: "higher",
    ofLabels: true,
    needsLoad: "bad figures",
    ofErrors: false,
    limitsCapacity: false,
    words: [word],
    ...called(word),
  } as const;
}

function latency() {
  return {
    quantity: "time",
    better: "lower",
    ofLabels: true,
    needsLoad: "good figures",
    ofErrors: false,
    limitsCapacity: true,
  } as const;
}

function called(word: string) {
  return { text: () => word, title: () => capital(word), name: () => word };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
