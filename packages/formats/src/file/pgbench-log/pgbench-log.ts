import type { ParseReport, SampleSink } from "@headroom/core";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, refusal, timeRefusal } from "../../text/sample-bounds.ts";
import { FailedSeconds } from "./failed-seconds.ts";

const LATENCY = 2;
const SCRIPT = 3;
const SECOND = 4;
const MICROS = 5;
/** The lag behind the schedule (with -R), the retries (with --max-tries), or both. */
const EXTRA = 6;
const MAX_SCRIPTS = 1_000;
/** No transaction is tried so often, and no schedule is kept to so many microseconds at every one. */
const MAX_RETRIES = 100;

const SKIPPED = "skipped";
/** The other words for a latency; the detailed ones come with --failures-detailed. */
const FAILURES = ["failed", "serialization", "deadlock", "other"];

/** Reads the transactions of `pgbench -l`, by the moment when they ended. With -R latencies begin on schedule. */
export class PgbenchLog implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #seconds: FailedSeconds;
  readonly #labels = new Map<number, number>();
  readonly #failures: FailureTally;
  #isScheduled = false;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    this.#seconds = new FailedSeconds(sink);
    this.#failures = new FailureTally(sink, () => undefined);
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    if (fields.count < 6 || fields.count > 8) return columnsRefusal(fields, "6 to 8");
    const endMicros = fields.number(SECOND) * 1_000_000 + fields.number(MICROS);
    const script = fields.number(SCRIPT);
    const wrong =
      timeRefusal(endMicros, fields, SECOND, "time") ??
      fractionRefusal(fields.number(MICROS), fields) ??
      scriptRefusal(script, fields);
    if (wrong !== null) return wrong;
    if (fields.count === 8 || fields.number(EXTRA) > MAX_RETRIES) this.#isScheduled = true;
    const latencyMicros = fieldMicros(fields, LATENCY, "us");
    if (Number.isNaN(latencyMicros)) return this.#readWord(fields, script, endMicros, line);
    const late = latencyRefusal(latencyMicros, fields, LATENCY, "latency");
    if (late !== null) return late;
    const label = this.#label(script);
    this.#seconds.succeed(label, endMicros, latencyMicros);
    this.#sink.add(label, endMicros, latencyMicros, false, 1, 0);
    this.#accepted += 1;
    return null;
  }

  report(): ParseReport {
    this.#seconds.end();
    this.#failures.end();
    return rowsReport(this.#findings, {
      format: "pgbench-log",
      tool: "pgbench",
      accepted: this.#accepted,
      loadModel: this.#isScheduled ? "open" : "closed",
    });
  }

  /** A transaction that was skipped was never sent: its time had passed before its turn came. */
  #readWord(fields: RecordFields, script: number, endMicros: number, line: number): RowRefusal | null {
    if (fields.is(LATENCY, SKIPPED)) {
      this.#isScheduled = true;
      const detail =
        "Transactions that were too late to be sent (-R with -L) were skipped and are not counted as requests.";
      this.#findings.warnings.add("skipped-transactions", detail, line);
      this.#accepted += 1;
      return null;
    }
    const reason = FAILURES.find((word) => fields.is(LATENCY, word));
    if (reason === undefined)
      return refusal(fields, LATENCY, "latency", "is neither a number nor a pgbench keyword");
    const detail =
      "pgbench does not write latencies of failed transactions, so percentiles cover only successful ones.";
    this.#findings.warnings.add("failures-without-latency", detail, line);
    const label = this.#label(script);
    this.#seconds.fail(label, endMicros);
    this.#failures.addText(label, endMicros, reason);
    this.#accepted += 1;
    return null;
  }

  #label(script: number): number {
    const known = this.#labels.get(script);
    if (known !== undefined) return known;
    const label = this.#sink.label(`script ${script}`, "request");
    this.#labels.set(script, label);
    return label;
  }
}

function fractionRefusal(micros: number, fields: RecordFields): RowRefusal | null {
  if (micros >= 0 && micros < 1_000_000) return null;
  return refusal(fields, MICROS, "time_us", "is not a fraction of a second");
}

function scriptRefusal(script: number, fields: RecordFields): RowRefusal | null {
  if (Number.isInteger(script) && script >= 0 && script < MAX_SCRIPTS) return null;
  return refusal(fields, SCRIPT, "script", "is not a script number");
}
