import { columnsOf } from "../../mapping.ts";
import type { Column, ColumnMapping } from "../../mapping.ts";
import { readNames } from "../../mapping-names.ts";
import { RecordFields } from "../../text/record.ts";

/** What parts the columns of a file, and where those of the mapping stand. */
export interface Layout {
  mapping: ColumnMapping;
  delimiter: number;
  /** The header's names; null where there is none. */
  names: readonly string[] | null;
  /** Names that the mapping uses and the header has twice; the first is read. */
  duplicates: readonly string[];
}

export type LayoutReading = { ok: true; layout: Layout } | { ok: false; reason: string };

const DELIMITERS = [",", ";", "\t", "|"];

/** The layout of a file that begins with this line, by the mapping; without one, by names that say enough. */
export function readLayout(line: string, mapping: ColumnMapping | undefined): LayoutReading {
  if (mapping === undefined) return plainLayout(line);
  const delimiters = mapping.delimiter === undefined ? DELIMITERS : [mapping.delimiter];
  return mapping.header === false
    ? numberedLayout(line, mapping, delimiters)
    : namedLayout(line, mapping, delimiters);
}

/** The place of a column in every record, from 0; -1 if there is none. */
export function placeOf(column: Column, names: readonly string[] | null): number {
  return typeof column === "number" ? column - 1 : (names?.indexOf(column) ?? -1);
}

/** The fields of one record at hand as text, without the spaces around them; null if a quote is not closed. */
export function fieldsOf(record: string, delimiter: string): string[] | null {
  const bytes = Buffer.from(`${record}\n`);
  const fields = new RecordFields();
  fields.split(bytes, 0, bytes.length, delimiter.charCodeAt(0));
  return fields.whole ? Array.from({ length: fields.count }, (_, field) => fields.text(field).trim()) : null;
}

function plainLayout(line: string): LayoutReading {
  let reason = "its first line is not a header with several columns";
  let columns = 1;
  for (const delimiter of DELIMITERS) {
    const names = fieldsOf(line, delimiter);
    if (names === null || names.length < 2) continue;
    const reading = readNames(names);
    if (reading.ok) return { ok: true, layout: layoutOf(reading.mapping, delimiter, names) };
    if (names.length > columns) ({ reason } = reading);
    columns = Math.max(columns, names.length);
  }
  return { ok: false, reason };
}

function namedLayout(line: string, mapping: ColumnMapping, delimiters: readonly string[]): LayoutReading {
  let lacking: readonly Column[] = columnsOf(mapping);
  for (const delimiter of delimiters) {
    const names = fieldsOf(line, delimiter) ?? [];
    const missing = columnsOf(mapping).filter((column) => !isAmong(column, names));
    if (missing.length === 0) return { ok: true, layout: layoutOf(mapping, delimiter, names) };
    if (missing.length < lacking.length) lacking = missing;
  }
  return { ok: false, reason: `its first line lacks columns from the mapping: ${lacking.join(", ")}` };
}

/** Without a header: what parts the first line into the most columns, if they are enough. */
function numberedLayout(line: string, mapping: ColumnMapping, delimiters: readonly string[]): LayoutReading {
  const last = Math.max(...columnsOf(mapping).map(Number));
  const counted = delimiters.map((delimiter) => ({
    delimiter,
    count: fieldsOf(line, delimiter)?.length ?? 0,
  }));
  const most = counted.reduce((best, next) => (next.count > best.count ? next : best));
  if (most.count < last) {
    return {
      ok: false,
      reason: `its first line has ${most.count} columns, but the mapping uses column ${last}`,
    };
  }
  return { ok: true, layout: layoutOf(mapping, most.delimiter, null) };
}

function isAmong(column: Column, names: readonly string[]): boolean {
  const place = placeOf(column, names);
  return place >= 0 && place < names.length;
}

function layoutOf(mapping: ColumnMapping, delimiter: string, names: readonly string[] | null): Layout {
  const used = columnsOf(mapping).filter((column) => typeof column === "string");
  return {
    mapping,
    delimiter: delimiter.charCodeAt(0),
    names,
    duplicates: names === null ? [] : used.filter((name) => names.indexOf(name) !== names.lastIndexOf(name)),
  };
}
