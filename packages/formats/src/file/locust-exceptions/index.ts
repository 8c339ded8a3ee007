import type { ParseReport } from "@headroom/core";
import { quoted } from "../../findings.ts";
import type { Format } from "../../parser.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, rowParser } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { countIn, detectHeader, readHeader } from "../locust-stats/header.ts";
import type { Header } from "../locust-stats/header.ts";
import { locustReport } from "../locust-stats/locust-report.ts";

const COLUMNS = ["count", "message", "traceback"] as const;

export const locustExceptions: Format = {
  id: "locust-exceptions",
  tool: "locust",
  title: "Locust exceptions (*_exceptions.csv)",
  reads: "lines",
  role: "supplement",
  detect: (head) => detectHeader(head, COLUMNS),
  open: (_sink, options) =>
    rowParser(options, { delimiter: ",", quotes: true }, (findings) => new ExceptionRows(findings)),
};

/** Exceptions of the user's own code, which are no requests: the run is read with the warning that there were some. */
class ExceptionRows implements RowReader {
  readonly #findings: Findings;
  #header: Header<(typeof COLUMNS)[number]> | null = null;
  #accepted = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    const header = this.#header;
    if (header === null) {
      this.#header = readHeader(fields, COLUMNS, "*_exceptions.csv");
      return null;
    }
    if (fields.count !== header.count) return columnsRefusal(fields, header.count);
    const times = countIn(fields, header.at.count);
    if (!(times > 0)) return { column: "Count", reason: () => "Count is not a whole number above 0" };
    this.#accepted += 1;
    this.#findings.warnings.add(
      "user-code-exceptions",
      `The user code raised exceptions. First exception, raised ${times} times: ${quoted(fields.text(header.at.message))}.`,
      line,
    );
    return null;
  }

  report(): ParseReport {
    return locustReport(this.#findings, {
      format: "locust-exceptions",
      accepted: this.#accepted,
      source: "none",
      absent: ["requests", "errors"],
      clock: "none",
    });
  }
}
