import { ALL_REQUESTS, Sketch } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import type { HeadedRows } from "../../text/headed-rows.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, refusal } from "../../text/sample-bounds.ts";
import { StatusCodes } from "../../text/status-codes.ts";

export const HEY_ROWS: HeadedRows = {
  what: "hey CSV",
  hint: "Send the output of `hey -o csv`, or specify which tool wrote this file.",
  delimiter: ",",
  columns: ["response-time", "DNS+dialup", "DNS", "Request-write", "Response-delay", "Response-read"],
};

const MAX_ROWS = 1_000_000;
const RESPONSE_TIME = 0;
/** For versions that don't write one. */
const NO_STATUS = 0;
/** Four decimals of seconds. */
const RESOLUTION_MICROS = 100;

/**
 * Reads the rows of `hey -o csv`, one for each request that was answered. `offset` is when it began, in seconds from
 * the start of the run; versions before 0.1.2 write neither that nor the status.
 */
export class HeyRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #startMicros: number;
  readonly #columns: number;
  readonly #status: number;
  readonly #offset: number;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  /** Of a version without offsets. */
  readonly #sketch = new Sketch();
  readonly #failed = new Sketch();
  #accepted = 0;

  constructor(sink: SampleSink, options: ParseOptions, names: readonly string[], findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    this.#failures = new FailureTally(sink, () => undefined);
    this.#codes = new StatusCodes(sink);
    this.#startMicros = options.startMicros ?? 0;
    this.#columns = names.length;
    this.#status = names.indexOf("status-code");
    this.#offset = names.indexOf("offset");
  }

  row(fields: RecordFields): RowRefusal | null {
    if (fields.count !== this.#columns) return columnsRefusal(fields, this.#columns);
    const latencyMicros = fieldMicros(fields, RESPONSE_TIME, "s");
    const status = this.#status < 0 ? NO_STATUS : fields.number(this.#status);
    const wrong =
      latencyRefusal(latencyMicros, fields, RESPONSE_TIME, "response-time") ??
      this.#statusRefusal(status, fields) ??
      this.#add(latencyMicros, status, fields);
    if (wrong !== null) return wrong;
    this.#accepted += 1;
    return null;
  }

  #statusRefusal(status: number, fields: RecordFields): RowRefusal | null {
    if (Number.isInteger(status) && status >= 0 && status <= 999) return null;
    return refusal(fields, this.#status, "status-code", "is not an HTTP status");
  }

  #add(latencyMicros: number, status: number, fields: RecordFields): RowRefusal | null {
    const failed = status >= 400;
    if (this.#offset < 0) {
      (failed ? this.#failed : this.#sketch).add(latencyMicros);
      if (failed) this.#failures.addText(ALL_REQUESTS, NaN, String(status));
      return null;
    }
    const offsetMicros = fieldMicros(fields, this.#offset, "s");
    const wrong = latencyRefusal(offsetMicros, fields, this.#offset, "offset");
    if (wrong !== null) return wrong;
    const completedMicros = this.#startMicros + offsetMicros + latencyMicros;
    this.#sink.add(ALL_REQUESTS, completedMicros, latencyMicros, failed, 1, 0);
    if (failed) {
      this.#failures.addText(ALL_REQUESTS, completedMicros, String(status));
      this.#codes.add(status, completedMicros, latencyMicros, true);
    }
    return null;
  }

  report(): ParseReport {
    if (this.#offset < 0 && this.#accepted > 0) this.#giveTotal();
    this.#failures.end();
    const { refusals, warnings } = this.#findings;
    if (this.#accepted === MAX_ROWS) {
      warnings.add(
        "first-million",
        `hey keeps only the first ${MAX_ROWS} requests; there may have been more.`,
      );
    }
    warnings.add(
      "unanswered-untold",
      "hey writes a row only for requests that got a response. Requests that failed without one are not in the file.",
    );
    return rowsReport(
      { refusals, warnings },
      {
        format: "hey-csv",
        tool: "hey",
        accepted: this.#accepted,
        loadModel: "closed",
        latencyResolutionMicros: RESOLUTION_MICROS,
        absent: this.#status < 0 ? ["errors"] : [],
        clock: this.#offset < 0 ? "none" : "relative",
      },
    );
  }

  #giveTotal(): void {
    const failed = this.#failed;
    const all = this.#sketch.merge(failed);
    this.#sink.total(ALL_REQUESTS, {
      requests: all.count,
      errors: failed.count,
      items: all.count,
      bytes: 0,
      sumMicros: all.sum,
      minMicros: all.min,
      maxMicros: all.max,
      distribution: { kind: "sketch", all, failed: failed.count === 0 ? null : failed },
    });
  }
}
