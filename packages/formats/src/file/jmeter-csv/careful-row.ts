import { DAY_MILLIS, isPlausibleTime } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { DateReader } from "../../text/date-reader.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import { RecordFields } from "../../text/record.ts";
import { hasCode } from "../../text/status-codes.ts";
import type { Layout, ReadColumn } from "./layout.ts";
import { firstByteOf } from "./request-gauges.ts";
import type { RowFailures } from "./row-failures.ts";
import type { Row } from "./row.ts";
import { TRANSACTION_MESSAGE } from "./wording.ts";

const BASIS = 0x811c9dc5;
const FACTOR = 0x9e3779b1;

/** A hash of bytes[from..to) by four bytes a step, as row-scan.wat takes it: rows of either way must agree on it. */
function textHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = BASIS ^ (to - from);
  for (let at = from; at < to; at += 4) {
    let word = 0;
    for (let index = Math.min(4, to - at) - 1; index >= 0; index--) {
      word = (word << 8) | (bytes[at + index] as number);
    }
    hash = Math.imul(hash ^ word, FACTOR);
    hash ^= hash >>> 15;
  }
  return hash;
}

const MICROS_PER_MILLI = 1_000;
const MAX_MILLIS = 30 * DAY_MILLIS;
const MESSAGE_OF_TRANSACTION = Buffer.from(TRANSACTION_MESSAGE);
const NO_LABEL = Buffer.from("(no label)");

/** How rows of one layout are read; a file that others were appended to has several after each other. */
export interface Reading {
  layout: Layout;
  careful: CarefulRow;
  failures: RowFailures;
}

/** Reads any row: quotes, dates, missing columns. Says of a row that it cannot read which column is to blame, and why. */
export class CarefulRow {
  readonly #row: Row;
  readonly #layout: Layout;
  readonly #isTimed: boolean;
  #fields = new RecordFields();
  readonly dates: DateReader;
  /** Whether the last row's time was a date. */
  hadDate = false;
  /** The bytes in which the last row's label lies. */
  labelBytes: Uint8Array = NO_LABEL;

  /** `isTimed`: the file's rows have times, so that one without would be out of place. */
  constructor(layout: Layout, row: Row, isTimed: boolean, zone?: string) {
    this.dates = new DateReader(zone);
    this.#layout = layout;
    this.#row = row;
    this.#isTimed = isTimed;
  }

  /** Fills the row from a record's fields; answers why not if it cannot. */
  read(fields: RecordFields): RowRefusal | null {
    this.#fields = fields;
    const wrong = this.#wrongShape() ?? this.#readTime() ?? this.#readElapsed() ?? this.#readSampleCount();
    if (wrong !== null) return wrong;
    this.#readLabel();
    this.#readKind();
    this.#row.threadHash = this.#threadHash();
    this.#row.failed = this.#readFailed();
    const code = this.#digits("responseCode", 3) ?? 0;
    this.#row.code = hasCode(code) ? code : 0;
    this.#row.toOtherHost = this.#layout.at.URL >= 0;
    this.#row.bytes = this.#digits("bytes", 15) ?? 0;
    this.#row.firstByteMillis = firstByteOf(this.#digits("Latency", 8) ?? -1, this.#row.failed);
    this.#row.connectMillis = this.#digits("Connect", 8) ?? -1;
    this.#row.sentBytes = this.#digits("sentBytes", 8) ?? -1;
    return null;
  }

  #wrongShape(): RowRefusal | null {
    const { count } = this.#fields;
    const wanted = this.#layout.columns.length;
    if (count === wanted || (count > wanted && this.#onlyEmptyPast(wanted))) return null;
    return { column: null, reason: () => `has ${count} of ${wanted} columns` };
  }

  #onlyEmptyPast(column: number): boolean {
    for (let extra = column; extra < this.#fields.count; extra++) {
      if (this.#fields.to(extra) > this.#fields.from(extra)) return false;
    }
    return true;
  }

  #readTime(): RowRefusal | null {
    const field = this.#layout.at.timeStamp;
    const fields = this.#fields;
    if (field < 0)
      return this.#isTimed ? { column: "timeStamp", reason: () => "timeStamp is missing" } : null;
    const millis = this.#digits("timeStamp", 15);
    const micros =
      millis === null
        ? this.dates.read(fields.bytes, fields.from(field), fields.to(field))
        : millis * MICROS_PER_MILLI;
    if (Number.isNaN(micros)) return this.#refusal("timeStamp", "is neither epoch milliseconds nor a date");
    if (!isPlausibleTime(micros)) {
      return this.#refusal("timeStamp", "is not between 2000 and 2100 in epoch milliseconds");
    }
    this.#row.timeMicros = micros;
    this.hadDate = millis === null;
    return null;
  }

