import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { MappedTotals } from "../../mapping-totals.ts";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, refusal } from "../../text/sample-bounds.ts";

export const NAME = /^- name: (.*)$/;
export const DURATION = /^ {2}duration: (\S{1,40})$/;
const STATUS = /^ {2}status: (\d{1,5})$/;

/** Reads what `drill --report` writes: a name, a duration in milliseconds and a status for each request, and no time. */
export class DrillReport implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #totals: MappedTotals;
  /** By label and status, of which there are few. */
  readonly #failures = new Map<string, { label: number; status: string; times: number }>();
  #name: string | null = null;
  #latencyMicros: number | null = null;
  /** Its duration was refused, so that its status is of nothing more. */
  #isLeftOut = false;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    this.#totals = new MappedTotals(sink);
  }

  row(fields: RecordFields): RowRefusal | null {
    const text = fields.text(0);
    const name = NAME.exec(text)?.[1];
    if (name !== undefined) {
      this.#name = name;
      this.#latencyMicros = null;
      this.#isLeftOut = false;
      return null;
    }
    const duration = DURATION.exec(text)?.[1];
    if (duration !== undefined) return this.#readDuration(duration, fields);
    const status = STATUS.exec(text)?.[1];
    if (status === undefined) return { column: null, reason: () => `is not a request line: ${quoted(text)}` };
    return this.#readStatus(status, fields);
  }

  report(): ParseReport {
    this.#totals.end();
    for (const { label, status, times } of this.#failures.values()) this.#sink.failure(label, status, times);
    return rowsReport(this.#findings, {
      format: "drill-report",
      tool: "drill",
      accepted: this.#accepted,
      loadModel: "closed",
      clock: "none",
    });
  }

  #readDuration(duration: string, fields: RecordFields): RowRefusal | null {
    const micros = Math.round(Number(duration) * 1_000);
    const wrong = latencyRefusal(micros, fields, 0, "duration");
    this.#isLeftOut = wrong !== null;
    if (wrong === null) this.#latencyMicros = micros;
    return wrong;
  }

  /** The last line of a request. */
  #readStatus(status: string, fields: RecordFields): RowRefusal | null {
    const name = this.#name;
    const latencyMicros = this.#latencyMicros;
    this.#name = null;
    this.#latencyMicros = null;
    if (this.#isLeftOut) return null;
    if (name === null) return refusal(fields, 0, "name", "is missing before");
    if (latencyMicros === null) return refusal(fields, 0, "duration", "is missing before");
    const label = this.#sink.label(name, "request");
    const failed = Number(status) >= 400;
    if (failed) this.#fail(label, status);
    this.#totals.add({ label, latencyMicros, failed, items: 1, bytes: 0, ...UNTOLD });
    this.#accepted += 1;
    return null;
  }

  #fail(label: number, status: string): void {
    const known = this.#failures.get(`${label} ${status}`);
    if (known === undefined) this.#failures.set(`${label} ${status}`, { label, status, times: 1 });
    else known.times += 1;
  }
}

const UNTOLD = { timeMicros: 0, hasDate: false, reason: "", users: null };
