import { ALL_REQUESTS, Sketch } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, refusal } from "../../text/sample-bounds.ts";

const DURATION = 0;
const STATUS = 1;
const ERROR = 2;

/** Reads the calls of `ghz -O csv`, which have neither a time nor a name. */
export class GhzCsv implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #failures: FailureTally;
  readonly #all = new Sketch();
  readonly #failed = new Sketch();

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    this.#failures = new FailureTally(sink, () =>
      findings.warnings.add("latin-1", "An error is not UTF-8 and was read as Latin-1."),
    );
  }

  row(fields: RecordFields): RowRefusal | null {
    if (fields.count < 3) return columnsRefusal(fields, 3);
    const latencyMicros = fieldMicros(fields, DURATION, "ms");
    const wrong = latencyRefusal(latencyMicros, fields, DURATION, "duration (ms)");
    if (wrong !== null) return wrong;
    if (fields.isEmpty(STATUS)) return refusal(fields, STATUS, "status", "is empty");
    this.#all.add(latencyMicros);
    if (!fields.is(STATUS, "ok")) this.#fail(fields, latencyMicros);
    return null;
  }

  report(): ParseReport {
    const { count: requests, sum, min, max } = this.#all;
    const errors = this.#failed.count;
    this.#failures.end();
    this.#sink.total(ALL_REQUESTS, {
      requests,
      errors,
      items: requests,
      bytes: 0,
      sumMicros: requests === 0 ? null : sum,
      minMicros: min,
      maxMicros: max,
      distribution: { kind: "sketch", all: this.#all, failed: errors === 0 ? null : this.#failed },
    });
    return rowsReport(this.#findings, {
      format: "ghz-csv",
      tool: "ghz",
      accepted: requests,
      // Its workers wait for an answer before they call again, unless it was told not to, which is not in the file.
      loadModel: "unknown",
      latencyResolutionMicros: 10,
      clock: "none",
    });
  }

  /** The reason is the error, whatever commas it holds, or the status where there is none. */
  #fail(fields: RecordFields, latencyMicros: number): void {
    this.#failed.add(latencyMicros);
    const last = fields.count - 1;
    const hasError = last > ERROR || !fields.isEmpty(ERROR);
    const from = fields.from(hasError ? ERROR : STATUS);
    const to = fields.to(hasError ? last : STATUS);
    this.#failures.add(ALL_REQUESTS, NaN, { bytes: fields.bytes, from, to });
  }
}
