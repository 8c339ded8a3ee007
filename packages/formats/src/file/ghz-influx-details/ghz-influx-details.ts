import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import type { RecordFields } from "../../text/record.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, timeRefusal } from "../../text/sample-bounds.ts";
import { readDetailLine } from "./detail-line.ts";

/** Reads the calls of `ghz -O influx-details`: a line each, with the moment when it began. */
export class GhzInfluxDetails implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #failures: FailureTally;
  /** The call of the last line: a run has one. */
  #call = "";
  #label = ALL_REQUESTS;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    const onLatin1 = () => findings.warnings.add("latin-1", "A line is not UTF-8 and was read as Latin-1.");
    this.#failures = new FailureTally(sink, onLatin1);
  }

  row(fields: RecordFields): RowRefusal | null {
    const detail = fields.count === 1 ? readDetailLine(fields.text(0)) : null;
    if (detail === null) {
      return { column: null, reason: () => `is not a call line: ${quoted(fields.text(0))}` };
    }
    const latencyMicros = Math.round(detail.latencyNanos / 1_000);
    const wrong =
      timeRefusal(detail.startMicros, fields, 0, "timestamp") ??
      latencyRefusal(latencyMicros, fields, 0, "latency");
    if (wrong !== null) return wrong;
    if (detail.call !== this.#call) this.#turnTo(detail.call);
    const label = this.#label;
    const failed = detail.status !== "OK";
    const completedMicros = detail.startMicros + latencyMicros;
    if (failed) this.#failures.addText(label, completedMicros, detail.error || detail.status);
    this.#accepted += 1;
    this.#sink.add(label, completedMicros, latencyMicros, failed, 1, 0);
    return null;
  }

  report(): ParseReport {
    this.#failures.end();
    return rowsReport(this.#findings, {
      format: "ghz-influx-details",
      tool: "ghz",
      accepted: this.#accepted,
      // Its workers wait for an answer before they call again, unless it was told not to, which is not in the file.
      loadModel: "unknown",
    });
  }

  #turnTo(call: string): void {
    this.#call = call;
    this.#label = call === "" ? ALL_REQUESTS : this.#sink.label(call, "request");
  }
}
