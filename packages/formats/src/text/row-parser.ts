import type { ParseReport } from "@headroom/core";
import { Refusals, Warnings } from "../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../parser.ts";
import { DelimitedFeed, type RowRefusal } from "./delimited.ts";
import type { Findings } from "./document.ts";
import { FNV_BASIS, hashStep, type LabelTable } from "./label-table.ts";
import { MICRO_SHIFT, readMicros } from "./micros.ts";
import type { RecordFields } from "./record.ts";

/** What is special about a format of delimited rows. */
export interface RowReader {
  /** Takes one row, which is gone after; answers why it cannot be read. */
  row(fields: RecordFields, line: number): RowRefusal | null;
  report(): ParseReport;
}

/** A parser of rows split by one character, which are read as they come. */
export function rowParser(
  options: ParseOptions,
  { delimiter, quotes }: { delimiter: string; quotes: boolean },
  open: (findings: Findings) => RowReader,
): Parser {
  const findings = { refusals: new Refusals(), warnings: new Warnings() };
  const reader = open(findings);
  const feed = new DelimitedFeed({
    delimiter: delimiter.charCodeAt(0),
    quotes,
    maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
    row: (fields, line) => reader.row(fields, line),
    ...findings,
  });
  return {
    write: (chunk) => feed.write(chunk),
    end: () => {
      feed.end();
      return reader.report();
    },
  };
}

/** A row with another number of columns than its format has. */
export function columnsRefusal({ count }: RecordFields, wanted: number | string): RowRefusal {
  return { column: null, reason: () => `has ${count} of ${wanted} columns` };
}

/** The whole microseconds that a field holds in another unit; NaN if it is not a number. */
export function fieldMicros(fields: RecordFields, field: number, unit: keyof typeof MICRO_SHIFT): number {
  return readMicros(fields.bytes, fields.from(field), fields.to(field), MICRO_SHIFT[unit]);
}

/** The sink's number of the label that a field holds, or several and what splits them, where that was no split. */
export function fieldLabel(fields: RecordFields, first: number, last: number, labels: LabelTable): number {
  const { bytes } = fields;
  const from = fields.from(first);
  const to = fields.to(last);
  let hash = FNV_BASIS;
  for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
  return labels.number(labels.find(bytes, from, to, hash), "request");
}
