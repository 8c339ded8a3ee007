import type { RecordFields } from "../../text/record.ts";

/** The columns that the parser reads; JMeter's own names, which are also the header's. */
const READ_COLUMNS = [
  "timeStamp",
  "elapsed",
  "label",
  "responseCode",
  "responseMessage",
  "threadName",
  "dataType",
  "success",
  "failureMessage",
  "bytes",
  "sentBytes",
  "allThreads",
  "URL",
  "Latency",
  "Connect",
  "SampleCount",
] as const;
export type ReadColumn = (typeof READ_COLUMNS)[number];

/** Where each column of a file stands, and what parts them. */
export interface Layout {
  delimiter: number;
  columns: readonly string[];
  /** The place of a column, or -1. The first of a name counts. */
  at: Record<ReadColumn, number>;
  /** The place of the column with each request's trace, or -1: the script names it in `sample_variables`. */
  traceAt: number;
  duplicates: string[];
}

export type LayoutReading =
  | { kind: "header"; layout: Layout }
  | { kind: "headerless"; layout: Layout }
  | { kind: "none"; reason: string };

const TRACE_NAMES = ["traceparent", "trace_id", "traceid", "trace-id", "x-b3-traceid"];

const OWN_NAMES = ["label", "responseCode", "responseMessage", "threadName", "failureMessage", "allThreads"];
const MIN_OWN_NAMES = 3;

