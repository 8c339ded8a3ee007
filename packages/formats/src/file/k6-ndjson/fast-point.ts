import { FNV_BASIS, hashStep } from "../../text/label-table.ts";
import type { LabelTable } from "../../text/label-table.ts";
import { latin1, UrlHosts } from "../../text/url-hosts.ts";
import { NEWLINE } from "../../text/line-feed.ts";
import { startsWith } from "./metrics.ts";
import type { Meaning } from "./metrics.ts";
import { NO_NAME, NO_TRACE } from "./point.ts";
import type { Point } from "./point.ts";
import type { TimeReader } from "./time-reader.ts";

const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const BACKSLASH = 92;
const BRACE_CLOSE = 125;
/** More digits could need rounding before the division below, which is exact only up to 2^53. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

const AFTER_METRIC = Buffer.from('","type":"Point","data":{"time":"');
const AFTER_TIME = Buffer.from('","value":');
const AFTER_VALUE = Buffer.from(',"tags":{');
const AFTER_TAGS = Buffer.from("}}");
/** What separates the key of a tag from its value. */
const BETWEEN = Buffer.from('":"');
const NAME = Buffer.from("name");
const URL = Buffer.from("url");
const STATUS = Buffer.from("status");
const EXPECTED_RESPONSE = Buffer.from("expected_response");
const TRACE_ID = Buffer.from("trace_id");
const TRUE = Buffer.from("true");

/**
 * Reads a point in the one order and spelling that k6 writes: metric, type, data with time, value, tags; no escapes.
 * What differs in anything it leaves to JSON.parse.
 */
export class FastPoint {
  readonly #point: Point;
  readonly #labels: LabelTable;
  readonly #hosts = new UrlHosts();
  readonly #times: TimeReader;
  /** Where the reading stands. */
  #at = 0;
  #name = 0;
  #nameEnd = 0;
  #url = 0;
  #urlEnd = 0;
  #trace = 0;
  #traceEnd = 0;

  constructor(point: Point, labels: LabelTable, times: TimeReader) {
    this.#point = point;
    this.#labels = labels;
    this.#times = times;
  }

