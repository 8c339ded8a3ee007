import type { LoadTool, ParseReport, SampleSink } from "@headroom/core";
import type { ColumnMapping } from "./mapping.ts";

/**
 * One load tool's file format. A new one is a folder in `file/` and a line in the registry; the contract suite
 * then runs over its fixtures.
 */
export interface Format {
  /** Names the format in the API and in stored runs: "jmeter-csv". */
  readonly id: string;
  /** The tool that writes it, one of `LOAD_TOOLS`, which also has its title. */
  readonly tool: LoadTool;
  /** The name people use: "JMeter results (CSV)". */
  readonly title: string;
  /**
   * Lines: each is read separately, and a bad one is left out. Records: the same for a binary file, with record
   * numbers as places. Document: it is read completely or not at all.
   */
  readonly reads: "lines" | "records" | "document";
  /** A supplement adds detail to a run that another file of the same upload contains, and isn't a run alone. */
  readonly role: "run" | "supplement";
  /** The parameters that say how to read the file, as far as they make a difference. */
  readonly takes?: readonly FileParameter[];
  /** Decides by the first bytes of the file (64 KB at most), never by its name. */
  readonly detect: (head: Uint8Array) => Detection;
  /** Starts a parse into `sink`. A sample in the sink can't be taken back. */
  readonly open: (sink: SampleSink, options: ParseOptions) => Parser;
}

/** What an uploader can say about a file of some formats only. */
export type FileParameter = "timestamps" | "unit" | "zone";

export type Detection = { match: true } | { match: false; reason: string };

/** What the uploader knows and the file cannot say. */
export interface ParseOptions {
  /** What the file's time column means, if the tool can write either. Each format has its tool's default. */
  timestamps?: "start" | "end";
  /** Where dates without a time zone were written: an IANA name or an offset. UTC if not given. */
  zone?: string;
  /** When the run began, in microseconds, for files with relative times. 0 if not given. */
  startMicros?: number;
  /** Whether requests were sent at a fixed rate or waited for responses. A tool that can do both doesn't write which. */
  load?: "open" | "closed";
  /** What decides whether a request failed: the tool's word, or also a status code from 500 on. The tool's if not given. */
  errorsBy?: "tool" | "code";
  /** The unit of latencies, if the file doesn't say. */
  unit?: "ns" | "us" | "ms" | "s";
  /** The meaning of the columns, for a file that doesn't say. */
  mapping?: ColumnMapping;
  /** A longer line (or quoted record) is refused, which limits the memory of a parse. Default 1 MB. */
  maxLineBytes?: number;
  /** The same for a file that is read completely. Default 64 MB. */
  maxDocumentBytes?: number;
}

/**
 * Takes the file in chunks with any borders and passes samples to its sink. Synchronous: the caller applies
 * back-pressure. Throws only HeadroomError, for input that can't be read at all; bad lines are counted instead.
 * A chunk is read during `write` and not retained, so its memory can be reused.
 */
export interface Parser {
  write(chunk: Uint8Array): void;
  end(): ParseReport;
  /** The line that was read last, in a file of lines. */
  line?(): number;
}

/** Detection reads at most this much of a file. */
export const DETECTION_BYTES = 65_536;
export const MAX_LINE_BYTES = 1_048_576;
