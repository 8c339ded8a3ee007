import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { Findings } from "../../text/document.ts";
import { RecordEnd, RecordFields } from "../../text/record.ts";
import { giveGroups } from "./final-stats.ts";
import type { Group } from "./final-stats.ts";

const COMMA = 44;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
/** One a label. */
const MAX_ROWS = 100_000;
/** These stand in every version; percentiles and codes follow in any number. */
const COLUMNS = [
  "label",
  "avg_ct",
  "avg_lt",
  "avg_rt",
  "bytes",
  "concurrency",
  "fail",
  "stdev_rt",
  "succ",
  "throughput",
];

/** Reads the CSV of Taurus' final stats. */
export function readTaurusCsv(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const [header, ...rows] = recordsOf(text);
  const names = header?.fields ?? [];
  if (!isHeader(names)) {
    throw new HeadroomError(
      "format-unknown",
      "This is not a valid Taurus final-stats CSV: its header is different.",
      {
        line: header?.line ?? 1,
        hint: "Send the file from the dump-csv setting of the final-stats module.",
      },
    );
  }
  const groups = rows.map(({ fields, line }): Group => {
    if (fields.length !== names.length)
      throw unreadable(line, `it has ${fields.length} of ${names.length} columns`);
    const values = new Map(names.map((name, column) => [name, fields[column] ?? ""]));
    return { label: values.get("label") ?? "", values, line };
  });
  if (groups.length === 0) throw unreadable(header?.line ?? 1, "there is no row after the header");
  return giveGroups(groups, sink, findings, { format: "taurus-csv", durationSeconds: null });
}

export function isHeader(names: readonly string[]): boolean {
  return names[0] === "label" && COLUMNS.every((column) => names.includes(column));
}

interface Line {
  fields: string[];
  line: number;
}

function recordsOf(text: string): Line[] {
  const bytes = Buffer.from(text);
  const end = new RecordEnd();
  const fields = new RecordFields();
  const records: Line[] = [];
  let line = 1;
  for (let at = 0; at < bytes.length;) {
    end.reset();
    const next = end.find(bytes, at, bytes.length, COMMA);
    // Every row ends with a newline; without it the last figure may have lost digits.
    if (next < 0)
      throw new HeadroomError("file-truncated", `The file ends in the middle of line ${line}.`, { line });
    if (records.length > MAX_ROWS)
      throw unreadable(line, `it is row ${records.length} of at most ${MAX_ROWS}`);
    if (isBlank(bytes, at, next)) {
      line += 1;
      at = next;
      continue;
    }
    fields.split(bytes, at, next, COMMA);
    const texts = Array.from({ length: fields.count }, (_, field) => fields.text(field));
    if (texts.some((value) => value !== "")) records.push({ fields: texts, line });
    line += bytes.subarray(at, next).toString("latin1").split("\n").length - 1;
    at = next;
  }
  return records;
}

function isBlank(bytes: Uint8Array, at: number, next: number): boolean {
  return bytes[at] === NEWLINE || (bytes[at] === CARRIAGE_RETURN && next === at + 2);
}

function unreadable(line: number, why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `Line ${line} cannot be read: ${why}.`, {
    line,
    hint: "Send the file exactly as the final-stats module of Taurus wrote it.",
  });
}