  /** Fills the point from the line whose metric's name ends at `metricEnd`; false leaves it to JSON.parse. */
  read(bytes: Uint8Array, metricEnd: number, meaning: Meaning): boolean {
    this.#at = metricEnd;
    if (!this.#take(bytes, AFTER_METRIC)) return false;
    const time = this.#at;
    const timeEnd = endOfString(bytes, time);
    this.#at = timeEnd;
    if (!this.#take(bytes, AFTER_TIME) || !this.#readValue(bytes)) return false;
    if (!this.#take(bytes, AFTER_VALUE) || !this.#readTags(bytes) || !this.#take(bytes, AFTER_TAGS))
      return false;
    const end = bytes[this.#at];
    if (end !== NEWLINE && !(end === 13 && bytes[this.#at + 1] === NEWLINE)) return false;
    const completed = this.#times.read(bytes, time, timeEnd);
    if (Number.isNaN(completed)) return false;
    this.#point.meaning = meaning;
    this.#point.completedMicros = completed;
    this.#point.label = this.#findLabel(bytes);
    this.#point.host = this.#hosts.find(bytes, this.#url, this.#urlEnd);
    const trace = this.#trace;
    const traceEnd = this.#traceEnd;
    this.#point.readTrace = trace === traceEnd ? NO_TRACE : () => latin1(bytes, trace, traceEnd);
    return true;
  }

  #take(bytes: Uint8Array, text: Uint8Array): boolean {
    if (!startsWith(bytes, this.#at, text)) return false;
    this.#at += text.length;
    return true;
  }

  #readValue(bytes: Uint8Array): boolean {
    const from = this.#at;
    let at = from;
    let digits = 0;
    let point = -1;
    for (let byte = bytes[at] as number; byte !== COMMA; byte = bytes[++at] as number) {
      if (byte >= ZERO && byte <= 57) digits = digits * 10 + byte - ZERO;
      else if (byte === 46 && point < 0 && at > from) point = at;
      else return false;
    }
    const decimals = exactDecimals(bytes, from, at, point);
    if (decimals < 0) return false;
    // Both sides are exact, so the quotient is the double that JSON.parse makes of the same digits.
    this.#point.value = digits / (POWERS[decimals] as number);
    this.#at = at;
    return true;
  }

  /** Reads up to the brace that closes the tags, and past it. */
  #readTags(bytes: Uint8Array): boolean {
    this.#name = this.#nameEnd = this.#url = this.#urlEnd = this.#trace = this.#traceEnd = 0;
    this.#point.expected = null;
    this.#point.status = null;
    let at = this.#at;
    while (bytes[at] !== BRACE_CLOSE) {
      at = this.#readTag(bytes, at);
      if (at < 0) return false;
      if (bytes[at] === COMMA) at += 1;
      else if (bytes[at] !== BRACE_CLOSE) return false;
    }
    this.#at = at + 1;
    if (this.#nameEnd === this.#name) {
      this.#name = this.#url;
      this.#nameEnd = this.#urlEnd;
    }
    return true;
  }

  /** Returns the position after the tag at `at`, or -1. */
  #readTag(bytes: Uint8Array, at: number): number {
    const key = at + 1;
    const keyEnd = endOfString(bytes, key);
    const value = keyEnd + BETWEEN.length;
    if (bytes[at] !== QUOTE || !startsWith(bytes, keyEnd, BETWEEN)) return -1;
    const end = endOfString(bytes, value);
    if (bytes[end] !== QUOTE) return -1;
    if (isKey(bytes, key, keyEnd, NAME)) {
      this.#name = value;
      this.#nameEnd = end;
    } else if (isKey(bytes, key, keyEnd, URL)) {
      this.#url = value;
      this.#urlEnd = end;
    } else if (isKey(bytes, key, keyEnd, STATUS)) this.#point.status = smallNumber(bytes, value, end);
    else if (isKey(bytes, key, keyEnd, EXPECTED_RESPONSE))
      this.#point.expected = isKey(bytes, value, end, TRUE);
    else if (isKey(bytes, key, keyEnd, TRACE_ID)) {
      this.#trace = value;
      this.#traceEnd = end;
    }
    return end + 1;
  }

  #findLabel(bytes: Uint8Array): number {
    if (this.#name === this.#nameEnd) return this.#labels.findText(NO_NAME);
    let hash = FNV_BASIS;
    for (let at = this.#name; at < this.#nameEnd; at++) hash = hashStep(hash, bytes[at] as number);
    return this.#labels.find(bytes, this.#name, this.#nameEnd, hash);
  }
}

/** The closing quote; or a backslash or the line's end, which no plain string holds. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (
    let byte = bytes[at] as number;
    byte > BACKSLASH || (byte !== QUOTE && byte !== BACKSLASH && byte !== NEWLINE);
    byte = bytes[++at] as number
  );
  return at;
}

function isKey(bytes: Uint8Array, from: number, to: number, key: Uint8Array): boolean {
  return to - from === key.length && startsWith(bytes, from, key);
}

/** The number of digits after the point; -1 if this isn't how JSON writes a number, or a double can't hold it exactly. */
function exactDecimals(bytes: Uint8Array, from: number, to: number, point: number): number {
  const digits = to - from - (point < 0 ? 0 : 1);
  const decimals = point < 0 ? 0 : to - point - 1;
  if (digits === 0 || digits > EXACT_DIGITS) return -1;
  if (point >= 0 && decimals === 0) return -1;
  const leadsWithZero = bytes[from] === ZERO && digits - decimals > 1;
  return leadsWithZero ? -1 : decimals;
}

function smallNumber(bytes: Uint8Array, from: number, to: number): number | null {
  if (to === from || to - from > 4) return null;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value;
}
