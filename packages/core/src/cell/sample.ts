import type { Cell } from "./cell.ts";
import type { SampleColumns } from "./sample-columns.ts";

/**
 * What a label represents. Only `request` counts in a run's totals; the others are stored separately. `status`: the requests
 * that were answered with one status code from 400 on. Its failed ones are those that the tool itself called failed.
 */
export const LABEL_KINDS = ["request", "transaction", "hop", "status"] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** All requests of the run. Sinks know it from the start; a source without labels adds to it directly. */
export const ALL_REQUESTS = 0;

/**
 * Where a parser puts what it reads: samples if the source has them, otherwise what it says about intervals or the whole
 * run. Times are whole microseconds since the epoch (UTC, exact in a double until the year 2255), latencies whole
 * microseconds.
 */
export interface SampleSink extends GaugeSink, TraceSink {
  /**
   * Registers a label and returns its number for the other methods. The same name and kind gets the same number, and with
   * `host`, the tested host of its requests, the same three do. Null: the source has hosts, and says none of these requests.
   */
  label(name: string, kind: LabelKind, host?: string | null): number;
  /**
   * One sample, by the moment it completed. `items` is rows or messages if one request carries many, otherwise 1. Called
   * for every sample on the product's hottest path, so no objects are passed. Samples of labels count in all requests;
   * those of a source without labels are added to ALL_REQUESTS itself.
   */
  add(
    label: number,
    completedAtMicros: number,
    latencyMicros: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void;
  /** The same for many samples: the columns are read during the call and not stored. */
  addAll(samples: SampleColumns): void;
  /**
   * What the source says about one label in one stretch of time: its counts, and its latencies as far as it gives them.
   * Nothing is added up here: a source that gives intervals of labels gives those of ALL_REQUESTS, too.
   */
  interval(label: number, startMicros: number, seconds: number, cell: Cell): void;
  /** What the source says about the whole run of one label, or of ALL_REQUESTS. It replaces samples and intervals. */
  total(label: number, cell: Cell): void;
  /**
   * How often requests of a label failed for one reason, in the source's wording: "503", "connection reset". With
   * `atMicros`, they completed in the second that contains it, or within `seconds` from its beginning.
   */
  failure(label: number, reason: string, times: number, atMicros?: number, seconds?: number): void;
}

/** Where traces are read to; sinks that don't list single requests have no use for them. */
export interface TraceSink {
  /** Whether a request that is passed next may be among the slowest: the trace of others needn't be read. */
  wantsTrace?(label: number, completedAtMicros: number, latencyMicros: number): boolean;
  /** The trace ID of the request that was passed last. */
  traced?(label: number, completedAtMicros: number, latencyMicros: number, traceId: string): void;
}

/** `addAll` for a sink that accepts samples one by one. */
export function addEach(sink: Pick<SampleSink, "add">, samples: SampleColumns): void {
  const { labels, completedAtMicros, latencyMicros, failed, bytes, length } = samples;
  for (let at = 0; at < length; at++) {
    sink.add(
      labels[at] as number,
      completedAtMicros[at] as number,
      latencyMicros[at] as number,
      failed[at] === 1,
      1,
      bytes[at] as number,
    );
  }
}

/** What a gauge's value is the mean of, where a source measured it often in one second. */
export interface GaugeSpread {
  count: number;
  min: number;
  max: number;
}

/** Where gauges are read to. */
export interface GaugeSink {
  /** Registers a gauge ("users", "cpu") and returns its number for `measure`. `unit` null: not stated. */
  gauge(name: string, unit: string | null): number;
  /** What a gauge showed at a moment; with `spread`, the mean of a second. */
  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void;
}

/** Why lines were left out, and the first places where that happened. */
export interface Refusal {
  line: number;
  byte: number;
  column: string | null;
  reason: string;
}

/** What a parser left out: how many, and the first ten. Nothing is skipped silently. */
export interface RefusalTally {
  count: number;
  first: Refusal[];
}

/** Something the reader of a run should know, reported once with how often it happened. */
export interface Warning {
  code: string;
  count: number;
  detail: string;
  lines: number[];
}

/** How the source knows latencies, best first: every one, a fine histogram, its own buckets, its own percentiles. */
export const LATENCY_SOURCES = ["samples", "sketch", "buckets", "quoted", "none"] as const;
export type LatencySource = (typeof LATENCY_SOURCES)[number];

/**
 * What some sources don't report at all; it is absent then, never 0. `request-count`: how many requests there
 * were, if only their rate is known. `label-errors`: which requests of a label failed. `some-errors`: some of the failed
 * requests, so that the error rate is a lower bound.
 */
export const ABSENT_FIGURES = ["requests", "request-count", "errors", "label-errors", "some-errors"] as const;
export type AbsentFigure = (typeof ABSENT_FIGURES)[number];

/** What is absent of a label of a source. */
export function absentOfLabel(absent: readonly AbsentFigure[]): readonly AbsentFigure[] {
  return absent.includes("label-errors") ? [...absent, "errors"] : absent;
}

/** Open: requests were sent on schedule. Closed: a slow response delayed the next request. */
export const LOAD_MODELS = ["open", "closed", "unknown"] as const;
export type LoadModel = (typeof LOAD_MODELS)[number];

/**
 * The times of a source, best first. Absolute: they are instants. Relative: they count from the start of the run, which the
 * caller gave. None: it has no times, at most a duration.
 */
export const CLOCKS = ["absolute", "relative", "none"] as const;
export type Clock = (typeof CLOCKS)[number];

/** What a parse found, apart from what it put into its sink. The caller decides whether too much was refused. */
export interface ParseReport {
  format: string;
  tool: string;
  /** `null` if the file doesn't say. */
  toolVersion: string | null;
  /** Records read and used: samples of every kind of label, rows or entries of a summary. */
  accepted: number;
  refused: RefusalTally;
  warnings: Warning[];
  loadModel: LoadModel;
  source: LatencySource;
  /** The tool's rounding: latencies are multiples of it. */
  latencyResolutionMicros: number;
  /** The source's own rounding as a share of the value (0.05 for two digits); 0 if only the step above rounds. */
  latencyRelativeError: number;
  absent: readonly AbsentFigure[];
  clock: Clock;
  /** As the source states them, independent of its samples and intervals. */
  startedAtMicros: number | null;
  durationSeconds: number | null;
}
