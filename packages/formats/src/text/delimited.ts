import { HeadroomError } from "@headroom/core";
import type { Refusals, Warnings } from "../findings.ts";
import { isBlank, LineFeed, NEWLINE } from "./line-feed.ts";
import type { LineReader } from "./line-feed.ts";
import { NO_END_YET, NO_RECORD, RecordEnd, RecordFields } from "./record.ts";

/** Why a record was left out; `reason` is called only while places are still recorded. */
export interface RowRefusal {
  column: string | null;
  reason: () => string;
}

/** The fast path, for records of one line without quotes. */
export interface QuickRecords {
  /**
   * Reads the records in bytes[at..to), which ends with a newline, as far as it can; returns where it stopped. Records it
   * can't read, or longer than `maxLineBytes`, are left to `row`.
   */
  take(bytes: Buffer, at: number, to: number, line: number): number;
  /** How many it read in the last call. */
  readonly taken: number;
}

/** What reads the records that a `DelimitedFeed` splits. */
export interface RecordReader {
  /** Reads one record, which is invalid afterwards; returns why it can't be read. */
  row(fields: RecordFields, line: number): RowRefusal | null;
  /**
   * Reads the first non-blank line before all others, and may set the delimiter. True: it was a
   * header; false: it is the first record.
   */
  begin?(line: string, number: number, byte: number): boolean;
  readonly quick?: QuickRecords;
}

export interface DelimitedOptions {
  delimiter: number;
  /** Whether fields may be quoted, and then contain delimiters and newlines. */
  quotes: boolean;
  maxLineBytes: number;
  refusals: Refusals;
  warnings: Warnings;
}

/** How much may be read twice because of unclosed quotes, in longest lines; beyond it every line is a record. */
const MAX_LOOKED_AT_AGAIN = 64;

/** Reads delimited text record by record, from chunks with any borders. Skips blank lines. */
export class DelimitedFeed<Reader extends RecordReader> implements LineReader {
  readonly reader: Reader;
  delimiter: number;
  readonly #options: DelimitedOptions;
  readonly #feed: LineFeed;
  readonly #fields = new RecordFields();
  readonly #end = new RecordEnd();
  #line = 1;
  #isQuick = false;
  #records = 0;
  #begun: boolean;
  #lookedAtAgain = 0;
  #lastLineByte = Number.POSITIVE_INFINITY;
  /** Whether the file has ended, perhaps within a record: the fast path doesn't check every column. */
  #atRest = false;

