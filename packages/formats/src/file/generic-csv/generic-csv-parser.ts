import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { Column } from "../../mapping.ts";
import { MappedSamples, refusalOf } from "../../mapping-samples.ts";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { rowParser } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { CsvRow } from "./csv-row.ts";
import { placeOf, readLayout } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { QuickRows } from "./quick-rows.ts";
import type { Reading } from "./quick-rows.ts";

/** Reads delimited text with one request a line, by a mapping or by a header that says enough. */
export function genericCsvParser(sink: SampleSink, options: ParseOptions): Parser {
  return rowParser(
    options,
    { delimiter: ",", quotes: true },
    (findings, feed) => new GenericRows(sink, options, findings, feed),
  );
}

class GenericRows implements RowReader {
  readonly quick: QuickRows;
  readonly #sink: SampleSink;
  readonly #options: ParseOptions;
  readonly #findings: Findings;
  readonly #feed: { delimiter: number };
  #reading: Reading | null = null;

  constructor(sink: SampleSink, options: ParseOptions, findings: Findings, feed: { delimiter: number }) {
    this.quick = new QuickRows(options.maxLineBytes ?? MAX_LINE_BYTES);
    this.#sink = sink;
    this.#options = options;
    this.#findings = findings;
    this.#feed = feed;
  }

  report(): ParseReport {
    if (this.#reading === null) {
      throw new HeadroomError("file-unreadable", "No line of the file is short enough to be a header.");
    }
    const { refusals, warnings } = this.#findings;
    const samples = this.#reading.samples.end();
    return { format: "generic-csv", ...samples, refused: refusals.tally(), warnings: warnings.list() };
  }

  begin(line: string, number: number, byte: number): boolean {
    const { mapping } = this.#options;
    const found = readLayout(line, mapping);
    if (!found.ok) {
      throw new HeadroomError(
        mapping === undefined ? "parameter-missing" : "parameter-unreadable",
        `This delimited file cannot be read: ${found.reason}.`,
        { field: "mapping", line: number, byte, hint: "Use a mapping to describe its columns." },
      );
    }
    const { layout } = found;
    const samples = new MappedSamples(this.#sink, layout.mapping, this.#options, this.#findings.warnings);
    const row = new CsvRow(layout, this.#sink, samples, this.#findings.warnings);
    this.#reading = { layout, samples, row, columns: layout.names?.length ?? 0 };
    this.#feed.delimiter = layout.delimiter;
    for (const name of layout.duplicates) {
      this.#findings.warnings.add(
        "duplicate-column",
        `The column "${name}" appears twice; the first one was used.`,
        number,
      );
    }
    return layout.names !== null;
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    const reading = this.#reading;
    if (reading === null) return { column: null, reason: () => "there is no header" };
    if (reading.columns === 0) reading.columns = fields.count;
    this.quick.reading = reading;
    const { columns, layout, samples, row } = reading;
    if (fields.count !== columns && !isPadded(fields, columns)) {
      const { count } = fields;
      return { column: null, reason: () => `has ${count} of ${columns} columns` };
    }
    row.read(fields, line);
    const wrong = samples.check();
    if (wrong === null) {
      samples.take(row.label(fields), line);
      return null;
    }
    if (isHeader(fields, layout)) {
      this.#findings.warnings.add(
        "repeated-header",
        "There is a header between rows, as in files that were concatenated.",
        line,
      );
      return null;
    }
    return refusalOf(wrong, (column: Column) => fields.text(placeOf(column, layout.names)));
  }
}

/** Nothing but empty columns too many. */
function isPadded(fields: RecordFields, columns: number): boolean {
  for (let extra = columns; extra < fields.count; extra++) if (!fields.isEmpty(extra)) return false;
  return fields.count > columns;
}

/** Files that were appended to each other repeat their header. */
function isHeader(fields: RecordFields, { names, mapping }: Layout): boolean {
  if (names === null) return false;
  const place = placeOf(mapping.latency.column, names);
  return fields.text(place).trim() === names[place];
}
