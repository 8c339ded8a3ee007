import { ALL_REQUESTS } from "@headroom/core";
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

export const OHA_ROWS: HeadedRows = {
  what: "oha CSV",
  hint: "Send the output of `oha --output-format csv`, or specify which tool wrote this file.",
  delimiter: ",",
  columns: ["request-start", "DNS", "DNS+dialup", "Response-delay", "request-duration", "bytes", "status"],
};

const START = 0;
const DURATION = 4;
const BYTES = 5;
const STATUS = 6;

/** Said of every file of oha's samples. */
export const UNANSWERED_UNTOLD =
  "oha keeps only requests that got a response. Requests that failed without one are not in the file.";

/** Reads the rows of `oha --output-format csv`, one for each request that was answered; times are seconds of the run. */
export class OhaRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #startMicros: number;
  readonly #columns: number;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  #accepted = 0;

  constructor(sink: SampleSink, options: ParseOptions, names: readonly string[], findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    this.#failures = new FailureTally(sink, () => undefined);
    this.#codes = new StatusCodes(sink);
    this.#startMicros = options.startMicros ?? 0;
    this.#columns = names.length;
  }

  row(fields: RecordFields): RowRefusal | null {
    if (fields.count !== this.#columns) return columnsRefusal(fields, this.#columns);
    const offsetMicros = fieldMicros(fields, START, "s");
    const latencyMicros = fieldMicros(fields, DURATION, "s");
    const wrong =
      latencyRefusal(offsetMicros, fields, START, "request-start") ??
      latencyRefusal(latencyMicros, fields, DURATION, "request-duration");
    if (wrong !== null) return wrong;
    const status = fields.number(STATUS);
    if (!(Number.isInteger(status) && status >= 100 && status <= 999)) {
      return refusal(fields, STATUS, "status", "is not an HTTP status");
    }
    const bytes = fields.number(BYTES);
    if (!(bytes >= 0)) return refusal(fields, BYTES, "bytes", "is not a number of bytes");
    const failed = status >= 400;
    this.#accepted += 1;
    const completedMicros = this.#startMicros + offsetMicros + latencyMicros;
    this.#sink.add(ALL_REQUESTS, completedMicros, latencyMicros, failed, 1, bytes);
    if (failed) {
      this.#failures.addText(ALL_REQUESTS, completedMicros, String(status));
      this.#codes.add(status, completedMicros, latencyMicros, true);
    }
    return null;
  }

  report(): ParseReport {
    this.#failures.end();
    const { refusals, warnings } = this.#findings;
    warnings.add("unanswered-untold", UNANSWERED_UNTOLD);
    return rowsReport(
      { refusals, warnings },
      {
        format: "oha-csv",
        tool: "oha",
        accepted: this.#accepted,
        // A rate (-q) with --latency-correction would make it open; the file does not say.
        loadModel: "unknown",
        clock: "relative",
      },
    );
  }
}
