import type { Cell } from "./cell.ts";
import type { SampleColumns } from "./sample-columns.ts";

/** What a label stands for. Only `request` counts in the totals of a run; the others are kept beside it. */
export type LabelKind = "request" | "transaction" | "hop";

/** All requests of the run. Sinks know it from the start; a source without labels counts here. */
export const ALL_REQUESTS = 0;

/**
 * Where a parser puts what it reads: samples where the source has them, else what it says of intervals or of the whole
 * run. Times are whole microseconds since the epoch (UTC, exact in a double until the year 2255), latencies whole
 * microseconds.
 */
export interface SampleSink extends GaugeSink {
  /** Registers a label and answers the number that the others take. The same name and kind answers the same number. */
  label(name: string, kind: LabelKind): number;
  /**
   * One sample, by the moment it completed. `items` is rows or messages where one request carries many, else 1. Called
   * once a sample on the hottest path of the product: no objects cross it. Samples of labels count in all requests;
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
  /** The same for many: the columns are read in the call and not kept. */
  addAll(samples: SampleColumns): void;
  /**
   * What the source says of one label in one stretch of time: its counts, and its latencies as far as it gives them.
   * Nothing is added up here: whoever gives intervals of labels gives those of ALL_REQUESTS too.
   */
  interval(label: number, startMicros: number, seconds: number, cell: Cell): void;
  /** What the source says of the whole run of one label, or of ALL_REQUESTS. It stands where samples and intervals end. */
  total(label: number, cell: Cell): void;
  /** How often requests of a label failed for one reason, in the source's words: "503", "connection reset". */
  failure(label: number, reason: string, times: number): void;
}

/** Where gauges are read to. */
export interface GaugeSink {
  /** Registers a gauge ("users", "cpu") and answers the number that `measure` takes. `unit` null: none is stated. */
  gauge(name: string, unit: string | null): number;
  /** What a gauge showed at a moment. */
  measure(gauge: number, atMicros: number, value: number): void;
}

/** Why a line was left out, and the first places where that happened. */
export interface Refusal {
  line: number;
  byte: number;
  column: string | null;
  reason: string;
}

/** What a parser left out: how many, and the first ten of them. Nothing is skipped in silence. */
export interface RefusalTally {
  count: number;
  first: Refusal[];
}

/** Something the reader of a run should know, said once with the number of times it happened. */
export interface Warning {
  code: string;
  count: number;
  detail: string;
  lines: number[];
}

/** How the source knows latencies, best first: every one, a fine histogram, its own buckets, its own percentiles. */
export const LATENCY_SOURCES = ["samples", "sketch", "buckets", "quoted", "none"] as const;
export type LatencySource = (typeof LATENCY_SOURCES)[number];

/** What some sources do not give at all; it is absent then, and never 0. */
export const ABSENT_FIGURES = ["requests", "errors"] as const;
export type AbsentFigure = (typeof ABSENT_FIGURES)[number];

/** What a parse found, beside what it gave to its sink. Whether too much was refused is for the caller to judge. */
export interface ParseReport {
  format: string;
  tool: string;
  /** `null` where the file does not say. */
  toolVersion: string | null;
  /** Records read and used: samples of every kind of label, rows or entries of a summary. */
  accepted: number;
  refused: RefusalTally;
  warnings: Warning[];
  /** Open: requests were sent on schedule. Closed: a slow answer held back the next request. */
  loadModel: "open" | "closed" | "unknown";
  source: LatencySource;
  /** The tool's rounding: latencies are multiples of it. */
  latencyResolutionMicros: number;
  /** The source's own rounding as a share of the value (0.05 for two digits); 0 where only the step above rounds. */
  latencyRelativeError: number;
  absent: readonly AbsentFigure[];
  /**
   * Absolute: its times are instants. Relative: they count from the start of the run, which the caller gave. None: it
   * has no times, at most a duration.
   */
  clock: "absolute" | "relative" | "none";
  /** As the source states them, apart from what its samples and intervals show. */
  startedAtMicros: number | null;
  durationSeconds: number | null;
}
