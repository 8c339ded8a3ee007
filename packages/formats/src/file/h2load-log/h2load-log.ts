import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, refusal, timeRefusal } from "../../text/sample-bounds.ts";
import { StatusCodes } from "../../text/status-codes.ts";

const START = 0;
const STATUS = 1;
const DURATION = 2;

/** Reads the rows of `h2load --log-file`: when a request began, its status (-1: none came), how long it took. */
export class H2loadLog implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    this.#failures = new FailureTally(sink, () => undefined);
    this.#codes = new StatusCodes(sink);
  }

  row(fields: RecordFields): RowRefusal | null {
    if (fields.count !== 3) return columnsRefusal(fields, 3);
    const startMicros = fieldMicros(fields, START, "us");
    const status = fields.number(STATUS);
    const durationMicros = fieldMicros(fields, DURATION, "us");
    const wrong =
      timeRefusal(startMicros, fields, START, "start") ??
      latencyRefusal(durationMicros, fields, DURATION, "duration");
    if (wrong !== null) return wrong;
    if (!Number.isInteger(status) || status < -1 || status > 999) {
      return refusal(fields, STATUS, "status", "is not an HTTP status");
    }
    const failed = status < 0 || status >= 400;
    this.#accepted += 1;
    const completedMicros = startMicros + durationMicros;
    this.#sink.add(ALL_REQUESTS, completedMicros, durationMicros, failed, 1, 0);
    if (failed) {
      this.#failures.addText(ALL_REQUESTS, completedMicros, status < 0 ? "no answer" : String(status));
      this.#codes.add(status, completedMicros, durationMicros, true);
    }
    return null;
  }

  report(): ParseReport {
    this.#failures.end();
    return rowsReport(this.#findings, {
      format: "h2load-log",
      tool: "h2load",
      accepted: this.#accepted,
      // A client keeps so many requests in flight and sends the next when one is answered.
      loadModel: "closed",
    });
  }
}
