import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { columnsOf } from "../../mapping.ts";
import type { ColumnMapping } from "../../mapping.ts";
import { readNames } from "../../mapping-names.ts";
import { MappedSamples, refusalOf } from "../../mapping-samples.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { jsonLineParser } from "../../text/json-lines.ts";
import type { ObjectReader } from "../../text/json-lines.ts";
import { JsonRow, textOf, valueIn } from "./json-row.ts";

interface Reading {
  samples: MappedSamples;
  row: JsonRow;
}

/** Reads NDJSON with one request a line, by a mapping or by names that say enough. */
export function genericNdjsonParser(sink: SampleSink, options: ParseOptions): Parser {
  return jsonLineParser(options, (findings) => new GenericObjects(sink, options, findings));
}

class GenericObjects implements ObjectReader {
  readonly #sink: SampleSink;
  readonly #options: ParseOptions;
  readonly #findings: Findings;
  #reading: Reading | null = null;

  constructor(sink: SampleSink, options: ParseOptions, findings: Findings) {
    this.#sink = sink;
    this.#options = options;
    this.#findings = findings;
  }

  report(): ParseReport {
    if (this.#reading === null) {
      throw new HeadroomError("file-unreadable", "No line of the file is a JSON object.");
    }
    const { refusals, warnings } = this.#findings;
    const samples = this.#reading.samples.end();
    return { format: "generic-ndjson", ...samples, refused: refusals.tally(), warnings: warnings.list() };
  }

  object(value: Record<string, unknown>, line: number): RowRefusal | null {
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
    const samples = new MappedSamples(this.#sink, mapping, this.#options, this.#findings.warnings);
    return { samples, row: new JsonRow(mapping, this.#sink, samples) };
  }

  #mapping(value: Record<string, unknown>, line: number): ColumnMapping {
    const { mapping } = this.#options;
    const hint = "Use a mapping to describe its values.";
    if (mapping === undefined) {
      const reading = readNames(Object.keys(value));
      if (reading.ok) return reading.mapping;
      throw new HeadroomError("parameter-missing", `This NDJSON cannot be read: ${reading.reason}.`, {
        field: "mapping",
        line,
        hint,
      });
    }
    const number = columnsOf(mapping).find((column) => typeof column === "number");
    if (number === undefined) return mapping;
    throw new HeadroomError(
      "parameter-unreadable",
      `Column ${number}: NDJSON values are selected by name, not by number.`,
      {
        field: "mapping",
        hint,
      },
    );
  }
}
