import { HeadroomError } from "@headroom/core";
import type { ParseReport } from "@headroom/core";
import { Refusals, Warnings } from "../findings.ts";
import { MAX_LINE_BYTES } from "../parser.ts";
import type { ParseOptions } from "../parser.ts";
import type { QuickRecords, RowRefusal } from "./delimited.ts";
import type { Findings, ReportingParser } from "./document.ts";
import { LineFeed, NEWLINE } from "./line-feed.ts";
import type { LineReader } from "./line-feed.ts";

/** What a reader answers for a line with nothing in it. */
export const BLANK = Symbol("blank");

/** What is special about a format in which each line is a record. */
export interface RecordLineReader<Report = ParseReport> {
  /** Reads bytes[at..end), a line with its newline. The answer is why it can't be read, `BLANK`, or null if it was read. */
  line(bytes: Buffer, at: number, end: number, line: number): RowRefusal | typeof BLANK | null;
  readonly quick?: QuickRecords;
  report(): Report;
}

/** The line that is being read. */
export interface LinePlace {
  line: number;
  byte: number;
  /** Whether the file ends within it. */
  isCut: boolean;
}

/** A parser of one record per line, read as the lines arrive. */
export function lineParser<Report = ParseReport>(
  { maxLineBytes = MAX_LINE_BYTES }: Pick<ParseOptions, "maxLineBytes">,
  open: (findings: Findings, place: Readonly<LinePlace>) => RecordLineReader<Report>,
): ReportingParser<Report> {
  const findings = { refusals: new Refusals(), warnings: new Warnings() };
  const place = { line: 1, byte: 0, isCut: false };
  const reader = open(findings, place);
  const lines = new RecordLines({ reader, maxLineBytes, refusals: findings.refusals, place });
  const feed = new LineFeed(lines, maxLineBytes, findings.warnings);
  return {
    write: (chunk) => feed.write(chunk),
    end: () => {
      feed.end();
      lines.requireRecords();
      return reader.report();
    },
    line: () => lines.line,
  };
}

/** Warns that a line was not UTF-8. */
export function warnLatin1({ warnings }: Findings, line: number): void {
  warnings.add("latin-1", "A line is not UTF-8 and was read as Latin-1.", line);
}

/** Counts lines and records, and names the line of each refusal. */
class RecordLines implements LineReader {
  readonly #reader: RecordLineReader<unknown>;
  readonly #maxLineBytes: number;
  readonly #refusals: Refusals;
  readonly #place: LinePlace;
  #line = 1;
  #isQuick = false;
  #records = 0;

  constructor(of: {
    reader: RecordLineReader<unknown>;
    maxLineBytes: number;
    refusals: Refusals;
    place: LinePlace;
  }) {
    this.#reader = of.reader;
    this.#maxLineBytes = of.maxLineBytes;
    this.#refusals = of.refusals;
    this.#place = of.place;
  }

  requireRecords(): void {
    if (this.#records > 0) return;
    throw new HeadroomError("file-empty", "The file contains only blank lines.", { byte: 0 });
  }

  /** The line that is being read. */
  get line(): number {
    return this.#line + (this.#isQuick ? (this.#reader.quick?.taken ?? 0) : 0);
  }

  readLines(bytes: Buffer, from: number, to: number, base: number): number {
    const { quick } = this.#reader;
    let at = from;
    while (at < to) {
      if (quick !== undefined) {
        this.#isQuick = true;
        at = quick.take(bytes, at, to, this.#line);
        this.#isQuick = false;
        this.#records += quick.taken;
        this.#line += quick.taken;
        if (at === to) break;
      }
      const end = bytes.indexOf(NEWLINE, at) + 1;
      if (end - at > this.#maxLineBytes) this.#refuseTooLong(base + at);
      else this.#readLine(bytes, at, end, base + at);
      this.#line += 1;
      at = end;
    }
    return to;
  }

  refuseLong(_bytes: Uint8Array, to: number, base: number): number {
    this.#refuseTooLong(base);
    this.#line += 1;
    return to;
  }

  readRest(bytes: Buffer, to: number, base: number): void {
    this.#place.isCut = true;
    this.readLines(bytes, 0, to, base);
  }

  #readLine(bytes: Buffer, at: number, end: number, byte: number): void {
    this.#place.line = this.#line;
    this.#place.byte = byte;
    const refusal = this.#reader.line(bytes, at, end, this.#line);
    if (refusal === BLANK) return;
    this.#records += 1;
    if (refusal !== null) this.#refuse(byte, refusal);
  }

  #refuseTooLong(byte: number): void {
    this.#records += 1;
    this.#refuse(byte, { column: null, reason: () => `is longer than ${this.#maxLineBytes} bytes` });
  }

  #refuse(byte: number, { column, reason }: RowRefusal): void {
    const named = this.#place.isCut ? () => `the last line is incomplete: ${reason()}` : reason;
    this.#refusals.add(this.#line, byte, column, named);
  }
}
