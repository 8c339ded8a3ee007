import { DAY_MILLIS, isPlausibleTime } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import type { Findings } from "../../text/document.ts";
import { LabelTable } from "../../text/label-table.ts";
import { BLANK, lineParser, warnLatin1 } from "../../text/line-parser.ts";
import type { LinePlace, RecordLineReader } from "../../text/line-parser.ts";
import { decodeText } from "../../text/text-encoding.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { PeakGauge } from "../../text/peak-gauge.ts";
import { StatusCodes } from "../../text/status-codes.ts";
import { CarefulPoint, reasonIn } from "./careful-point.ts";
import type { PointRefusal } from "./careful-point.ts";
import { ConsoleLines } from "./console-lines.ts";
import type { WholeLine } from "./console-lines.ts";
import { FastPoint } from "./fast-point.ts";
import {
  DROPPED_ITERATIONS,
  GRPC_REQUEST,
  HTTP_FAILED,
  meaningOfBytes,
  OTHER,
  startsWith,
  USERS,
} from "./metrics.ts";
import type { Meaning } from "./metrics.ts";
import { emptyPoint } from "./point.ts";
import { K6Requests, NONE_FAILED } from "./requests.ts";
import { TimeReader } from "./time-reader.ts";

const QUOTE = 34;
const BRACE_CLOSE = 125;
const METRIC_FIRST = Buffer.from('{"metric":"');
const TYPE_FIRST = Buffer.from('{"type":"Point"');
const METRIC_BEFORE_LAST = Buffer.from('"metric":');
const MAX_MILLIS = 30 * DAY_MILLIS;
const LINE_UNREAD = -1;

/** Reads the points that `k6 run --out json` writes, one a line, to a file or among its console output. */
export function k6NdjsonParser(sink: SampleSink, options: ParseOptions): Parser {
  return lineParser(options, (findings, place) => new K6Lines(sink, options, { findings, place }));
}

class K6Lines implements RecordLineReader {
  readonly #findings: Findings;
  readonly #labels: LabelTable;
  readonly #point = emptyPoint();
  readonly #fast: FastPoint;
  readonly #careful: CarefulPoint;
  readonly #requests: K6Requests;
  readonly #failures: FailureTally;
  readonly #users: PeakGauge;
  readonly #console: ConsoleLines;
  readonly #place: Readonly<LinePlace>;

  constructor(
    sink: SampleSink,
    options: ParseOptions,
    { findings, place }: { findings: Findings; place: Readonly<LinePlace> },
  ) {
    this.#findings = findings;
    this.#place = place;
    this.#console = new ConsoleLines(findings, place);
    this.#labels = new LabelTable(sink, { onLatin1: () => this.#warnLatin1() });
    const times = new TimeReader();
    this.#fast = new FastPoint(this.#point, this.#labels, times);
    this.#careful = new CarefulPoint(this.#point, this.#labels, times);
    this.#failures = new FailureTally(sink, () => this.#warnLatin1());
    const [labels, failures, codes] = [this.#labels, this.#failures, new StatusCodes(sink, options)];
    this.#requests = new K6Requests({ sink, labels, failures, codes }, findings.warnings);
    this.#users = new PeakGauge(sink, "users", null);
  }

  report(): ParseReport {
    const requests = this.#requests.end();
    this.#failures.end();
    this.#users.end();
    this.#console.endHeld();
    return rowsReport(this.#findings, { format: "k6-ndjson", ...requests });
  }

  line(bytes: Uint8Array, at: number, end: number): PointRefusal | typeof BLANK | null {
    const fast = this.#readFast(bytes, at, end);
    if (fast !== LINE_UNREAD) {
      this.#console.endHeld();
      return fast === OTHER ? null : this.#take(fast, bytes, at, end);
    }
    const text = this.#textOf(bytes, at, end);
    if (text.trim() === "") return BLANK;
    const whole = this.#console.wholeLine(text);
    return whole === null ? null : this.#readCarefully(whole);
  }

  #readCarefully({ text, value }: WholeLine): PointRefusal | null {
    const refusal = this.#careful.read(text, value);
    const { meaning } = this.#point;
    if (refusal !== null || meaning === OTHER) return refusal;
    const bytes = Buffer.from(text);
    return this.#take(meaning, bytes, 0, bytes.length);
  }

  #textOf(bytes: Uint8Array, at: number, end: number): string {
    return decodeText(bytes.subarray(at, end), () => this.#warnLatin1());
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

  #take(meaning: Meaning, bytes: Uint8Array, at: number, end: number): PointRefusal | null {
    if (meaning === DROPPED_ITERATIONS) {
      this.#requests.warnDropped(this.#place.line);
      return null;
    }
    const { completedMicros, value } = this.#point;
    const refusal = refusalOf(completedMicros, value);
    if (refusal !== null) return refusal;
    if (meaning === USERS) {
      this.#users.see(completedMicros, value);
      return null;
    }
    const isGrpc = meaning === GRPC_REQUEST;
    const failed =
      meaning === HTTP_FAILED
        ? this.#requests.takeFailed(this.#point)
        : this.#requests.take(this.#point, isGrpc);
    if (failed !== NONE_FAILED)
      this.#failures.addText(failed, completedMicros, reasonIn(this.#textOf(bytes, at, end), isGrpc));
    return null;
  }

  #warnLatin1(): void {
    warnLatin1(this.#findings, this.#place.line);
  }
}

function refusalOf(completedMicros: number, millis: number): PointRefusal | null {
  if (!isPlausibleTime(completedMicros)) {
    return { column: "time", reason: () => "time is not between 2000 and 2100" };
  }
  if (!(millis >= 0)) return { column: "value", reason: () => `value is negative: ${millis}` };
  if (millis > MAX_MILLIS)
    return { column: "value", reason: () => `value is longer than 30 days: ${millis}` };
  return null;
}
