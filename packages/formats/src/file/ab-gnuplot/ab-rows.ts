import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { HeadedRows } from "../../text/headed-rows.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, timeRefusal } from "../../text/sample-bounds.ts";

export const AB_ROWS: HeadedRows = {
  what: "ab TSV",
  hint: "Send the output of `ab -g`, or specify which tool wrote this file.",
  delimiter: "\t",
  columns: ["starttime", "seconds", "ctime", "dtime", "ttime", "wait"],
};

const COLUMNS = AB_ROWS.columns.length;
const SECONDS = 1;
const TOTAL_TIME = 4;

/**
 * Reads the rows of `ab -g`, which are sorted by their time and not by when they were sent. That is known to the second;
 * `starttime` is the same in the machine's own zone, which it does not name. Nothing tells which requests failed.
 */
export class AbRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
  }

  row(fields: RecordFields): RowRefusal | null {
    if (fields.count !== COLUMNS) return columnsRefusal(fields, COLUMNS);
    const startMicros = fieldMicros(fields, SECONDS, "s");
    const latencyMicros = fieldMicros(fields, TOTAL_TIME, "ms");
    const wrong =
      timeRefusal(startMicros, fields, SECONDS, "seconds") ??
      latencyRefusal(latencyMicros, fields, TOTAL_TIME, "ttime");
    if (wrong !== null) return wrong;
    this.#accepted += 1;
    this.#sink.add(ALL_REQUESTS, startMicros + latencyMicros, latencyMicros, false, 1, 0);
    return null;
  }

  report(): ParseReport {
    return rowsReport(this.#findings, {
      format: "ab-gnuplot",
      tool: "ab",
      accepted: this.#accepted,
      loadModel: "closed",
      latencyResolutionMicros: 1_000,
      absent: ["errors"],
    });
  }
}
