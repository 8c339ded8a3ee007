import { Warnings } from "../../findings.ts";
import { columnName } from "../../mapping.ts";
import type { ColumnMapping } from "../../mapping.ts";
import { NOWHERE } from "../../mapping-nowhere.ts";
import { MappedSamples } from "../../mapping-samples.ts";
import type { Detection } from "../../parser.ts";
import { RecordEnd, RecordFields } from "../../text/record.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { CsvRow } from "./csv-row.ts";
import { readLayout } from "./layout.ts";
import type { Layout } from "./layout.ts";

/** By names in the header that say enough, and a first row that has what they say. */
export function detection(head: Uint8Array): Detection {
  const { line, rest } = firstLineOf(head);
  if (line === "") return { match: false, reason: "there is no text" };
  const reading = readLayout(line, undefined);
  if (!reading.ok) return { match: false, reason: reading.reason };
  const wrong = wrongInFirst(rest, reading.layout);
  return wrong === null ? { match: true } : { match: false, reason: wrong };
}

/** Whether a file has the columns of a mapping. */
export function mappedDetection(head: Uint8Array, mapping: ColumnMapping): Detection {
  const { line } = firstLineOf(head);
  if (line === "") return { match: false, reason: "there is no text" };
  const reading = readLayout(line, mapping);
  return reading.ok ? { match: true } : { match: false, reason: reading.reason };
}

function firstLineOf(head: Uint8Array): { line: string; rest: string } {
  const text = decodeHead(head).trimStart();
  const end = text.indexOf("\n");
  return end < 0
    ? { line: text.trimEnd(), rest: "" }
    : { line: text.slice(0, end).trimEnd(), rest: text.slice(end + 1) };
}

function wrongInFirst(rest: string, layout: Layout): string | null {
  const bytes = Buffer.from(`${rest.trimStart()}\n`);
  const end = new RecordEnd().find(bytes, 0, bytes.length, layout.delimiter);
  if (end <= 1) return "there is no row after its header";
  const fields = new RecordFields();
  fields.split(bytes, 0, end, layout.delimiter);
  if (!fields.whole || fields.count !== layout.names?.length) {
    return "its first row does not have as many columns as its header";
  }
  const warnings = new Warnings();
  const samples = new MappedSamples(NOWHERE, layout.mapping, {}, warnings);
  new CsvRow(layout, NOWHERE, samples, warnings).read(fields, 2);
  const wrong = samples.check();
  return wrong === null ? null : `in its first row ${columnName(wrong.column)} ${wrong.why}`;
}
