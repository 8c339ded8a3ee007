import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { LabelTable } from "../../text/label-table.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldLabel, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { latencyRefusal, timeRefusal } from "../../text/sample-bounds.ts";
import { StatusCodes } from "../../text/status-codes.ts";

const DATE = 0;
/** What Tsung writes for a request outside of any transaction. */
const NO_TRANSACTION = "-";
/** Told apart by their bytes; a site has fewer, and more are looked up by name. */
const LABELS = 8_192;

/** Where the columns are that are read, by the names of the header; -1 where there is none. */
interface Layout {
  count: number;
  method: number;
  url: number;
  status: number;
  size: number;
  duration: number;
  transaction: number;
  error: number;
}

/**
 * Reads the dump of `dumptraffic="protocol"`. Its date is the moment when the answer was complete. A request's label
 * is its transaction, or else its method and path.
 */
export class TsungDump implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #labels: LabelTable;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  #layout: Layout | null = null;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
    const onLatin1 = () => findings.warnings.add("latin-1", "A line is not UTF-8 and was read as Latin-1.");
    this.#labels = new LabelTable(sink, { entries: LABELS, onLatin1 });
    this.#failures = new FailureTally(sink, onLatin1);
    this.#codes = new StatusCodes(sink);
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    // Appended dumps repeat the header.
    if (this.#layout === null || fields.is(DATE, "#date")) this.#layout = layoutOf(fields, line);
    else return this.#readRow(fields, this.#layout);
    return null;
  }

  report(): ParseReport {
    this.#failures.end();
    return rowsReport(this.#findings, {
      format: "tsung-dump",
      tool: "tsung",
      accepted: this.#accepted,
      // Its phases let new users arrive on schedule, however long the others take.
      loadModel: "open",
    });
  }

  #readRow(fields: RecordFields, layout: Layout): RowRefusal | null {
    // Nothing is quoted: what there is too much of was part of the URL.
    const shift = fields.count - layout.count;
    if (shift < 0) return columnsRefusal(fields, layout.count);
    const duration = layout.duration + shift;
    const completedMicros = fieldMicros(fields, DATE, "s");
    const latencyMicros = fieldMicros(fields, duration, "ms");
    const wrong =
      timeRefusal(completedMicros, fields, DATE, "date") ??
      latencyRefusal(latencyMicros, fields, duration, "duration");
    if (wrong !== null) return wrong;
    const label = this.#label(fields, layout, shift);
    const reason = failureField(fields, layout.status + shift, layout.error + shift);
    const failed = reason !== null;
    if (failed && !fields.isEmpty(reason)) {
      const { bytes } = fields;
      this.#failures.add(label, completedMicros, { bytes, from: fields.from(reason), to: fields.to(reason) });
    }
    const size = fields.number(layout.size + shift);
    this.#accepted += 1;
    this.#sink.add(label, completedMicros, latencyMicros, failed, 1, size >= 0 ? Math.round(size) : 0);
    if (failed) this.#codes.add(fields.number(layout.status + shift), completedMicros, latencyMicros, true);
    return null;
  }

  #label(fields: RecordFields, layout: Layout, shift: number): number {
    const transaction = layout.transaction + shift;
    if (!fields.isEmpty(transaction) && !fields.is(transaction, NO_TRANSACTION)) {
      return fieldLabel(fields, transaction, transaction, this.#labels);
    }
    const written = fields.bytes.subarray(fields.from(layout.url), fields.to(layout.url + shift));
    const url = Buffer.from(written).toString("latin1");
    const method = layout.method < 0 ? "" : `${fields.text(layout.method).toUpperCase()} `;
    const name = Buffer.from(method + pathOf(url), "latin1");
    return this.#labels.number(this.#labels.findBytes(name, 0, name.length), "request");
  }
}

/** The field that says why a request failed; null: it didn't. */
function failureField(fields: RecordFields, status: number, error: number): number | null {
  if (!fields.isEmpty(error)) return error;
  // An answer without a status has a reason in its place: error_no_http_status.
  return fields.number(status) < 400 ? null : status;
}

/** Queries vary from request to request. */
function pathOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, "").replace(/[?#].*$/s, "");
  return path === "" ? "/" : path;
}

function layoutOf(fields: RecordFields, line: number): Layout {
  const names = Array.from({ length: fields.count }, (_, field) => fields.text(field));
  const at = (name: string) => names.indexOf(name);
  const layout = {
    count: names.length,
    method: at("http method"),
    url: at("URL"),
    status: at("HTTP status"),
    size: at("size"),
    duration: at("duration"),
    transaction: at("transaction"),
    error: at("error"),
  };
  const missing = ["#date", "URL", "HTTP status", "size", "duration", "transaction", "error"].find(
    (name) => at(name) < 0,
  );
  if (missing === undefined && at("#date") === DATE && layout.url < layout.status) return layout;
  throw new HeadroomError(
    "file-unreadable",
    `This Tsung dump has no "${missing ?? "#date"}" column in its header.`,
    {
      line,
      hint: 'Only HTTP dumps with dumptraffic="protocol" from Tsung 1.5 or later are supported.',
    },
  );
}
