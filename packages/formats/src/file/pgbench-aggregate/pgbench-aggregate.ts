import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, refusal, timeRefusal } from "../../text/sample-bounds.ts";

/** Up to version 14 lags and skipped transactions stand there only with -R; since 15 all do, since 19 one more. */
export const COLUMN_COUNTS = new Set([6, 10, 11, 15, 16]);
const NAMES = ["start", "transactions", "sum of latencies", "sum of squares", "min", "max"];
const LAG_SUM = 6;
const SKIPPED = 10;
const FAILURES = [
  { column: 13, reason: "serialization" },
  { column: 14, reason: "deadlock" },
  { column: 15, reason: "other" },
];

interface Interval {
  startSeconds: number;
  figures: Parameters<typeof givenCell>[0];
}

/** Reads the lines of `pgbench -l --aggregate-interval`. How long an interval is shows when the next one begins. */
export class PgbenchAggregate implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #failures = new Map<string, number>();
  #waiting: Interval | null = null;
  #seconds = 1;
  #isScheduled = false;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    if (!COLUMN_COUNTS.has(fields.count)) return columnsRefusal(fields, [...COLUMN_COUNTS].join(", "));
    const wrong = wrongFigure(fields);
    if (wrong !== null) return wrong;
    const startSeconds = fields.number(0);
    if (this.#waiting !== null && startSeconds <= this.#waiting.startSeconds) {
      return refusal(fields, 0, "start", "is not later than that of the previous interval");
    }
    this.#give(startSeconds);
    this.#waiting = { startSeconds, figures: this.#figuresOf(fields) };
    this.#look(fields, line);
    this.#accepted += 1;
    return null;
  }

  report(): ParseReport {
    this.#give(null);
    for (const [reason, times] of this.#failures) this.#sink.failure(ALL_REQUESTS, reason, times);
    return rowsReport(this.#findings, {
      format: "pgbench-aggregate",
      tool: "pgbench",
      accepted: this.#accepted,
      loadModel: this.#isScheduled ? "open" : "closed",
      source: "none",
    });
  }

  /** Its sums are of the successful transactions; a failed one has no latency. */
  #figuresOf(fields: RecordFields): Interval["figures"] {
    const successes = fields.number(1);
    let errors = 0;
    for (const { column, reason } of FAILURES) {
      const times = column < fields.count ? fields.number(column) : 0;
      errors += times;
      if (times > 0) this.#failures.set(reason, (this.#failures.get(reason) ?? 0) + times);
    }
    const latencies =
      successes === 0
        ? {}
        : { mean: fields.number(2) / successes, min: fields.number(4), max: fields.number(5) };
    return { requests: successes + errors, errors, ...latencies };
  }

  #look(fields: RecordFields, line: number): void {
    const skipped = fields.count > SKIPPED ? fields.number(SKIPPED) : 0;
    if (skipped > 0 || (fields.count > LAG_SUM && fields.number(LAG_SUM) > 0)) this.#isScheduled = true;
    if (skipped === 0) return;
    const detail =
      "Transactions that were too late to be sent (-R with -L) were skipped and are not counted as requests.";
    this.#findings.warnings.add("skipped-transactions", detail, line);
  }

  #give(nextSeconds: number | null): void {
    if (this.#waiting === null) return;
    const { startSeconds, figures } = this.#waiting;
    if (nextSeconds !== null) this.#seconds = nextSeconds - startSeconds;
    this.#sink.interval(ALL_REQUESTS, startSeconds * 1_000_000, this.#seconds, givenCell(figures, 1));
  }
}

function wrongFigure(fields: RecordFields): RowRefusal | null {
  const early = timeRefusal(fields.number(0) * 1_000_000, fields, 0, "start");
  if (early !== null) return early;
  for (let column = 1; column < fields.count; column++) {
    if (!(fields.number(column) >= 0))
      return refusal(fields, column, NAMES[column] ?? `column ${column + 1}`, "is not a number");
  }
  return latencyRefusal(fields.number(5), fields, 5, "max");
}
