import { ALL_REQUESTS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { MappedRow } from "../../mapping-totals.ts";
import type { Column, ColumnMapping } from "../../mapping.ts";
import type { MappedSamples } from "../../mapping-samples.ts";
import { goodValues } from "../../mapping-success.ts";
import type { DateReader } from "../../text/date-reader.ts";
import { MICRO_SHIFT, readMicros } from "../../text/micros.ts";
import { durationMicros } from "../../text/unit-value.ts";

/** Labels past it are asked for each time, so that a file of new ones cannot fill the memory. */
const LABELS_KEPT = 32_768;

type Line = Readonly<Record<string, unknown>>;

/** Fills a row from the object of a line. What is not a number becomes NaN; whoever takes the row judges that. */
export class JsonRow {
  readonly #row: MappedRow;
  readonly #mapping: ColumnMapping;
  readonly #labelPaths: readonly Path[];
  readonly #good: ReadonlySet<string>;
  readonly #sink: SampleSink;
  readonly #labels = new Map<string, number>();
  readonly #dates: DateReader;
  readonly #paths: Readonly<Record<"time" | "latency" | "success" | "status" | "error", Path | null>> &
    Readonly<Record<"reason" | "items" | "bytes" | "users", Path | null>>;

  constructor(
    mapping: ColumnMapping,
    sink: SampleSink,
    { row, dates }: Pick<MappedSamples, "row" | "dates">,
  ) {
    const { time, latency, success, status, error, reason, items, bytes, users, label = [] } = mapping;
    this.#row = row;
    this.#dates = dates;
    this.#mapping = mapping;
    this.#paths = {
      time: pathOf(time?.column),
      latency: pathOf(latency.column),
      success: pathOf(success?.column),
      status: pathOf(status),
      error: pathOf(error),
      reason: pathOf(reason),
      items: pathOf(items),
      bytes: pathOf(bytes),
      users: pathOf(users),
    };
    this.#labelPaths = (Array.isArray(label) ? label : [label]).flatMap((column) => pathOf(column) ?? []);
    this.#good = new Set(goodValues(success));
    this.#sink = sink;
  }

  read(line: Line): void {
    const row = this.#row;
    const { time, latency, items, bytes, users } = this.#paths;
    const { time: when, latency: took } = this.#mapping;
    row.timeMicros = time === null ? 0 : this.#micros(valueAt(line, time), when?.unit ?? "iso");
    row.latencyMicros = latency === null ? Number.NaN : this.#micros(valueAt(line, latency), took.unit);
    row.items = items === null ? 1 : (countOf(valueAt(line, items)) ?? 0);
    row.bytes = bytes === null ? 0 : (countOf(valueAt(line, bytes)) ?? 0);
    row.users = users === null ? null : countOf(valueAt(line, users));
    this.#readFailure(line);
  }

  /** The sink's number of the line's label. */
  label(line: Line): number {
    if (this.#labelPaths.length === 0) return ALL_REQUESTS;
    const [only, ...more] = this.#labelPaths.map((path) => textOf(valueAt(line, path)));
    const name = more.length === 0 ? only : [only, ...more].filter((text) => text !== "").join(" ");
    return this.#numberOf(name === undefined || name === "" ? "(no label)" : name);
  }

  #numberOf(name: string): number {
    const known = this.#labels.get(name);
    if (known !== undefined) return known;
    const number = this.#sink.label(name, "request");
    if (this.#labels.size < LABELS_KEPT) this.#labels.set(name, number);
    return number;
  }

  #micros(value: unknown, unit: keyof typeof MICRO_SHIFT | "iso" | "written"): number {
    if (unit === "written") {
      const micros = durationMicros(textOf(value));
      return micros === null ? Number.NaN : Math.round(micros);
    }
    return unit === "iso" ? this.#date(value) : scaled(value, MICRO_SHIFT[unit]);
  }

  #date(value: unknown): number {
    const text = Buffer.from(typeof value === "string" ? value.trim() : "");
    const micros = this.#dates.read(text, 0, text.length);
    this.#row.hasDate = true;
    return micros;
  }

  #readFailure(line: Line): void {
    const { success, status, error, reason } = this.#paths;
    const row = this.#row;
    const errorText = error === null ? "" : failureText(valueAt(line, error));
    const isBad = status !== null && isBadStatus(valueAt(line, status));
    const isGood = success === null || this.#good.has(textOf(valueAt(line, success)).toLowerCase());
    row.failed = errorText !== "" || isBad || !isGood;
    row.reason = "";
    if (!row.failed) return;
    if (reason !== null) row.reason = textOf(valueAt(line, reason));
    if (row.reason === "") row.reason = errorText;
    if (row.reason === "" && isBad && status !== null) row.reason = textOf(valueAt(line, status));
  }
}

/** A name that stands there as it is, and the names that its dots part. */
interface Path {
  whole: string;
  names: readonly string[];
}

function pathOf(column: Column | undefined): Path | null {
  return column === undefined ? null : { whole: String(column), names: String(column).split(".") };
}

/** What a line has in a column. */
export function valueIn(line: Line, column: Column): unknown {
  const path = pathOf(column);
  return path === null ? undefined : valueAt(line, path);
}

function valueAt(line: Line, { whole, names }: Path): unknown {
  if (Object.hasOwn(line, whole)) return line[whole];
  let value: unknown = line;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Line)[name];
  }
  return value;
}

/** A value as text; nothing is empty. An object is its message: it can be deeper than any stack. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return "";
  const message: unknown = Object.hasOwn(value, "message") ? (value as Line)["message"] : null;
  return typeof message === "string" && message.trim() !== "" ? message.trim() : "(an object)";
}

/** Tools write `false`, `null` or nothing where there was no error. */
function failureText(value: unknown): string {
  return value === false ? "" : textOf(value);
}

function isBadStatus(value: unknown): boolean {
  const status = scaled(value, 0);
  return !(status >= 100 && status < 400);
}

function countOf(value: unknown): number | null {
  return textOf(value) === "" ? null : scaled(value, 0);
}

/** By the digits of the number, so that its binary fraction does not move a microsecond. */
function scaled(value: unknown, shift: number): number {
  if (typeof value !== "number" && typeof value !== "string") return Number.NaN;
  if (typeof value === "number" && shift >= 0 && Number.isInteger(value)) return value * 10 ** shift;
  const digits = Buffer.from(textOf(value));
  return readMicros(digits, 0, digits.length, shift);
}
