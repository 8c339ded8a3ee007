import { readDecimal } from "./decimal.ts";
import { NEWLINE } from "./line-feed.ts";

const QUOTE = 34;
const CARRIAGE_RETURN = 13;

/** Where a field of a record begins; its first byte may be a quote. */
const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
/** After a quote inside a quoted field: its end, or the first of two that mean one. */
const QUOTE_IN_QUOTED = 3;
/** The field continues after its closing quote: an earlier quote is missing. */
const BROKEN = 4;

/** What `RecordEnd.find` returns if there is no end. */
export const NO_END_YET = -1;
export const NO_RECORD = -2;

/** Finds where a record ends if a quoted field may contain newlines. Remembers its position, so that more bytes only add work. */
export class RecordEnd {
  #state = FIELD_START;
  #scanned = 0;

  /** How much of the record was searched: the cost of reading its lines again. */
  get scanned(): number {
    return this.#scanned;
  }

  /** The position after the newline that ends the record at `from`, or why there is none before `to`. */
  find(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
    let state = this.#state;
    for (let at = from + this.#scanned; at < to; at++) {
      const byte = bytes[at];
      if (byte === NEWLINE && state !== QUOTED) {
        this.reset();
        return at + 1;
      }
      state = next(state, byte as number, delimiter);
      if (state === BROKEN) {
        this.#scanned = at - from;
        return NO_RECORD;
      }
    }
    this.#state = state;
    this.#scanned = to - from;
    return NO_END_YET;
  }

  /** Call it before another record than the last one. */
  reset(): void {
    this.#state = FIELD_START;
    this.#scanned = 0;
  }
}

function next(state: number, byte: number, delimiter: number): number {
  const isQuote = byte === QUOTE;
  if (state === QUOTED) return isQuote ? QUOTE_IN_QUOTED : QUOTED;
  if (byte === delimiter) return FIELD_START;
  if (isQuote) return state === PLAIN ? PLAIN : QUOTED;
  return state === QUOTE_IN_QUOTED && byte !== CARRIAGE_RETURN ? BROKEN : PLAIN;
}

/** The fields of one record as positions in bytes, with quotes removed and doubled quotes reduced to one. */
export class RecordFields {
  bytes: Uint8Array = Buffer.alloc(0);
  count = 0;
  /** False if a quoted field had no end, or continued after it. */
  whole = true;
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #plain = Buffer.alloc(1_024);

  /** Splits bytes[from..to), a record with its newline. */
  split(bytes: Uint8Array, from: number, to: number, delimiter: number): void {
    let end = to - 1;
    if (end > from && bytes[end - 1] === CARRIAGE_RETURN) end -= 1;
    this.#begin(bytes);
    if (bytes.subarray(from, end).includes(QUOTE)) this.#splitQuoted(bytes, from, end, delimiter);
    else this.#splitAt(bytes, from, end, delimiter);
  }

  /** The same if a quote is an ordinary character. */
  splitPlain(bytes: Uint8Array, from: number, to: number, delimiter: number): void {
    let end = to - 1;
    if (end > from && bytes[end - 1] === CARRIAGE_RETURN) end -= 1;
    this.#begin(bytes);
    this.#splitAt(bytes, from, end, delimiter);
  }

  /**
   * Splits the record at `from`, which ends with a newline, in one pass. Returns the position after it; -1 if it contains a
   * quote and has to be left to `split`.
   */
  splitUnquoted(bytes: Uint8Array, from: number, delimiter: number): number {
    this.#begin(bytes);
    let begin = from;
    let at = from;
    for (; bytes[at] !== NEWLINE; at++) {
      const byte = bytes[at];
      if (byte === delimiter) {
        this.#push(begin, at);
        begin = at + 1;
      } else if (byte === QUOTE) return -1;
    }
    this.#push(begin, at > begin && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at);
    return at + 1;
  }

  from(field: number): number {
    return field < this.count ? (this.#from[field] as number) : 0;
  }

  to(field: number): number {
    return field < this.count ? (this.#to[field] as number) : 0;
  }

  text(field: number): string {
    return new TextDecoder().decode(this.bytes.subarray(this.from(field), this.to(field)));
  }

  /** Whether a field equals these lower-case ASCII letters, ignoring its case. */
  is(field: number, lowerCase: string): boolean {
    const from = this.from(field);
    if (this.to(field) - from !== lowerCase.length) return false;
    for (let index = 0; index < lowerCase.length; index++) {
      if (((this.bytes[from + index] as number) | 32) !== lowerCase.charCodeAt(index)) return false;
    }
    return true;
  }

  /** The number in a field, or NaN. */
  number(field: number): number {
    return readDecimal(this.bytes, this.from(field), this.to(field));
  }

  isEmpty(field: number): boolean {
    return this.from(field) === this.to(field);
  }

  #begin(bytes: Uint8Array): void {
    this.count = 0;
    this.whole = true;
    this.bytes = bytes;
  }

  #push(from: number, to: number): void {
    this.#from[this.count] = from;
    this.#to[this.count] = to;
    this.count += 1;
  }

  #splitAt(bytes: Uint8Array, from: number, end: number, delimiter: number): void {
    let begin = from;
    for (let at = from; at < end; at++) {
      if (bytes[at] !== delimiter) continue;
      this.#push(begin, at);
      begin = at + 1;
    }
    this.#push(begin, end);
  }

  /** Copies the record without its quotes, so that every field is contiguous again. */
  #splitQuoted(bytes: Uint8Array, from: number, end: number, delimiter: number): void {
    if (end - from > this.#plain.length) this.#plain = Buffer.alloc(2 * (end - from));
    const plain = this.#plain;
    let state = FIELD_START;
    let begin = 0;
    let written = 0;
    let at = from;
    while (at < end) {
      const byte = bytes[at] as number;
      const isQuote = byte === QUOTE;
      const after = next(state, byte, delimiter);
      if (after === BROKEN) break;
      if (after === FIELD_START) {
        this.#push(begin, written);
        begin = written;
      } else if (!isQuote || state === PLAIN || state === QUOTE_IN_QUOTED) {
        plain[written++] = byte;
      }
      state = after;
      at += 1;
    }
    this.#push(begin, written);
    this.bytes = plain;
    this.whole = at === end && state !== QUOTED;
  }
}
