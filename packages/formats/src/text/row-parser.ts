import type { ParseReport } from "@headroom/core";
import { Refusals, Warnings } from "../findings.ts";
import { MAX_LINE_BYTES } from "../parser.ts";
import type { ParseOptions } from "../parser.ts";
import { DelimitedFeed } from "./delimited.ts";
import type { RecordReader, RowRefusal } from "./delimited.ts";
import type { Findings, ReportingParser } from "./document.ts";
import { FNV_BASIS, hashStep } from "./label-table.ts";
import type { LabelTable } from "./label-table.ts";
import { MICRO_SHIFT, readMicros } from "./micros.ts";
import type { RecordFields } from "./record.ts";

/** What is special about a format of delimited rows. */
export interface RowReader<Report = ParseReport> extends RecordReader {
  report(): Report;
}

/** A parser of rows split by one character, read as they arrive. A reader may change the feed's delimiter. */
export function rowParser<Report = ParseReport>(
  { maxLineBytes = MAX_LINE_BYTES }: Pick<ParseOptions, "maxLineBytes">,
  { delimiter, quotes }: { delimiter: string; quotes: boolean },
  open: (findings: Findings, feed: { delimiter: number }) => RowReader<Report>,
): ReportingParser<Report> & { soFar(): Report } {
  const findings = { refusals: new Refusals(), warnings: new Warnings() };
  const feed = new DelimitedFeed(
    { delimiter: delimiter.charCodeAt(0), quotes, maxLineBytes, ...findings },
    (records) => open(findings, records),
  );
  return {
    write: (chunk) => feed.write(chunk),
    end: () => {
      feed.end();
      return feed.reader.report();
    },
    line: () => feed.line,
    soFar: () => feed.reader.report(),
  };
}

/** A row with a different number of columns than its format. */
export function columnsRefusal({ count }: RecordFields, wanted: number | string): RowRefusal {
  return { column: null, reason: () => `has ${count} of ${wanted} columns` };
}

/** A field in another unit as whole microseconds; NaN if it isn't a number. */
export function fieldMicros(fields: RecordFields, field: number, unit: keyof typeof MICRO_SHIFT): number {
  return readMicros(fields.bytes, fields.from(field), fields.to(field), MICRO_SHIFT[unit]);
}

/** The sink's number for the label in a field, or in several fields that its own delimiters split. */
export function fieldLabel(fields: RecordFields, first: number, last: number, labels: LabelTable): number {
  const { bytes } = fields;
  const from = fields.from(first);
  const to = fields.to(last);
  let hash = FNV_BASIS;
  for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
  return labels.number(labels.find(bytes, from, to, hash), "request");
}
