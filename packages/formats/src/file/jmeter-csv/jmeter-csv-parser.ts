import { HeadroomError, type SampleSink, type ParseReport } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { LabelTable } from "../../text/label-table.ts";
import { LineFeed, type LineReader, NEWLINE } from "../../text/line-feed.ts";
import { CarefulRow, type RowRefusal } from "./careful-row.ts";
import { FastRow } from "./fast-row.ts";
import { Hops } from "./hops.ts";
import { type Layout, readLayout } from "./layout.ts";
import { NO_END_YET, NO_RECORD, RecordEnd } from "../../text/record.ts";
import { emptyRow } from "./row.ts";

/** How many bytes, in line limits, may be looked at again for quotes that are never closed; then none spans lines. */
const LOOKED_AT_AGAIN_MOST = 16;

/** Reads a JMeter results file in CSV. See `layout.ts` for which columns it takes in which shape. */
export class JmeterCsvParser implements Parser, LineReader {
  readonly #sink: SampleSink;
  readonly #maxLineBytes: number;
  readonly #timeIsStart: boolean;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #feed: LineFeed;
  readonly #labels: LabelTable;
  readonly #hops: Hops;
  readonly #recordEnd = new RecordEnd();
  readonly #row = emptyRow();
  #layout: Layout | null = null;
  #fast: FastRow | null = null;
  #careful: CarefulRow | null = null;
  #line = 1;
  #accepted = 0;
  #lookedAtAgain = 0;
  /** Where the line begins that the file ends in without a newline. */
  #lastLineByte = Number.POSITIVE_INFINITY;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#sink = sink;
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#timeIsStart = options.timestamps !== "end";
    this.#feed = new LineFeed(this, this.#maxLineBytes, this.#warnings);
    this.#labels = new LabelTable(sink, {
      onLatin1: () =>
        this.#warnings.add("latin-1", "A label is not UTF-8 and was read as Latin-1.", this.#line),
    });
    this.#hops = new Hops(this.#labels);
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    if (this.#layout === null) {
      throw new HeadroomError("file-empty", "The file holds blank lines only.", { byte: 0 });
    }
    return {
      format: "jmeter-csv",
      tool: "jmeter",
      toolVersion: null,
      accepted: this.#accepted,
      refused: this.#refusals.tally(),
      warnings: this.#warnings.list(),
      // A JMeter thread sends its next request when it has the answer to the last.
      loadModel: "closed",
      latencyResolutionMicros: 1_000,
      source: "samples",
      latencyRelativeError: 0,
      absent: [],
      clock: "absolute",
      startedAtMicros: null,
      durationSeconds: null,
    };
  }

  readLines(bytes: Uint8Array, from: number, to: number, base: number): number {
    let at = from;
    while (at < to) {
      const fast = this.#fast;
      if (fast !== null) {
        const next = fast.read(bytes, at);
        if (next >= 0 && next - at <= this.#maxLineBytes) {
          this.#add(bytes);
          this.#line += 1;
          at = next;
          continue;
        }
      }
      const next = this.#readCarefully(bytes, at, to, base);
      if (next === at) break;
      at = next;
    }
    return at;
  }

  refuseLong(bytes: Uint8Array, to: number, base: number): number {
    return this.#refuseFirstLine(bytes, 0, to, base, this.#maxLineBytes);
  }

  readRest(bytes: Uint8Array, to: number, base: number): void {
    this.#lastLineByte = base + bytes.lastIndexOf(NEWLINE, to - 2) + 1;
    let at = 0;
    while (at < to) {
      at = this.readLines(bytes, at, to, base);
      if (at < to) at = this.#refuseFirstLine(bytes, at, to, base, to - at);
    }
  }

  /** Reads the record at `at`, whatever it is. Answers `at` if its end is not there yet. */
  #readCarefully(bytes: Uint8Array, at: number, to: number, base: number): number {
    // Never further than one byte past the limit, so that what is found does not hang on how the file was cut.
    const most = Math.min(to, at + this.#maxLineBytes + 1);
    const end = this.#endOf(bytes, at, most);
    const looked = end === NO_RECORD ? this.#recordEnd.scanned : (end < 0 ? most : end) - at;
    if (end === NO_RECORD || looked > this.#maxLineBytes) {
      return this.#refuseFirstLine(bytes, at, to, base, Math.min(looked, this.#maxLineBytes));
    }
    if (end < 0) return at;
    const next = isBlank(bytes, at, end) ? end : this.#readRecord(bytes, at, end, base);
    this.#line += newlines(bytes, at, next);
    return next;
  }

  #endOf(bytes: Uint8Array, at: number, to: number): number {
    const layout = this.#layout;
    if (layout !== null && this.#lookedAtAgain <= LOOKED_AT_AGAIN_MOST * this.#maxLineBytes) {
      return this.#recordEnd.find(bytes, at, to, layout.delimiter);
    }
    const newline = bytes.indexOf(NEWLINE, at);
    return newline < 0 || newline >= to ? NO_END_YET : newline + 1;
  }

  /** Answers where to read on: behind the record, or behind its first line where a lost quote joined several. */
  #readRecord(bytes: Uint8Array, at: number, end: number, base: number): number {
    if (this.#careful === null) return this.#begin(bytes, at, end, base);
    const refusal = this.#careful.read(bytes, at, end);
    if (refusal === null) {
      if (this.#careful.timeHadNoZone) {
        this.#warnings.add("no-time-zone", "Times are dates without a zone and were taken as UTC.");
      }
      this.#add(this.#careful.labelBytes);
      return end;
    }
    if (this.#careful.looksLikeHeader() && this.#repeatHeader(bytes, at, end)) return end;
    this.#refuse(base + at, refusal);
    if (refusal.column !== null) return end;
    const next = bytes.indexOf(NEWLINE, at) + 1;
    if (next < end) this.#lookedAtAgain += end - at;
    return next;
  }

  /** The first record: a header, or already a row. */
  #begin(bytes: Uint8Array, at: number, end: number, base: number): number {
    const reading = readLayout(lineText(bytes, at, end));
    if (reading.kind === "none") {
      throw new HeadroomError("format-unknown", `This is no JMeter CSV: ${reading.reason}.`, {
        line: this.#line,
        byte: base + at,
        hint: "Send the .jtl file that `jmeter -l` writes, or name the tool that wrote this one.",
      });
    }
    this.#lay(reading.layout);
    if (reading.kind === "header") return end;
    this.#warnings.add(
      "no-header",
      "The file has no header; its columns were taken to be JMeter's default.",
      1,
    );
    return this.#readRecord(bytes, at, end, base);
  }

  /** Appended files: the header comes again, perhaps with other columns. */
  #repeatHeader(bytes: Uint8Array, at: number, end: number): boolean {
    const reading = readLayout(lineText(bytes, at, end));
    if (reading.kind !== "header") return false;
    this.#warnings.add(
      "repeated-header",
      "A header stands among the rows, as in files that were appended.",
      this.#line,
    );
    this.#lay(reading.layout);
    return true;
  }

  #lay(layout: Layout): void {
    this.#layout = layout;
    this.#careful = new CarefulRow(layout, this.#row);
    this.#fast = FastRow.fits(layout) ? new FastRow(layout, this.#row) : null;
    this.#row.threadHash = 0;
    this.#row.bytes = 0;
    for (const warning of warningsOf(layout)) this.#warnings.add(warning.code, warning.detail, this.#line);
  }

  #add(labelBytes: Uint8Array): void {
    const row = this.#row;
    const labels = this.#labels;
    const entry = labels.find(labelBytes, row.labelFrom, row.labelTo, row.labelHash);
    const latency = row.elapsedMillis * 1_000;
    const start = this.#timeIsStart ? row.timeMicros : row.timeMicros - latency;
    const end = start + latency;
    this.#accepted += 1;
    let number: number;
    if (row.isTransaction) number = labels.number(entry, "transaction");
    else if (this.#hops.isHop(entry, start, end, row.threadHash)) number = labels.number(entry, "hop");
    else {
      this.#hops.remember(entry, start, end, row.threadHash);
      number = labels.number(entry, "request");
    }
    this.#sink.add(number, end, latency, row.failed, 1, row.bytes);
  }

  #refuse(byte: number, { column, reason }: RowRefusal): void {
    const named = byte >= this.#lastLineByte ? () => `the last line is incomplete: ${reason()}` : reason;
    this.#refusals.add(this.#line, byte, column, named);
  }

  /**
   * Refuses a record that has no end, or none within the limit. A quote that is never closed costs its own line only:
   * the lines behind it, of which `looked` bytes were looked at, are read again as lines.
   */
  #refuseFirstLine(bytes: Uint8Array, at: number, to: number, base: number, looked: number): number {
    const newline = bytes.indexOf(NEWLINE, at);
    const next = newline < 0 || newline >= to ? to : newline + 1;
    const isLong = next - at > this.#maxLineBytes;
    const reason = isLong ? `is longer than ${this.#maxLineBytes} bytes` : "a quoted field has no end";
    this.#refuse(base + at, { column: null, reason: () => reason });
    if (!isLong) this.#lookedAtAgain += looked;
    this.#line += 1;
    this.#recordEnd.reset();
    return next;
  }
}