const DELIMITERS = [",", ";", "\t", "|"];
/** Any sign can be set as the delimiter. It stands behind what a line begins with: a column's name, or a time. */
const OTHER_DELIMITER =
  /^(?:timeStamp|elapsed|label|\d{13}|\d{2,4}[-/.]\d\d[-/.]\d{2,4}[ T]\d\d:\d\d:\d\d[.\d]{0,10})([^\w\s"])/;

// What JMeter writes when jmeter.save.saveservice is left alone: with URL since 4.0, without it before.
const DEFAULT_COLUMNS = [
  "timeStamp",
  "elapsed",
  "label",
  "responseCode",
  "responseMessage",
  "threadName",
  "dataType",
  "success",
  "failureMessage",
  "bytes",
  "sentBytes",
  "grpThreads",
  "allThreads",
  "URL",
  "Latency",
  "IdleTime",
  "Connect",
];
const DEFAULT_COLUMNS_BEFORE_4 = DEFAULT_COLUMNS.filter((name) => name !== "URL");

/** Reads the first line of a file: a header, a row in the default order, or neither. */
export function readLayout(line: string): LayoutReading {
  let reason =
    'its first line is neither a header with "timeStamp" nor a row that starts with a time and a latency';
  for (const delimiter of delimitersOf(line)) {
    const fields = splitFields(line, delimiter);
    const names = fields.map((name) => name.trim());
    const layout = layoutOfNames(names, delimiter.charCodeAt(0));
    if (layout !== null) return { kind: "header", layout };
    if (names.includes("timeStamp")) {
      reason = 'its header has a "timeStamp" column but no "elapsed" column';
    }
    const columns = defaultColumnsOf(fields);
    if (columns !== null) return { kind: "headerless", layout: layoutOf(columns, delimiter.charCodeAt(0)) };
  }
  return { kind: "none", reason };
}

/** The layout that a header of these names begins, if it is one. */
export function layoutOfNames(names: readonly string[], delimiter: number): Layout | null {
  if (!names.includes("elapsed")) return null;
  // With the setting timestamp_format=none there is no time; then other names must be JMeter's.
  const others = OWN_NAMES.filter((name) => names.includes(name)).length;
  return names.includes("timeStamp") || others >= MIN_OWN_NAMES ? layoutOf(names, delimiter) : null;
}

/** Whether it is known which requests failed. */
export function tellsErrors({ at }: Pick<Layout, "at">): boolean {
  return at.success >= 0 || at.responseCode >= 0;
}

/** What a reader of the run should know of the columns that it has, or lacks. */
export function* warningsOf({ at, duplicates }: Layout): Generator<{ code: string; detail: string }> {
  for (const name of duplicates) {
    yield { code: "duplicate-column", detail: `The column "${name}" appears twice; the first one was used.` };
  }
  if (at.timeStamp < 0) {
    yield {
      code: "no-time-column",
      detail:
        "Rows have no time. The run only has totals, and redirects are indistinguishable from requests.",
    };
  }
  if (at.label < 0)
    yield {
      code: "no-label-column",
      detail: "Rows have no label. All requests are counted under one label.",
    };
  if (at.success < 0) {
    const how = tellsErrors({ at })
      ? "failures were detected by responseCode"
      : "failed requests are unknown";
    yield { code: "no-success-column", detail: `There is no "success" column: ${how}.` };
  }
  if (at.responseMessage < 0) {
    yield {
      code: "transactions-untold",
      detail:
        at.dataType >= 0 && at.URL >= 0
          ? 'There is no "responseMessage" column: rows without a data type and URL were treated as Transaction Controllers.'
          : 'There is no "responseMessage" column: any Transaction Controller rows are counted as requests.',
    };
  }
}

export function messageOf(fields: RecordFields, { at }: Layout): string {
  return at.responseMessage < 0 ? "" : fields.text(at.responseMessage);
}

function delimitersOf(line: string): readonly string[] {
  const other = OTHER_DELIMITER.exec(line)?.[1];
  return other === undefined || other > "\x7f" || DELIMITERS.includes(other)
    ? DELIMITERS
    : [...DELIMITERS, other];
}

function layoutOf(columns: readonly string[], delimiter: number): Layout {
  const at = Object.fromEntries(READ_COLUMNS.map((name) => [name, columns.indexOf(name)]));
  return {
    delimiter,
    columns,
    at: at as Record<ReadColumn, number>,
    traceAt: columns.findIndex((name) => TRACE_NAMES.includes(name.toLowerCase())),
    duplicates: READ_COLUMNS.filter((name) => columns.indexOf(name) !== columns.lastIndexOf(name)),
  };
}

/** The default columns if this row has their shape: a time, a latency, and true or false in the eighth place. */
function defaultColumnsOf(fields: readonly string[]): readonly string[] | null {
  const [time = "", elapsed = ""] = fields;
  const timed = /^\d{13}$/.test(time) || /^\d{2,4}[-/.]\d\d[-/.]\d{2,4}[ T]\d\d:\d\d:\d\d/.test(time);
  if (!timed || !/^\d+$/.test(elapsed) || !/^(true|false)$/i.test(fields[7] ?? "")) return null;
  if (fields.length === DEFAULT_COLUMNS.length) return DEFAULT_COLUMNS;
  if (fields.length === DEFAULT_COLUMNS_BEFORE_4.length) return DEFAULT_COLUMNS_BEFORE_4;
  // Another choice of columns: what stands behind `success` cannot be told, its places keep no name.
  return fields.map((_, index) => (index < 8 ? (DEFAULT_COLUMNS[index] ?? "") : ""));
}

/** Splits one whole CSV record given as text. */
function splitFields(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const [field, end] = line[at] === '"' ? quotedField(line, at) : plainField(line, at, delimiter);
    fields.push(field);
    if (line[end] !== delimiter) return fields;
    at = end + 1;
  }
}

function plainField(line: string, at: number, delimiter: string): [string, number] {
  const found = line.indexOf(delimiter, at);
  const end = found < 0 ? line.length : found;
  return [line.slice(at, end), end];
}

function quotedField(line: string, at: number): [string, number] {
  let end = at + 1;
  while (end < line.length && (line[end] !== '"' || line[end + 1] === '"')) end += line[end] === '"' ? 2 : 1;
  return [line.slice(at + 1, end).replaceAll('""', '"'), end + 1];
}
