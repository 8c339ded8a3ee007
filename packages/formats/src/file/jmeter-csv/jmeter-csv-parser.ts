import { HeadroomError } from "@headroom/core";
import type { SampleSink, ParseReport } from "@headroom/core";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { BatchedSink } from "../../text/batched-sink.ts";
import type { QuickRecords, RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { LabelTable } from "../../text/label-table.ts";
import { PeakGauge } from "../../text/peak-gauge.ts";
import { RecordFields } from "../../text/record.ts";
import { rowParser } from "../../text/row-parser.ts";
import { StatusCodes } from "../../text/status-codes.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { CarefulRow } from "./careful-row.ts";
import type { Reading } from "./careful-row.ts";
import { countBareFailure, CutOffs } from "./cut-offs.ts";
import type { BareRow } from "./cut-offs.ts";
import { Hops } from "./hops.ts";
import { layoutOfNames, messageOf, readLayout, tellsErrors, warningsOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { RequestGauges, tellsTimings } from "./request-gauges.ts";
import { RowFailures } from "./row-failures.ts";
import { RowScan } from "./row-scan.ts";
import { emptyRow, hasMore } from "./row.ts";
import { RowHosts } from "./row-hosts.ts";
import { RowTraces } from "./row-traces.ts";
import type { Row } from "./row.ts";
import { UntimedTotals } from "./untimed-totals.ts";
import { maybeTransactions, missingRequests, samplesIn, TRANSACTIONS_ONLY } from "./wording.ts";

const MICROS_PER_MILLI = 1_000;
const USERS_EVERY_MICROS = 200_000;
const USERS_EVERY_ROWS = 256;

/** How rows are read if the quick scan knows their layout. */
interface QuickReading extends Reading {
  scan: RowScan;
}

/** Reads a JMeter results file in CSV. See `layout.ts` for which columns it takes in which shape. */
export function jmeterCsvParser(given: SampleSink, options: ParseOptions): Parser {
  const sink = new BatchedSink(given);
  let rows: JmeterRows | null = null;
  const parser = rowParser(
    options,
    { delimiter: ",", quotes: true },
    (findings, feed) => (rows = new JmeterRows(sink, options, findings, feed)),
  );
  return {
    write(chunk) {
      parser.write(chunk);
      sink.flush();
    },
    end: () => parser.end(),
    line: () => rows?.line ?? 1,
  };
}

class JmeterRows implements RowReader, QuickRecords {
  readonly quick: QuickRecords = this;
  taken = 0;
  readonly #sink: BatchedSink;
  readonly #maxLineBytes: number;
  readonly #timeIsStart: boolean;
  readonly #zone: string | undefined;
  readonly #findings: Findings;
  readonly #feed: { delimiter: number };
  readonly #labels: LabelTable;
  readonly #hops: Hops;
  readonly #cutOffs: CutOffs;
  readonly #users: PeakGauge;
  readonly #timings: RequestGauges;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  readonly #hosts: RowHosts;
  readonly #traces: RowTraces;
  readonly #row = emptyRow();
  /** Of a row that was read the fast way and has more to tell than its figures. */
  readonly #fastFields = new RecordFields();
  #reading: Reading | null = null;
  #quickReading: QuickReading | null = null;
  /** Of a file that was written without times. */
  #untimed: UntimedTotals | null = null;
  line = 1;
  /** The line of the first row that the quick scan reads. */
  #quickLine = 1;
  #accepted = 0;
  #transactions = 0;
  #hopCount = 0;
  /** What transactions say they consist of. */
  #samplesInTransactions = 0;
  #errorsUntold = false;
  /** Whether the last row is a request, and not held. */
  #isRequest = false;
  /** The sink's number of its label. */
  #number = 0;
  #rowsSinceUsers = 0;
  #usersDueMicros = Number.NEGATIVE_INFINITY;

  constructor(sink: BatchedSink, options: ParseOptions, findings: Findings, feed: { delimiter: number }) {
    this.#sink = sink;
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#timeIsStart = options.timestamps !== "end";
    this.#zone = options.zone;
    this.#findings = findings;
    this.#feed = feed;
    const onLatin1 = () =>
      this.#findings.warnings.add(
        "latin-1",
        "A label or message is not UTF-8 and was read as Latin-1.",
        this.line,
      );
    this.#labels = new LabelTable(sink, { onLatin1 });
    this.#hops = new Hops(this.#labels);
    this.#hosts = new RowHosts(this.#labels);
    this.#traces = new RowTraces(sink, this.#timeIsStart);
    this.#cutOffs = new CutOffs(this.#labels, (row, entry, isTransaction) =>
      this.#takeBare(row, entry, isTransaction),
    );
    this.#users = new PeakGauge(sink, "users", null);
    this.#timings = new RequestGauges(sink);
    this.#failures = new FailureTally(sink, onLatin1);
    this.#codes = new StatusCodes(sink, options);
  }

  report(): ParseReport {
    this.#cutOffs.end();
    this.#users.end();
    this.#timings.end();
    this.#failures.end();
    this.#untimed?.end();
    this.#sink.flush();
    this.#warnOfTransactions();
    return rowsReport(this.#findings, {
      format: "jmeter-csv",
      tool: "jmeter",
      accepted: this.#accepted,
      // A JMeter thread sends its next request when it has the answer to the last.
      loadModel: "closed",
      latencyResolutionMicros: 1_000,
      absent: this.#errorsUntold ? ["errors"] : [],
      clock: this.#untimed === null ? "absolute" : "none",
    });
  }

  #warnOfTransactions(): void {
    if (this.#transactions === 0) return;
    const add = ({ code, detail }: { code: string; detail: string }) =>
      this.#findings.warnings.add(code, detail);
    const found = this.#accepted - this.#hopCount;
    const told = this.#samplesInTransactions;
    if (this.#transactions === this.#accepted) add({ code: "transactions-only", detail: TRANSACTIONS_ONLY });
    else if (told > found) add(missingRequests(told, found));
    if (this.#cutOffs.unproven > 0) add(maybeTransactions(this.#cutOffs.unproven));
  }

  /** The first line: a header, or already a row. */
  begin(text: string, line: number, byte: number): boolean {
    const reading = readLayout(text);
    if (reading.kind === "none") {
      throw new HeadroomError("format-unknown", `This is not a valid JMeter CSV: ${reading.reason}.`, {
        line,
        byte,
        hint: "Send the .jtl file that `jmeter -l` writes, or specify which tool wrote this one.",
      });
    }
    if (reading.layout.at.timeStamp < 0) this.#untimed = new UntimedTotals(this.#sink);
    this.#lay(reading.layout, line);
    if (reading.kind === "header") return true;
    this.#findings.warnings.add(
      "no-header",
      "The file has no header. JMeter's default columns were assumed.",
      1,
    );
    return false;
  }

  #lay(layout: Layout, line: number): void {
    this.#feed.delimiter = layout.delimiter;
    const isQuick = RowScan.fits(layout) && this.#untimed === null;
    const reading = {
      layout,
      careful: new CarefulRow(layout, this.#row, this.#untimed === null, this.#zone),
      failures: new RowFailures(layout, this.#failures),
    };
    this.#reading = reading;
    this.#quickReading = isQuick ? { ...reading, scan: new RowScan(layout, this.#maxLineBytes) } : null;
    Object.assign(this.#row, emptyRow());
    if (!tellsErrors(layout)) this.#errorsUntold = true;
    for (const warning of warningsOf(layout)) this.#findings.warnings.add(warning.code, warning.detail, line);
  }

  take(bytes: Buffer, from: number, to: number, line: number): number {
    this.taken = 0;
    this.#quickLine = line;
    const reading = this.#quickReading;
    if (reading === null) return from;
    const { scan } = reading;
    let at = from;
    while (at < to) {
      const rows = scan.scan(bytes, at, to);
      if (rows > 0) {
        this.#takeRows(bytes, at, rows, reading);
        this.taken += rows;
        at += scan.endOf(rows - 1);
      }
      if (scan.stopped) break;
    }
    return at;
  }

  #takeRows(bytes: Uint8Array, from: number, rows: number, reading: QuickReading): void {
    const row = this.#row;
    const { scan, layout } = reading;
    const { allThreads } = layout.at;
    let at = from;
    for (let index = 0; index < rows; index++) {
      scan.read(index, row);
      const next = from + scan.endOf(index);
      let entry = scan.entryOf(index);
      this.line = this.#quickLine + this.taken + index;
      if (entry < 0) entry = this.#findEntry(scan, index);
      const usersAreDue = allThreads >= 0 && this.#usersAreDue();
      if (row.code !== 0) this.#readCode(row);
      const isTold = usersAreDue || hasMore(row);
      if (isTold) this.#fastFields.splitPlain(bytes, at, next, layout.delimiter);
      this.#add(entry, isTold ? this.#fastFields : null, usersAreDue, reading);
      if (layout.traceAt >= 0) this.#addQuickTrace(bytes, at, next, layout);
      this.#addCode(row);
      at = next;
      if (!this.#isRequest) scan.dropTimings(index);
      else if (row.toOtherHost) this.#hosts.keep(scan, { index, entry }, this.#fastFields, layout.at.URL);
    }
    if (tellsTimings(layout)) scan.addTimings(rows, this.#timeIsStart, this.#timings);
  }

  #addQuickTrace(bytes: Uint8Array, from: number, to: number, layout: Layout): void {
    if (!this.#wantsTrace(layout)) return;
    this.#fastFields.splitPlain(bytes, from, to, layout.delimiter);
    this.#traces.add(this.#number, this.#row, this.#fastFields, layout.traceAt);
  }

  #findEntry(scan: RowScan, index: number): number {
    const { labelFrom, labelTo } = this.#row;
    const entry = this.#labels.findBytes(scan.bytes, labelFrom, labelTo);
    if (this.#labels.isKept(entry)) scan.keepEntry(index, entry);
    return entry;
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    if (this.#reading === null) return null;
    const { careful } = this.#reading;
    this.line = line;
    const refusal = careful.read(fields);
    if (refusal !== null) return this.#repeatHeader(fields, line) ? null : refusal;
    if (this.#row.code !== 0) this.#readCode(this.#row);
    if (careful.hadDate) careful.dates.warn(this.#findings.warnings, line);
    const { labelFrom, labelTo } = this.#row;
    const entry = this.#labels.findBytes(careful.labelBytes, labelFrom, labelTo);
    const usersAreDue = this.#reading.layout.at.allThreads >= 0 && this.#usersAreDue();
    this.#add(entry, fields, usersAreDue, this.#reading);
    const { layout } = this.#reading;
    if (this.#wantsTrace(layout)) this.#traces.add(this.#number, this.#row, fields, layout.traceAt);
    this.#addCode(this.#row);
    if (this.#isRequest) this.#seeTimings();
    // The quick scan reads no bare rows, and leaves this as it is.
    this.#row.isBare = false;
    return null;
  }

  #readCode(row: Row): void {
    row.failedByTool = row.failed;
    row.failed = this.#codes.failed(row.code, row.failed);
  }

  #addCode({ code, timeMicros, elapsedMillis, failedByTool }: Row): void {
    if (code === 0 || !this.#isRequest) return;
    const latency = elapsedMillis * MICROS_PER_MILLI;
    this.#codes.add(code, timeMicros + (this.#timeIsStart ? latency : 0), latency, failedByTool);
  }

  /** Files appended to each other: the header comes again, perhaps with other columns. */
  #repeatHeader(fields: RecordFields, line: number): boolean {
    const columns = Array.from({ length: fields.count }, (_, column) => column);
    if (!columns.some((column) => fields.is(column, "timestamp"))) return false;
    const names = columns.map((column) => fields.text(column).trim());
    const layout = layoutOfNames(names, this.#feed.delimiter);
    if (layout === null) return false;
    this.#findings.warnings.add(
      "repeated-header",
      "There is a header between rows, as in files that were concatenated.",
      line,
    );
    this.#lay(layout, line);
    return true;
  }

  /** Users come and go slowly: so few of many rows are enough to know how many there were, read in whichever way. */
  #usersAreDue(): boolean {
    this.#rowsSinceUsers += 1;
    return this.#rowsSinceUsers === USERS_EVERY_ROWS || this.#row.timeMicros >= this.#usersDueMicros;
  }

  #seeUsers(fields: RecordFields, column: number, micros: number): void {
    this.#rowsSinceUsers = 0;
    this.#usersDueMicros = Math.max(this.#usersDueMicros, this.#row.timeMicros + USERS_EVERY_MICROS);
    const users = fields.isEmpty(column) ? Number.NaN : fields.number(column);
    if (Number.isSafeInteger(users) && users >= 0) this.#users.see(micros, users);
  }

  #seeTimings(): void {
    const { timeMicros, elapsedMillis } = this.#row;
    this.#timings.see(timeMicros + (this.#timeIsStart ? elapsedMillis * MICROS_PER_MILLI : 0), this.#row);
  }

  #addUntimed(
    untimed: UntimedTotals,
    entry: number,
    fields: RecordFields | null,
    failures: RowFailures,
  ): void {
    const row = this.#row;
    const isTransaction = row.isTransaction || (row.isBare && this.#labels.isNumbered(entry, "transaction"));
    const kind = isTransaction ? "transaction" : "request";
    const number = this.#labels.number(entry, kind);
    this.#accepted += 1;
    if (isTransaction) this.#transactions += 1;
    untimed.add(number, kind, row);
    if (row.code !== 0 && !isTransaction)
      untimed.add(this.#codes.number(row.code), "status", { ...row, failed: row.failedByTool, bytes: 0 });
    if (row.failed && !isTransaction && fields !== null) failures.count(number, NaN, fields);
  }

  /** Without `fields` a row gives its figures only. */
  #add(
    entry: number,
    fields: RecordFields | null,
    usersAreDue: boolean,
    { layout, failures }: Reading,
  ): void {
    const row = this.#row;
    const labels = this.#labels;
    if (this.#untimed !== null) {
      this.#addUntimed(this.#untimed, entry, fields, failures);
      return;
    }
    const latency = row.elapsedMillis * 1_000;
    const start = this.#timeIsStart ? row.timeMicros : row.timeMicros - latency;
    const end = start + latency;
    this.#isRequest = false;
    this.#accepted += 1;
    if (fields !== null && usersAreDue) this.#seeUsers(fields, layout.at.allThreads, end);
    if (this.#cutOffs.isHolding) this.#cutOffs.see(start, end, row.threadHash);
    let number: number;
    if (row.isTransaction || row.isBare) {
      const found = this.#transactionOf(entry, fields, { layout, failures });
      if (found === null) return;
      number = found;
    } else if (this.#hops.isHop(entry, start, end, row.threadHash)) {
      this.#hopCount += 1;
      number = labels.number(entry, "hop");
    } else {
      this.#hops.remember(entry, start, end, row.threadHash);
      number = this.#hosts.numberOf(entry, row, fields, layout.at.URL);
      this.#isRequest = true;
      // What a transaction or a hop failed of is told by its request.
      if (row.failed && fields !== null) failures.count(number, end, fields);
    }
    this.#number = number;
    this.#sink.add(number, end, latency, row.failed, 1, row.bytes);
  }

  /** Whether the trace of the row that was just added is of use. */
  #wantsTrace({ traceAt }: Layout): boolean {
    return traceAt >= 0 && this.#isRequest && this.#traces.wants(this.#number, this.#row);
  }

  /** The sink's number of its label; null if a bare row is held until it shows what it is. */
  #transactionOf(
    entry: number,
    fields: RecordFields | null,
    { layout, failures }: Pick<Reading, "layout" | "failures">,
  ): number | null {
    const row = this.#row;
    if (row.isTransaction) {
      this.#transactions += 1;
      if (fields !== null) this.#samplesInTransactions += samplesIn(messageOf(fields, layout));
      return this.#labels.number(entry, "transaction");
    }
    const elapsed = row.elapsedMillis * 1_000;
    const startMicros = row.timeMicros - (this.#timeIsStart ? 0 : elapsed);
    this.#cutOffs.add({
      name: this.#labels.name(entry),
      startMicros,
      endMicros: startMicros + elapsed,
      thread: row.threadHash,
      failed: row.failed,
      code: row.code,
      failedByTool: row.failedByTool,
      bytes: row.bytes,
      firstByteMillis: row.firstByteMillis,
      connectMillis: row.connectMillis,
      sentBytes: row.sentBytes,
      reason: row.failed && fields !== null ? failures.reason(fields) : "",
    });
    return null;
  }

  #takeBare(row: BareRow, entry: number, isTransaction: boolean): void {
    const { startMicros, endMicros, thread, failed, code, failedByTool, bytes } = row;
    const number = isTransaction
      ? this.#labels.number(entry, "transaction")
      : this.#labels.hosted(entry, null);
    if (isTransaction) this.#transactions += 1;
    else {
      this.#hops.remember(entry, startMicros, endMicros, thread);
      this.#timings.see(endMicros, row);
      countBareFailure(this.#failures, number, row);
    }
    this.#sink.add(number, endMicros, endMicros - startMicros, failed, 1, bytes);
    if (!isTransaction) this.#codes.add(code, endMicros, endMicros - startMicros, failedByTool);
  }
}