  constructor(options: DelimitedOptions, open: (feed: { delimiter: number }) => Reader) {
    this.#options = options;
    this.delimiter = options.delimiter;
    this.reader = open(this);
    this.#begun = this.reader.begin === undefined;
    this.#feed = new LineFeed(this, options.maxLineBytes, options.warnings);
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  /** Throws `file-empty` for a file without any record. */
  end(): void {
    this.#feed.end();
    if (this.#records === 0)
      throw new HeadroomError("file-empty", "The file contains only blank lines.", { byte: 0 });
  }

  /** The line that is being read. */
  get line(): number {
    const { quick } = this.reader;
    return this.#line + (this.#isQuick ? (quick?.taken ?? 0) : 0);
  }

  readLines(bytes: Buffer, from: number, to: number, base: number): number {
    const { quick } = this.reader;
    let at = from;
    if (!this.#begun) at = this.#begin(bytes, at, to, base);
    while (at < to) {
      if (quick !== undefined && !this.#atRest) {
        this.#isQuick = true;
        at = quick.take(bytes, at, to, this.#line);
        this.#isQuick = false;
        this.#records += quick.taken;
        this.#line += quick.taken;
        if (at === to) break;
      }
      const next = this.#readRecord(bytes, at, to, base);
      if (next === at) break;
      at = next;
    }
    return at;
  }

  refuseLong(bytes: Uint8Array, to: number, base: number): number {
    return this.#refuseFirstLine(bytes.subarray(0, to), base, this.#options.maxLineBytes);
  }

  readRest(bytes: Buffer, to: number, base: number): void {
    this.#atRest = true;
    this.#lastLineByte = base + bytes.lastIndexOf(NEWLINE, to - 2) + 1;
    let at = 0;
    while (at < to) {
      at = this.readLines(bytes, at, to, base);
      if (at < to) at += this.#refuseFirstLine(bytes.subarray(at, to), base + at, to - at);
    }
  }

  /** Finds the first non-blank line; returns where the records begin, or `to`. */
  #begin(bytes: Uint8Array, from: number, to: number, base: number): number {
    let at = from;
    while (at < to && !this.#begun) {
      const end = bytes.indexOf(NEWLINE, at) + 1;
      if (end - at > this.#options.maxLineBytes) {
        at += this.#refuseFirstLine(bytes.subarray(at, to), base + at, end - at);
        continue;
      }
      const blank = isBlank(bytes, at, end);
      if (!blank) {
        this.#begun = true;
        const line = new TextDecoder().decode(bytes.subarray(at, end)).trimEnd();
        if (this.reader.begin?.(line, this.#line, base + at) === false) return at;
        this.#records += 1;
      }
      this.#line += 1;
      at = end;
    }
    return at;
  }

  /** Returns where to continue; `at` if the record isn't complete yet. */
  #readRecord(bytes: Uint8Array, at: number, to: number, base: number): number {
    const { maxLineBytes } = this.#options;
    // At most one byte past the limit, so that the result doesn't depend on how the file was cut.
    const most = Math.min(to, at + maxLineBytes + 1);
    const end = this.#endOf(bytes, at, most);
    const looked = end === NO_RECORD ? this.#end.scanned : (end < 0 ? most : end) - at;
    if (end === NO_RECORD || looked > maxLineBytes) {
      return at + this.#refuseFirstLine(bytes.subarray(at, to), base + at, Math.min(looked, maxLineBytes));
    }
    if (end < 0) return at;
    const next = isBlank(bytes, at, end) ? end : this.#take(bytes, at, end, base);
    this.#line += newlines(bytes, at, next);
    return next;
  }

  #endOf(bytes: Uint8Array, at: number, to: number): number {
    const { quotes, maxLineBytes } = this.#options;
    if (quotes && this.#lookedAtAgain <= MAX_LOOKED_AT_AGAIN * maxLineBytes) {
      return this.#end.find(bytes, at, to, this.delimiter);
    }
    const newline = bytes.indexOf(NEWLINE, at);
    return newline < 0 || newline >= to ? NO_END_YET : newline + 1;
  }

  /** After the record, or after its first line if a missing quote joined several. */
  #take(bytes: Uint8Array, at: number, end: number, base: number): number {
    const fields = this.#fields;
    this.#records += 1;
    if (this.#options.quotes) fields.split(bytes, at, end, this.delimiter);
    else fields.splitPlain(bytes, at, end, this.delimiter);
    const refusal = fields.whole
      ? this.reader.row(fields, this.#line)
      : { column: null, reason: () => "a quoted field is never closed" };
    if (refusal === null) return end;
    this.#refuse(base + at, refusal);
    if (refusal.column !== null) return end;
    const next = bytes.indexOf(NEWLINE, at) + 1;
    if (next < end) this.#lookedAtAgain += end - at;
    return next;
  }

  /**
   * Returns the length of the refused line. An unclosed quote costs only its own line: the following lines are read
   * again as lines.
   */
  #refuseFirstLine(rest: Uint8Array, byte: number, looked: number): number {
    const { maxLineBytes } = this.#options;
    const length = rest.indexOf(NEWLINE) + 1 || rest.length;
    const isLong = length > maxLineBytes;
    const reason = isLong ? `is longer than ${maxLineBytes} bytes` : "a quoted field is never closed";
    this.#records += 1;
    this.#refuse(byte, { column: null, reason: () => reason });
    if (!isLong) this.#lookedAtAgain += looked;
    this.#line += 1;
    this.#end.reset();
    return length;
  }

  #refuse(byte: number, { column, reason }: RowRefusal): void {
    const named = byte >= this.#lastLineByte ? () => `the last line is incomplete: ${reason()}` : reason;
    this.#options.refusals.add(this.#line, byte, column, named);
  }
}

function newlines(bytes: Uint8Array, at: number, end: number): number {
  let count = 0;
  for (let newline = bytes.indexOf(NEWLINE, at); newline >= 0 && newline < end; count++) {
    newline = bytes.indexOf(NEWLINE, newline + 1);
  }
  return count;
}
