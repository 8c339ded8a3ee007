import type { QuickRecords } from "../../text/delimited.ts";
import { RecordFields } from "../../text/record.ts";
import type { MappedSamples } from "../../mapping-samples.ts";
import type { CsvRow } from "./csv-row.ts";
import type { Layout } from "./layout.ts";

/** What it takes to read the rows of one file. */
export interface Reading {
  layout: Layout;
  samples: MappedSamples;
  row: CsvRow;
  /** Of the header, or of the first row where there is none. */
  columns: number;
}

/** Reads good rows without quotes in one pass each, and leaves any other to the careful way. */
export class QuickRows implements QuickRecords {
  taken = 0;
  /** Set once the first row was read, which says how many columns there are. */
  reading: Reading | null = null;
  readonly #maxLineBytes: number;
  readonly #fields = new RecordFields();

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  take(bytes: Uint8Array, at: number, to: number, line: number): number {
    this.taken = 0;
    if (this.reading === null) return at;
    const { layout, samples, row, columns } = this.reading;
    const fields = this.#fields;
    let from = at;
    while (from < to) {
      const next = fields.splitUnquoted(bytes, from, layout.delimiter);
      if (next < 0 || next - from > this.#maxLineBytes || fields.count !== columns) break;
      row.read(fields, line + this.taken);
      if (samples.check() !== null) break;
      samples.take(row.label(fields), line + this.taken);
      this.taken += 1;
      from = next;
    }
    return from;
  }
}
