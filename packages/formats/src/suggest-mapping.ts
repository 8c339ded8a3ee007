import { fieldsOf } from "./file/generic-csv/layout.ts";
import type { ColumnMapping } from "./mapping.ts";
import { matchesMapping } from "./mapping-detection.ts";
import { plainRolesOf } from "./mapping-names.ts";
import { decodeHead } from "./text/text-encoding.ts";

export interface MappingSuggestion {
  mapping: ColumnMapping;
  /** What the values look like: `"took" looks like seconds`. */
  why: string;
}

type Unit = "s" | "ms" | "us" | "ns";
const UNIT_NAMES: Record<Unit, string> = {
  s: "seconds",
  ms: "milliseconds",
  us: "microseconds",
  ns: "nanoseconds",
};

const LATENCY =
  /^(latency|duration|elapsed|took|response_?time|request_?time|time_?taken|total_?time|rt|lat)(_?(ns|us|ms|s|sec|seconds|millis|micros|nanos))?$/i;
const TIME =
  /^(timestamp|time|ts|date|datetime|start|started|start_?time|started_?at|epoch|at)(_?(ns|us|ms|s))?$/i;
const ROWS = 20;

/** What a CSV or NDJSON file holds: the names of its columns, and its first rows. */
export interface Table {
  names: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The mapping that reads a CSV or NDJSON file whose columns have names, but no units. Null if that isn't clear. */
export function suggestMapping(head: Uint8Array): MappingSuggestion | null {
  const table = readTable(head);
  if (table === null) return null;
  const valuesOf = (name: string) =>
    table.rows.map((row) => row[table.names.indexOf(name)] ?? "").filter((value) => value !== "");
  const latency = table.names.find((name) => LATENCY.test(name.trim()));
  if (latency === undefined) return null;
  const unit = latencyUnit(valuesOf(latency));
  if (unit === null) return null;
  const time = table.names.find((name) => name !== latency && TIME.test(name.trim()));
  const timeUnit = time === undefined ? null : timeUnitOf(valuesOf(time));
  const mapping: ColumnMapping = {
    latency: { column: latency, unit },
    ...(time === undefined || timeUnit === null ? {} : { time: { column: time, unit: timeUnit } }),
    ...otherRoles(table.names, valuesOf),
    ...plainRolesOf(table.names),
  };
  if (!matchesMapping(head, mapping).match) return null;
  return { mapping, why: `“${latency}” looks like ${UNIT_NAMES[unit]}` };
}

/** Names that are clear enough for a suggestion, though not to read a file by. */
function otherRoles(
  names: readonly string[],
  valuesOf: (name: string) => readonly string[],
): Partial<ColumnMapping> {
  const status = names.find(
    (name) =>
      /^(status|code|http_?status)$/i.test(name) &&
      valuesOf(name).every((value) => /^[1-5]\d\d$/.test(value)),
  );
  const label = names.find((name) => /^(url|path|name|request|transaction|route)$/i.test(name));
  return { ...(status === undefined ? {} : { status }), ...(label === undefined ? {} : { label }) };
}

/** Null: it isn't a table with named columns. */
export function readTable(head: Uint8Array): Table | null {
  const text = decodeHead(head)
    .replace(/^\uFEFF/, "")
    .trimStart();
  // The last line of the head may be cut off.
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, ROWS + 1);
  const [first] = lines;
  if (first === undefined || lines.length < 2) return null;
  if (first.startsWith("{")) return recordsOf(lines);
  for (const delimiter of [",", ";", "\t", "|"]) {
    const names = fieldsOf(first, delimiter);
    if (names === null || names.length < 2) continue;
    return { names, rows: lines.slice(1).map((line) => fieldsOf(line, delimiter) ?? []) };
  }
  return null;
}

function recordsOf(lines: readonly string[]): Table | null {
  const records = lines.flatMap((line): Record<string, unknown>[] => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [{ ...value }] : [];
    } catch {
      return [];
    }
  });
  const names = Object.keys(records[0] ?? {});
  return { names, rows: records.map((record) => names.map((name) => textOf(record[name]))) };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** By the median: a request takes between a tenth of a millisecond and some minutes. */
function latencyUnit(values: readonly string[]): Unit | null {
  const numbers = values.map(Number).toSorted((a, b) => a - b);
  const median = numbers[Math.floor(numbers.length / 2)];
  if (median === undefined || !numbers.every((value) => value >= 0)) return null;
  const isWhole = numbers.every((value) => Number.isInteger(value));
  if (!isWhole) return median < 5 ? "s" : "ms";
  if (median >= 2_000_000) return "ns";
  return median >= 5_000 ? "us" : "ms";
}

function timeUnitOf(values: readonly string[]): Unit | "iso" | null {
  const [first] = values;
  if (first === undefined) return null;
  if (/^\d{4}-\d\d-\d\d[T ]/.test(first)) return "iso";
  const value = Number(first);
  if (!(value >= 1e8)) return null;
  if (value < 1e11) return "s";
  if (value < 1e14) return "ms";
  return value < 1e17 ? "us" : "ns";
}