  #readElapsed(): RowRefusal | null {
    const elapsed = this.#digits("elapsed", 15);
    if (elapsed === null) {
      const field = this.#layout.at.elapsed;
      if (this.#fields.to(field) === this.#fields.from(field))
        return { column: "elapsed", reason: () => "elapsed is empty" };
      const negative = this.#fields.bytes[this.#fields.from(field)] === 45;
      return this.#refusal("elapsed", negative ? "is negative" : "is not a whole number of milliseconds");
    }
    if (elapsed > MAX_MILLIS) return this.#refusal("elapsed", "is longer than 30 days");
    this.#row.elapsedMillis = elapsed;
    return null;
  }

  #readSampleCount(): RowRefusal | null {
    if ((this.#digits("SampleCount", 9) ?? 1) <= 1) return null;
    return this.#refusal(
      "SampleCount",
      "shows that the row combines several requests, whose individual latencies are not in the file",
    );
  }

  #readLabel(): void {
    const field = this.#layout.at.label;
    const row = this.#row;
    this.labelBytes = field < 0 ? NO_LABEL : this.#fields.bytes;
    row.labelFrom = field < 0 ? 0 : this.#fields.from(field);
    row.labelTo = field < 0 ? NO_LABEL.length : this.#fields.to(field);
  }

  #readKind(): void {
    const { responseMessage, dataType, URL } = this.#layout.at;
    const fields = this.#fields;
    const isTypeless = dataType >= 0 && fields.isEmpty(dataType);
    if (responseMessage < 0) {
      // The only other marks of a Transaction Controller: it received no type of data, from no address.
      this.#row.isTransaction = isTypeless && URL >= 0 && fields.is(URL, "null");
      this.#row.isBare = false;
      return;
    }
    const from = fields.from(responseMessage);
    this.#row.isTransaction = startsWith(fields.bytes, from, MESSAGE_OF_TRANSACTION);
    const isFromNowhere = URL < 0 || fields.isEmpty(URL) || fields.is(URL, "null");
    this.#row.isBare = isTypeless && isFromNowhere && fields.isEmpty(responseMessage);
  }

  #readFailed(): boolean {
    const { success, responseCode } = this.#layout.at;
    if (success >= 0) return !this.#fields.is(success, "true");
    if (responseCode < 0) return false;
    const code = this.#digits("responseCode", 3);
    return code === null || code < 100 || code >= 400;
  }

  #threadHash(): number {
    const field = this.#layout.at.threadName;
    return field < 0 ? 0 : textHash(this.#fields.bytes, this.#fields.from(field), this.#fields.to(field));
  }

  /** The whole number in a column, or null where it is absent or is none. */
  #digits(column: ReadColumn, most: number): number | null {
    const field = this.#layout.at[column];
    if (field < 0) return null;
    const from = this.#fields.from(field);
    const to = this.#fields.to(field);
    if (to === from || to - from > most) return null;
    let value = 0;
    for (let at = from; at < to; at++) {
      const digit = (this.#fields.bytes[at] as number) - 48;
      if (digit < 0 || digit > 9) return null;
      value = value * 10 + digit;
    }
    return value;
  }

  #refusal(column: ReadColumn, why: string): RowRefusal {
    return {
      column,
      reason: () => `${column} ${why}: ${quoted(this.#fields.text(this.#layout.at[column]))}`,
    };
  }
}

function startsWith(bytes: Uint8Array, from: number, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index++) if (bytes[from + index] !== prefix[index]) return false;
  return true;
}