function* warningsOf({ at, duplicates }: Layout): Generator<{ code: string; detail: string }> {
  for (const name of duplicates) {
    yield { code: "duplicate-column", detail: `The column "${name}" stands twice; the first was read.` };
  }
  if (at.label < 0) yield { code: "no-label-column", detail: "Rows have no label; all count as one." };
  if (at.success < 0) {
    const how =
      at.responseCode < 0 ? "no request can be told to have failed" : "failures were told by responseCode";
    yield { code: "no-success-column", detail: `There is no column "success": ${how}.` };
  }
  if (at.responseMessage < 0) {
    yield {
      code: "transactions-untold",
      detail:
        at.dataType >= 0 && at.URL >= 0
          ? 'There is no column "responseMessage": rows without a data type and an address were taken as Transaction Controllers.'
          : 'There is no column "responseMessage": rows of Transaction Controllers, if there are any, count as requests.',
    };
  }
}

function lineText(bytes: Uint8Array, at: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(at, end)).trimEnd();
}

/** Nothing but spaces and control characters. A line of tabs alone would be a row of empty columns, so it is none. */
function isBlank(bytes: Uint8Array, at: number, end: number): boolean {
  for (let index = at; index < end; index++) if ((bytes[index] as number) > 32) return false;
  return true;
}

function newlines(bytes: Uint8Array, at: number, end: number): number {
  let count = 0;
  for (let newline = bytes.indexOf(NEWLINE, at); newline >= 0 && newline < end; count++) {
    newline = bytes.indexOf(NEWLINE, newline + 1);
  }
  return count;
}
