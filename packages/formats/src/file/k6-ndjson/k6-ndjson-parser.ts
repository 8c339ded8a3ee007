import { HeadroomError, type SampleSink, type ParseReport } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { LabelTable } from "../../text/label-table.ts";
import { LineFeed, type LineReader, NEWLINE } from "../../text/line-feed.ts";
import { decodeText } from "../../text/text-encoding.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { PeakGauge } from "../../text/peak-gauge.ts";
import { CarefulPoint, type PointRefusal, reasonIn } from "./careful-point.ts";
import { FastPoint } from "./fast-point.ts";
import {
  DROPPED_ITERATIONS,
  GRPC_REQUEST,
  HTTP_FAILED,
  type Meaning,
  meaningOfBytes,
  OTHER,
  startsWith,
  USERS,
} from "./metrics.ts";
import { emptyPoint } from "./point.ts";
import { K6Requests, NONE_FAILED } from "./requests.ts";
import { TimeReader } from "./time-reader.ts";

const QUOTE = 34;
const BRACE_CLOSE = 125;
const METRIC_FIRST = Buffer.from('{"metric":"');
const TYPE_FIRST = Buffer.from('{"type":"Point"');
const METRIC_BEFORE_LAST = Buffer.from('"metric":');
/** 2000 and 2100, in microseconds: what lies outside is a broken clock. */
const EARLIEST_MICROS = 946_684_800_000_000;
const LATEST_MICROS = 4_102_444_800_000_000;
const LONGEST_MILLIS = 30 * 86_400_000;
const LINE_UNREAD = -1;

