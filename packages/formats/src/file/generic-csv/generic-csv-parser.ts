import { HeadroomError, type ParseReport, type SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import type { Column } from "../../mapping.ts";
import { MappedSamples, refusalOf } from "../../mapping-samples.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { DelimitedFeed, type RowRefusal } from "../../text/delimited.ts";
import type { RecordFields } from "../../text/record.ts";
import { CsvRow } from "./csv-row.ts";
import { type Layout, placeOf, readLayout } from "./layout.ts";
import { QuickRows, type Reading } from "./quick-rows.ts";

/** Reads delimited text with one request a line, by a mapping or by a header that says enough. */
export class GenericCsvParser implements Parser {
  readonly #sink: SampleSink;
  readonly #options: ParseOptions;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #feed: DelimitedFeed;
  readonly #quick: QuickRows;
  #reading: Reading | null = null;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#sink = sink;
    this.#options = options;
    const maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#quick = new QuickRows(maxLineBytes);
    this.#feed = new DelimitedFeed({
      delimiter: 44,
      quotes: true,
      maxLineBytes,
      quick: this.#quick,
      refusals: this.#refusals,
      warnings: this.#warnings,
      begin: (line, number, byte) => this.#begin(line, number, byte),
      row: (fields, line) => this.#take(fields, line),
    });
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    const findings = { refused: this.#refusals.tally(), warnings: this.#warnings.list() };
    if (this.#reading === null) {
      throw new HeadroomError("file-unreadable", "No line of the file is short enough to be a header.");
    }
    return { format: "generic-csv", ...this.#reading.samples.end(), ...findings };
  }

  #begin(line: string, number: number, byte: number): boolean {
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
    const samples = new MappedSamples(this.#sink, layout.mapping, this.#options, this.#warnings);
    const row = new CsvRow(layout, this.#sink, samples.row, this.#warnings);
    this.#reading = { layout, samples, row, columns: layout.names?.length ?? 0 };
    this.#feed.delimiter = layout.delimiter;
    for (const name of layout.duplicates) {
      this.#warnings.add(
        "duplicate-column",
        `The column "${name}" appears twice; the first one was used.`,
        number,
      );
    }
    return layout.names !== null;
  }

  #take(fields: RecordFields, line: number): RowRefusal | null {
    const reading = this.#reading;
    if (reading === null) return { column: null, reason: () => "there is no header" };
    if (reading.columns === 0) reading.columns = fields.count;
    this.#quick.reading = reading;
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
      this.#warnings.add(
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
