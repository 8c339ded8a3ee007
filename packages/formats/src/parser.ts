import type { ParseReport, SampleSink } from "@headroom/core";
import type { ColumnMapping } from "./mapping.ts";

/**
 * One load tool's file format. A new one is a folder under `file/` and a line in the registry; the contract suite
 * then runs it over its fixtures.
 */
export interface Format {
  /** Names the format in the API and in stored runs: "jmeter-csv". */
  readonly id: string;
  /** The tool that writes it: "jmeter". */
  readonly tool: string;
  /** As people call it: "JMeter results (CSV)". */
  readonly title: string;
  /**
   * Lines: each is read on its own, and a bad one is left out. Records: the same of a binary file, whose places are
   * numbers of records. Document: it is read as a whole or not at all.
   */
  readonly reads: "lines" | "records" | "document";
  /** A supplement tells more about a run that another file of the same upload brings, and is no run by itself. */
  readonly role: "run" | "supplement";
  /** Judges by the first bytes of the file (64 KB at most), never by its name. */
  readonly detect: (head: Uint8Array) => Detection;
  /** Starts a parse into `sink`. A sample that was added to the sink is never taken back. */
  readonly open: (sink: SampleSink, options: ParseOptions) => Parser;
}

export type Detection = { match: true } | { match: false; reason: string };

/** What the uploader knows and the file cannot say. */
export interface ParseOptions {
  /** What the file's time column means, where the tool can write either. Each format has its tool's own default. */
  timestamps?: "start" | "end";
  /** When the run began, in microseconds, for files that count their times from there. 0 if not given. */
  startMicros?: number;
  /** Whether requests were sent at their rate or waited for answers: a tool that can do both does not write which. */
  load?: "open" | "closed";
  /** The unit of latencies, where the file does not say it. */
  unit?: "ns" | "us" | "ms" | "s";
  /** What the columns mean of a file that does not say so itself. */
  mapping?: ColumnMapping;
  /** A longer line (or quoted record) is refused; it bounds the memory of a parse. Default 1 MB. */
  maxLineBytes?: number;
  /** The same for a file that is read as a whole. Default 64 MB. */
  maxDocumentBytes?: number;
}

/**
 * Takes the file in chunks cut anywhere and gives samples to its sink. Synchronous: whoever writes sees to
 * back-pressure. Throws only HeadroomError, for input that cannot be read at all; bad lines are tallied instead.
 * A chunk is read during `write` and not kept, so its memory can be used again.
 */
export interface Parser {
  write(chunk: Uint8Array): void;
  end(): ParseReport;
}

/** Detection reads this much of a file at most. */
export const DETECTION_BYTES = 65_536;
export const MAX_LINE_BYTES = 1_048_576;
