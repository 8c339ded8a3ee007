import { ALL_REQUESTS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { Warnings } from "../../findings.ts";
import type { MappedRow } from "../../mapping-totals.ts";
import type { Column, ColumnMapping } from "../../mapping.ts";
import type { MappedSamples } from "../../mapping-samples.ts";
import { goodValues } from "../../mapping-success.ts";
import type { DateReader } from "../../text/date-reader.ts";
import { FNV_BASIS, hashStep, LabelTable } from "../../text/label-table.ts";
import { MICRO_SHIFT, readMicros } from "../../text/micros.ts";
import type { RecordFields } from "../../text/record.ts";
import { decodeText } from "../../text/text-encoding.ts";
import { durationMicros } from "../../text/unit-value.ts";
import { placeOf } from "./layout.ts";
import type { Layout } from "./layout.ts";

const SPACE = 32;
const NONE = -1;

/** Fills a row from the fields of a record. What is not a number becomes NaN; whoever takes the row judges that. */
export class CsvRow {
  readonly #row: MappedRow;
  readonly #mapping: ColumnMapping;
  readonly #warnings: Warnings;
  readonly #places: Record<"time" | "latency" | "success" | "status" | "error" | "reason", number> &
    Record<"items" | "bytes" | "users", number>;
  readonly #labelPlaces: readonly number[];
  readonly #good: readonly Uint8Array[];
  readonly #labels: LabelTable;
  readonly #dates: DateReader;
  #joined = Buffer.alloc(256);
  #line = 0;
  /** Where the field last asked for lies, without the spaces around it. */
  #from = 0;
  #to = 0;

  constructor(
    { mapping, names }: Layout,
    sink: SampleSink,
    { row, dates }: Pick<MappedSamples, "row" | "dates">,
    warnings: Warnings,
  ) {
    const place = (column: Column | undefined) => (column === undefined ? NONE : placeOf(column, names));
    const { time, latency, success, status, error, reason, items, bytes, users, label = [] } = mapping;
    this.#row = row;
    this.#dates = dates;
    this.#mapping = mapping;
    this.#warnings = warnings;
    this.#places = {
      time: place(time?.column),
      latency: place(latency.column),
      success: place(success?.column),
      status: place(status),
      error: place(error),
      reason: place(reason),
      items: place(items),
      bytes: place(bytes),
      users: place(users),
    };
    this.#labelPlaces = (Array.isArray(label) ? label : [label]).map(place);
    this.#good = goodValues(success).map((value) => Buffer.from(value));
    this.#labels = new LabelTable(sink, { onLatin1: () => this.#warnLatin1() });
  }

  read(fields: RecordFields, line: number): void {
    const row = this.#row;
    const { time, latency, items, bytes, users } = this.#places;
    this.#line = line;
    row.timeMicros = time === NONE ? 0 : this.#time(fields, time);
    row.latencyMicros = this.#latency(fields, latency);
    row.items = items === NONE ? 1 : this.#count(fields, items);
    row.bytes = bytes === NONE ? 0 : this.#count(fields, bytes);
    row.users = users === NONE || this.#isEmpty(fields, users) ? null : this.#count(fields, users);
    this.#readFailure(fields);
  }

  #time(fields: RecordFields, place: number): number {
    const unit = this.#mapping.time?.unit ?? "iso";
    this.#find(fields, place);
    if (unit !== "iso") return readMicros(fields.bytes, this.#from, this.#to, MICRO_SHIFT[unit]);
    const micros = this.#dates.read(fields.bytes, this.#from, this.#to);
    this.#row.hasDate = true;
    return micros;
  }

  #latency(fields: RecordFields, place: number): number {
    const { unit } = this.#mapping.latency;
    this.#find(fields, place);
    if (unit !== "written") return readMicros(fields.bytes, this.#from, this.#to, MICRO_SHIFT[unit]);
    const micros = durationMicros(this.#text(fields));
    return micros === null ? Number.NaN : Math.round(micros);
  }

  #count(fields: RecordFields, place: number): number {
    this.#find(fields, place);
    return this.#from === this.#to ? 0 : readMicros(fields.bytes, this.#from, this.#to, 0);
  }

  /** The sink's number of the record's label. */
  label(fields: RecordFields): number {
    const [only, ...more] = this.#labelPlaces;
    if (only === undefined) return ALL_REQUESTS;
    if (more.length > 0) return this.#joinedLabel(fields);
    this.#find(fields, only);
    return this.#labelOf(fields.bytes, this.#from, this.#to);
  }

  #joinedLabel(fields: RecordFields): number {
    let written = 0;
    for (const place of this.#labelPlaces) {
      this.#find(fields, place);
      const length = this.#to - this.#from;
      if (length === 0) continue;
      if (written + length + 1 > this.#joined.length) {
        this.#joined = Buffer.concat([this.#joined], 2 * (written + length + 1));
      }
      if (written > 0) this.#joined[written++] = SPACE;
      this.#joined.set(fields.bytes.subarray(this.#from, this.#to), written);
      written += length;
    }
    return this.#labelOf(this.#joined, 0, written);
  }

  #labelOf(bytes: Uint8Array, from: number, to: number): number {
    const labels = this.#labels;
    if (from === to) return labels.number(labels.findText("(no label)"), "request");
    let hash = FNV_BASIS;
    for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
    return labels.number(labels.find(bytes, from, to, hash), "request");
  }

  #readFailure(fields: RecordFields): void {
    const { success, status, error, reason } = this.#places;
    const row = this.#row;
    const hasError = error !== NONE && !this.#isEmpty(fields, error);
    const hasBadStatus = status !== NONE && this.#isBadStatus(fields, status);
    row.failed = hasError || hasBadStatus || (success !== NONE && !this.#isGood(fields, success));
    row.reason = "";
    if (!row.failed) return;
    if (reason !== NONE) row.reason = this.#textAt(fields, reason);
    if (row.reason === "" && hasError) row.reason = this.#textAt(fields, error);
    if (row.reason === "" && hasBadStatus) row.reason = this.#textAt(fields, status);
  }

  #isBadStatus(fields: RecordFields, place: number): boolean {
    this.#find(fields, place);
    const status = readMicros(fields.bytes, this.#from, this.#to, 0);
    return !(status >= 100 && status < 400);
  }

  #isGood(fields: RecordFields, place: number): boolean {
    this.#find(fields, place);
    return this.#good.some((value) => isSame(fields.bytes, this.#from, this.#to, value));
  }

  #isEmpty(fields: RecordFields, place: number): boolean {
    this.#find(fields, place);
    return this.#from === this.#to;
  }

  #textAt(fields: RecordFields, place: number): string {
    this.#find(fields, place);
    return this.#text(fields);
  }

  #text(fields: RecordFields): string {
    return decodeText(fields.bytes.subarray(this.#from, this.#to), () => this.#warnLatin1());
  }

  #find(fields: RecordFields, place: number): void {
    const { bytes } = fields;
    let from = fields.from(place);
    let to = fields.to(place);
    while (from < to && bytes[from] === SPACE) from += 1;
    while (to > from && bytes[to - 1] === SPACE) to -= 1;
    this.#from = from;
    this.#to = to;
  }

  #warnLatin1(): void {
    this.#warnings.add("latin-1", "A line is not UTF-8 and was read as Latin-1.", this.#line);
  }
}

/** Whether bytes[from..to) is a lower-case value, whatever case its ASCII letters have. */
function isSame(bytes: Uint8Array, from: number, to: number, lowerCase: Uint8Array): boolean {
  if (to - from !== lowerCase.length) return false;
  for (let index = 0; index < lowerCase.length; index++) {
    const byte = bytes[from + index] as number;
    const isUpper = byte >= 65 && byte <= 90;
    if ((isUpper ? byte + 32 : byte) !== lowerCase[index]) return false;
  }
  return true;
}
