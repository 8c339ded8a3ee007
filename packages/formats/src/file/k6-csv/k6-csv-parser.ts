import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import type { QuickRecords, RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import type { HeadedRows } from "../../text/headed-rows.ts";
import { LabelTable } from "../../text/label-table.ts";
import { NEWLINE } from "../../text/line-feed.ts";
import { warnLatin1 } from "../../text/line-parser.ts";
import { PeakGauge } from "../../text/peak-gauge.ts";
import { RecordFields } from "../../text/record.ts";
import { rowParser } from "../../text/row-parser.ts";
import { StatusCodes } from "../../text/status-codes.ts";
import type { RowReader } from "../../text/row-parser.ts";
import {
  DROPPED_ITERATIONS,
  GRPC_REQUEST,
  HTTP_FAILED,
  meaningOf,
  OTHER,
  USERS,
} from "../k6-ndjson/metrics.ts";
import type { Meaning } from "../k6-ndjson/metrics.ts";
import { emptyPoint } from "../k6-ndjson/point.ts";
import { K6Requests, NONE_FAILED } from "../k6-ndjson/requests.ts";
import { columnsOf, FIRST_COLUMNS } from "./columns.ts";
import { PointFields } from "./point-fields.ts";
import { meaningOfRow } from "./row-meaning.ts";

const COMMA = ",";
const QUOTE = 34;

export const HEADER: HeadedRows = {
  what: "k6 CSV",
  hint: "Send the file that `k6 run --out csv=file.csv` writes, or specify which tool wrote this one.",
  delimiter: COMMA,
  columns: FIRST_COLUMNS,
};

/** Reads the points that `k6 run --out csv` writes: one a row, in the same order and meaning as in its NDJSON. */
export function k6CsvParser(sink: SampleSink, options: ParseOptions): Parser {
  const shape = { delimiter: COMMA, quotes: true };
  return rowParser(options, shape, (findings) => new K6Rows(sink, options, findings));
}

class K6Rows implements RowReader, QuickRecords {
  readonly quick: QuickRecords = this;
  taken = 0;
  readonly #maxLineBytes: number;
  readonly #findings: Findings;
  readonly #labels: LabelTable;
  readonly #failures: FailureTally;
  readonly #requests: K6Requests;
  readonly #users: PeakGauge;
  readonly #point = emptyPoint();
  readonly #quickFields = new RecordFields();
  #fields: PointFields | null = null;
  #line = 1;

  constructor(sink: SampleSink, options: ParseOptions, findings: Findings) {
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#findings = findings;
    const onLatin1 = () => warnLatin1(findings, this.#line);
    this.#labels = new LabelTable(sink, { onLatin1 });
    this.#failures = new FailureTally(sink, onLatin1);
    const [labels, failures, codes] = [this.#labels, this.#failures, new StatusCodes(sink, options)];
    this.#requests = new K6Requests({ sink, labels, failures, codes }, findings.warnings);
    this.#users = new PeakGauge(sink, "users", null);
  }

  report(): ParseReport {
    const requests = this.#requests.end();
    this.#failures.end();
    this.#users.end();
    return rowsReport(this.#findings, { format: "k6-csv", ...requests });
  }

  begin(line: string, number: number, byte: number): boolean {
    const names = line.split(COMMA);
    if (FIRST_COLUMNS.some((column, at) => names[at] !== column)) {
      const what = `This is not a valid ${HEADER.what}: its header does not start with "${FIRST_COLUMNS.join(COMMA)}".`;
      throw new HeadroomError("format-unknown", what, { line: number, byte, hint: HEADER.hint });
    }
    this.#fields = new PointFields(columnsOf(names), this.#point, this.#labels);
    return true;
  }

  /** Most rows are of metrics that mean nothing here: those are passed over without a look at their columns. */
  take(bytes: Uint8Array, from: number, to: number, line: number): number {
    this.taken = 0;
    this.#line = line;
    // Behind a quote, a newline may be part of a field.
    const quote = bytes.indexOf(QUOTE, from);
    const quoteless = quote < 0 ? to : quote;
    let at = from;
    while (at < to) {
      const end = bytes.indexOf(NEWLINE, at) + 1;
      if (end > quoteless || end - at > this.#maxLineBytes) break;
      const meaning = meaningOfRow(bytes, at);
      if (meaning !== OTHER && !(meaning === HTTP_FAILED && !this.#requests.isWaiting)) {
        this.#quickFields.splitPlain(bytes, at, end, COMMA.charCodeAt(0));
        if (this.#read(meaning, this.#quickFields) !== null) break;
      }
      this.taken += 1;
      this.#line += 1;
      at = end;
    }
    return at;
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    this.#line = line;
    return this.#read(meaningOf(fields.text(0)), fields);
  }

  /** Answers why not, and has done nothing then. */
  #read(meaning: Meaning, fields: RecordFields): RowRefusal | null {
    const reader = this.#fields;
    if (reader === null) return null;
    const refusal = meaning === OTHER ? reader.shapeRefusal(fields) : reader.read(fields);
    if (refusal !== null || meaning === OTHER) return refusal;
    const point = this.#point;
    const isGrpc = meaning === GRPC_REQUEST;
    if (meaning === DROPPED_ITERATIONS) this.#requests.warnDropped(this.#line);
    else if (meaning === USERS) this.#users.see(point.completedMicros, point.value);
    else {
      const failed =
        meaning === HTTP_FAILED ? this.#requests.takeFailed(point) : this.#requests.take(point, isGrpc);
      if (failed !== NONE_FAILED)
        this.#failures.addText(failed, point.completedMicros, reader.reason(fields, isGrpc));
    }
    return null;
  }
}
