import type { ParseReport, SampleSink } from "@headroom/core";
import type { Format } from "../../parser.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, rowParser } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { countIn, detectHeader, labelOf, readHeader } from "../locust-stats/header.ts";
import type { Header } from "../locust-stats/header.ts";
import { locustReport } from "../locust-stats/locust-report.ts";

const COLUMNS = ["method", "name", "error", "occurrences"] as const;

export const locustFailures: Format = {
  id: "locust-failures",
  tool: "locust",
  title: "Locust failures (*_failures.csv)",
  reads: "lines",
  role: "supplement",
  detect: (head) => detectHeader(head, COLUMNS),
  open: (sink, options) =>
    rowParser(options, { delimiter: ",", quotes: true }, (findings) => new FailureRows(sink, findings)),
};

/** A row for each error of each label. */
class FailureRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  #header: Header<(typeof COLUMNS)[number]> | null = null;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
  }

  row(fields: RecordFields): RowRefusal | null {
    const header = this.#header;
    if (header === null) {
      this.#header = readHeader(fields, COLUMNS, "*_failures.csv");
      return null;
    }
    if (fields.count !== header.count) return columnsRefusal(fields, header.count);
    const { method, name, error, occurrences } = header.at;
    const times = countIn(fields, occurrences);
    if (!(times > 0))
      return { column: "Occurrences", reason: () => "Occurrences is not a whole number above 0" };
    const label = this.#sink.label(labelOf(fields.text(method), fields.text(name)), "request");
    this.#sink.failure(label, fields.text(error), times);
    this.#accepted += 1;
    return null;
  }

  report(): ParseReport {
    return locustReport(this.#findings, {
      format: "locust-failures",
      accepted: this.#accepted,
      source: "none",
      absent: ["requests"],
      clock: "none",
    });
  }
}