/** Reads the points that `k6 run --out json` writes, one a line. */
export class K6NdjsonParser implements Parser, LineReader {
  readonly #maxLineBytes: number;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #feed: LineFeed;
  readonly #labels: LabelTable;
  readonly #point = emptyPoint();
  readonly #fast: FastPoint;
  readonly #careful: CarefulPoint;
  readonly #requests: K6Requests;
  readonly #failures: FailureTally;
  readonly #users: PeakGauge;
  #line = 1;
  #lines = 0;
  #atRest = false;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#feed = new LineFeed(this, this.#maxLineBytes, this.#warnings);
    this.#labels = new LabelTable(sink, { onLatin1: () => this.#warnLatin1() });
    const times = new TimeReader();
    this.#fast = new FastPoint(this.#point, this.#labels, times);
    this.#careful = new CarefulPoint(this.#point, this.#labels, times);
    this.#failures = new FailureTally(sink, () => this.#warnLatin1());
    this.#requests = new K6Requests(sink, this.#labels, this.#failures, this.#warnings);
    this.#users = new PeakGauge(sink, "users", null);
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    if (this.#lines === 0)
      throw new HeadroomError("file-empty", "The file contains only blank lines.", { byte: 0 });
    this.#requests.end();
    this.#failures.end();
    this.#users.end();
    return rowsReport(
      { refusals: this.#refusals, warnings: this.#warnings },
      {
        format: "k6-ndjson",
        tool: "k6",
        accepted: this.#requests.accepted,
        // Scenarios at an arrival rate send on schedule, others do not, and the file does not say which they are.
        loadModel: "unknown",
        absent: this.#requests.absent,
      },
    );
  }

  readLines(bytes: Uint8Array, from: number, to: number, base: number): number {
    for (let at = from; at < to;) {
      const end = bytes.indexOf(NEWLINE, at) + 1;
      if (end - at > this.#maxLineBytes) this.#refuseTooLong(base + at);
      else this.#readLine(bytes, at, end, base);
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

  readRest(bytes: Uint8Array, to: number, base: number): void {
    this.#atRest = true;
    this.readLines(bytes, 0, to, base);
  }

  #readLine(bytes: Uint8Array, at: number, end: number, base: number): void {
    const fast = this.#readFast(bytes, at, end);
    if (fast !== LINE_UNREAD) {
      this.#lines += 1;
      if (fast !== OTHER) this.#take(fast, bytes, at, end, base);
      return;
    }
    const text = this.#textOf(bytes, at, end);
    if (text === "") return;
    this.#lines += 1;
    const refusal = this.#careful.read(text);
    if (refusal !== null) this.#refuse(base + at, refusal);
    else if (this.#point.meaning !== OTHER) this.#take(this.#point.meaning, bytes, at, end, base);
  }

  #textOf(bytes: Uint8Array, at: number, end: number): string {
    return decodeText(bytes.subarray(at, end), () => this.#warnLatin1()).trim();
  }

  /** The line's meaning, with the point filled if it has one; or LINE_UNREAD. */
  #readFast(bytes: Uint8Array, at: number, end: number): Meaning | typeof LINE_UNREAD {
    const last = bytes[end - 2] === 13 ? end - 3 : end - 2;
    if (bytes[last] !== BRACE_CLOSE) return LINE_UNREAD;
    if (!startsWith(bytes, at, METRIC_FIRST))
      return this.#isOtherAtEnd(bytes, at, last) ? OTHER : LINE_UNREAD;
    const name = at + METRIC_FIRST.length;
    const nameEnd = bytes.indexOf(QUOTE, name);
    const meaning = meaningOfBytes(bytes, name, nameEnd);
    if (meaning === OTHER) return OTHER;
    if (meaning === HTTP_FAILED && !this.#requests.isWaiting) return OTHER;
    return this.#fast.read(bytes, nameEnd, meaning) ? meaning : LINE_UNREAD;
  }

  /** Older versions write the metric's name last; those lines need not be parsed to be left out. */
  #isOtherAtEnd(bytes: Uint8Array, at: number, last: number): boolean {
    if (!startsWith(bytes, at, TYPE_FIRST) || bytes[last - 1] !== QUOTE) return false;
    const name = bytes.lastIndexOf(QUOTE, last - 2);
    const isName = startsWith(bytes, name - METRIC_BEFORE_LAST.length, METRIC_BEFORE_LAST);
    return name > at && isName && meaningOfBytes(bytes, name + 1, last - 1) === OTHER;
  }

  #take(meaning: Meaning, bytes: Uint8Array, at: number, end: number, base: number): void {
    if (meaning === DROPPED_ITERATIONS) {
      this.#requests.warnDropped(this.#line);
      return;
    }
    const { completedMicros, value } = this.#point;
    const refusal = refusalOf(completedMicros, value);
    if (refusal !== null) {
      this.#refuse(base + at, refusal);
      return;
    }
    if (meaning === USERS) {
      this.#users.see(completedMicros, value);
      return;
    }
    const isGrpc = meaning === GRPC_REQUEST;
    const failed =
      meaning === HTTP_FAILED
        ? this.#requests.takeFailed(this.#point)
        : this.#requests.take(this.#point, isGrpc);
    if (failed !== NONE_FAILED)
      this.#failures.addText(failed, reasonIn(this.#textOf(bytes, at, end), isGrpc));
  }

  #warnLatin1(): void {
    this.#warnings.add("latin-1", "A line is not UTF-8 and was read as Latin-1.", this.#line);
  }

  #refuseTooLong(byte: number): void {
    this.#lines += 1;
    this.#refuse(byte, { column: null, reason: () => `is longer than ${this.#maxLineBytes} bytes` });
  }

  #refuse(byte: number, { column, reason }: PointRefusal): void {
    const named = this.#atRest ? () => `the last line is incomplete: ${reason()}` : reason;
    this.#refusals.add(this.#line, byte, column, named);
  }
}

function refusalOf(completedMicros: number, millis: number): PointRefusal | null {
  if (completedMicros < EARLIEST_MICROS || completedMicros >= LATEST_MICROS) {
    return { column: "time", reason: () => "time is not between 2000 and 2100" };
  }
  if (!(millis >= 0)) return { column: "value", reason: () => `value is negative: ${millis}` };
  if (millis > LONGEST_MILLIS)
    return { column: "value", reason: () => `value is longer than 30 days: ${millis}` };
  return null;
}
