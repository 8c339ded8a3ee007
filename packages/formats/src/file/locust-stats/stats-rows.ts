import { ALL_REQUESTS, mergeAllCells } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { countIn, isAggregated, labelOf, percentilesOf, readHeader } from "./header.ts";
import type { Header } from "./header.ts";
import { locustReport } from "./locust-report.ts";

const COLUMNS = [
  "type",
  "name",
  "request count",
  "failure count",
  "average response time",
  "min response time",
  "max response time",
  "average content size",
  "requests/s",
] as const;
type Column = (typeof COLUMNS)[number];
const MILLI = 1_000;
/** Past it labels are left out of the sum that stands in for a missing row of all. */
const MAX_SUMMED = 100_000;

/** Reads *_stats.csv: a row a label, and one of all requests at its end. */
export class StatsRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  #header: Header<Column> | null = null;
  #accepted = 0;
  #durationSeconds: number | null = null;
  /** Kept until the row of all requests comes, in case it never does. */
  #parts: Cell[] | null = [];

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
  }

  row(fields: RecordFields): RowRefusal | null {
    const header = this.#header;
    if (header === null) {
      this.#header = readHeader(fields, COLUMNS, "*_stats.csv");
      return null;
    }
    if (fields.count !== header.count) return columnsRefusal(fields, header.count);
    const cell = cellOf(fields, header);
    if ("reason" in cell) return cell;
    const [type, name] = [fields.text(header.at.type), fields.text(header.at.name)];
    this.#accepted += 1;
    if (isAggregated(type, name)) this.#takeAll(cell, fields.number(header.at["requests/s"]));
    else {
      this.#sink.total(this.#sink.label(labelOf(type, name), "request"), cell);
      if (this.#parts !== null && this.#parts.length < MAX_SUMMED) this.#parts.push(cell);
    }
    return null;
  }

  report(): ParseReport {
    if (this.#parts !== null && this.#parts.length > 0) {
      this.#findings.warnings.add(
        "no-total",
        "The row for all requests is missing. Its counts were added up from the labels.",
      );
      this.#sink.total(ALL_REQUESTS, mergeAllCells(this.#parts));
    }
    return locustReport(this.#findings, {
      format: "locust-stats",
      accepted: this.#accepted,
      source: "quoted",
      absent: [],
      clock: "none",
      durationSeconds: this.#durationSeconds,
    });
  }

  #takeAll(cell: Cell, perSecond: number): void {
    this.#parts = null;
    this.#sink.total(ALL_REQUESTS, cell);
    // The rate is over the time from the start to the last request.
    if (perSecond > 0) this.#durationSeconds = cell.requests / perSecond;
  }
}

function cellOf(fields: RecordFields, header: Header<Column>): Cell | RowRefusal {
  const { at } = header;
  const requests = countIn(fields, at["request count"]);
  const errors = countIn(fields, at["failure count"]);
  if (Number.isNaN(requests))
    return { column: "Request Count", reason: () => "Request Count is not a whole number" };
  if (!(errors <= requests)) {
    return {
      column: "Failure Count",
      reason: () => "Failure Count is not a whole number, or more than Request Count",
    };
  }
  // Where nothing was answered, Locust writes zeros for latencies.
  if (requests === 0) return givenCell({ requests, errors }, MILLI);
  return givenCell(
    {
      requests,
      errors,
      bytes: Math.round((fields.number(at["average content size"]) || 0) * requests),
      mean: fields.number(at["average response time"]),
      min: fields.number(at["min response time"]),
      max: fields.number(at["max response time"]),
      percentiles: percentilesOf(fields, header),
    },
    MILLI,
  );
}
