import { HeadroomError, type ParseReport, type SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { type ColumnMapping, columnsOf } from "../../mapping.ts";
import { readNames } from "../../mapping-names.ts";
import { MappedSamples, refusalOf } from "../../mapping-samples.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import { JsonLinesFeed } from "../../text/json-lines.ts";
import { JsonRow, textOf, valueIn } from "./json-row.ts";

interface Reading {
  samples: MappedSamples;
  row: JsonRow;
}

/** Reads NDJSON with one request a line, by a mapping or by names that say enough. */
export class GenericNdjsonParser implements Parser {
  readonly #sink: SampleSink;
  readonly #options: ParseOptions;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #feed: JsonLinesFeed;
  #reading: Reading | null = null;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#feed = new JsonLinesFeed({
      maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
      refusals: this.#refusals,
      warnings: this.#warnings,
      object: (value, line) => this.#take(value, line),
    });
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    const findings = { refused: this.#refusals.tally(), warnings: this.#warnings.list() };
    if (this.#reading === null) {
      throw new HeadroomError("file-unreadable", "No line of the file is a JSON object.");
    }
    return { format: "generic-ndjson", ...this.#reading.samples.end(), ...findings };
  }

  #take(value: Record<string, unknown>, line: number): RowRefusal | null {
    this.#reading ??= this.#begin(value, line);
    const { samples, row } = this.#reading;
    row.read(value);
    const wrong = samples.check();
    if (wrong !== null) return refusalOf(wrong, (column) => textOf(valueIn(value, column)));
    samples.take(row.label(value), line);
    return null;
  }

  #begin(value: Record<string, unknown>, line: number): Reading {
    const mapping = this.#mapping(value, line);
    const samples = new MappedSamples(this.#sink, mapping, this.#options, this.#warnings);
    return { samples, row: new JsonRow(mapping, this.#sink, samples.row) };
  }

  #mapping(value: Record<string, unknown>, line: number): ColumnMapping {
    const { mapping } = this.#options;
    const hint = "Use a mapping to describe its values.";
    if (mapping === undefined) {
      const reading = readNames(Object.keys(value));
      if (reading.ok) return reading.mapping;
      throw new HeadroomError("parameter-missing", `This NDJSON cannot be read: ${reading.reason}.`, {
        ...{ field: "mapping", line, hint },
      });
    }
    const number = columnsOf(mapping).find((column) => typeof column === "number");
    if (number === undefined) return mapping;
    throw new HeadroomError(
      "parameter-unreadable",
      `Column ${number}: NDJSON values are selected by name, not by number.`,
      {
        ...{ field: "mapping", hint },
      },
    );
  }
}
