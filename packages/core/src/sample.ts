/** What a label stands for. Only `request` counts in the totals of a run; the others are kept beside it. */
export type LabelKind = "request" | "transaction" | "hop";

/**
 * Where a parser puts what it reads. Times are whole microseconds since the epoch (UTC, exact in a double until
 * the year 2255), latencies whole microseconds. Called once a sample on the hottest path of the product:
 * no objects cross it.
 */
export interface SampleSink {
  /** Registers a label and answers the number that `add` takes. The same name and kind answers the same number. */
  label(name: string, kind: LabelKind): number;
  /** One sample, by the moment it completed. `items` is rows or messages where one request carries many, else 1. */
  add(
    label: number,
    completedAtMicros: number,
    latencyMicros: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void;
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

/** What a parse found, beside the samples. Whether too much was refused is for the caller to judge. */
export interface ParseReport {
  format: string;
  tool: string;
  /** `null` where the file does not say. */
  toolVersion: string | null;
  /** Samples given to the sink, of every kind of label. */
  accepted: number;
  refused: RefusalTally;
  warnings: Warning[];
  /** Open: requests were sent on schedule. Closed: a slow answer held back the next request. */
  loadModel: "open" | "closed" | "unknown";
  /** The tool's rounding: latencies are multiples of it. */
  latencyResolutionMicros: number;
  source: "samples";
}
