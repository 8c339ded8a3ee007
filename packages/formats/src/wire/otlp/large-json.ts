import { isUtf8 } from "node:buffer";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import { limitJson } from "../../text/json-budget.ts";
import type { Slices } from "../slices.ts";

/** Longer lists and objects are parsed part by part. Most points are shorter. */
const LARGE_BYTES = 4_096;
/** Of the parts of a list that are parsed together. */
const TOGETHER_BYTES = 2_048;
/** Of lists and objects that are parsed part by part. All points are within it. */
const LARGE_DEPTH = 16;
const MAX_DEPTH = 1_000;
/** Of the lists and objects around one place. Twice as many as a body can have points. */
const MAX_PARTS = 1_000_000;
/** Of a long object. Those of OTLP have a dozen. */
const MAX_MEMBERS = 1_000;
/** A shorter text can't take much memory. */
const LIMITED_LENGTH = 65_536;
const MAX_HELD_BYTES = 256 * 1024 * 1024;
const SLICE_BYTES = 8_192;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * A body of JSON that is parsed in pieces, as they are needed: `JSON.parse` of a whole one stops everything else, and its result
 * takes several times the memory of the text. What nobody asks for is only checked for closing brackets.
 */
export function* readJson(body: Uint8Array): Slices<unknown> {
  const hasMark = BYTE_ORDER_MARK.every((byte, at) => body[at] === byte);
  const from = hasMark ? BYTE_ORDER_MARK.length : 0;
  const text = Buffer.from(body.buffer, body.byteOffset + from, body.byteLength - from);
  if (!isUtf8(text)) throw notJson();
  const scan = new LargeScan(text);
  for (let at = 0; at < text.length; yield) at = scan.pass(at, Math.min(at + SLICE_BYTES, text.length));
  return new JsonText(text, scan.end()).value(0, text.length);
}

/** By where it begins: where it ends, and the commas between its parts. */
type Large = Map<number, { end: number; commas: Uint32Array }>;

/** Finds the long lists and objects of a text. */
class LargeScan {
  readonly #text: Uint8Array;
  readonly #large: Large = new Map();
  /** Of each open list or object. */
  readonly #starts: number[] = [];
  readonly #firstCommas: number[] = [];
  readonly #commas: number[] = [];
  #isQuoted = false;

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  /** Returns where to go on. */
  pass(from: number, to: number): number {
    let at = from;
    while (at < to) {
      if (this.#isQuoted) at = this.#passQuoted(at, to);
      else this.#take(at++);
    }
    return at;
  }

  #passQuoted(from: number, to: number): number {
    let at = from;
    while (at < to) {
      const byte = this.#text[at];
      at += byte === BACKSLASH ? 2 : 1;
      if (byte !== QUOTE) continue;
      this.#isQuoted = false;
      return at;
    }
    return at;
  }

  #take(at: number): void {
    switch (this.#text[at] ?? 0) {
      case QUOTE:
        this.#isQuoted = true;
        return;
      case COMMA:
        if (this.#starts.length <= LARGE_DEPTH && this.#commas.push(at) > MAX_PARTS) throw tooMany();
        return;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (this.#starts.push(at) > MAX_DEPTH) throw notJson();
        this.#firstCommas.push(this.#commas.length);
        return;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#close(at);
    }
  }

  #close(at: number): void {
    const [start, firstComma] = [this.#starts.pop(), this.#firstCommas.pop()];
    if (start === undefined || firstComma === undefined) throw notJson();
    if ((this.#text[start] === OPEN_LIST) !== (this.#text[at] === CLOSE_LIST)) throw notJson();
    if (at - start > LARGE_BYTES && this.#starts.length < LARGE_DEPTH)
      this.#large.set(start, { end: at, commas: Uint32Array.from(this.#commas.slice(firstComma)) });
    this.#commas.length = firstComma;
  }

  end(): Large {
    if (this.#isQuoted || this.#starts.length > 0) throw notJson();
    return this.#large;
  }
}

class JsonText {
  readonly #text: Buffer;
  readonly #large: Large;

  constructor(text: Buffer, large: Large) {
    this.#text = text;
    this.#large = large;
  }

  /** Parsed, or a `LargeJson`. */
  value(from: number, to: number): unknown {
    const start = this.skipSpace(from);
    const found = this.#large.get(start);
    if (found === undefined) return this.parse(from, to);
    if (this.skipSpace(found.end + 1) < to) throw notJson();
    return new LargeJson(this, { start, ...found });
  }

  parse(from: number, to: number): unknown {
    return this.#parsed(this.#text.toString("utf8", from, to));
  }

  #parsed(text: string): unknown {
    try {
      if (text.length > LIMITED_LENGTH) limitJson(text, MAX_HELD_BYTES);
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw isHeadroomError(cause, "document-too-large") ? tooMany(cause) : notJson(cause);
    }
  }

  /** So many values with commas between them, none of them large. */
  list(from: number, to: number, count: number): unknown[] {
    const values = this.#parsed(`[${this.#text.toString("utf8", from, to)}]`) as unknown[];
    if (values.length !== count) throw notJson();
    return values;
  }

  /** `from` to `to` is `"name": value`. */
  member(from: number, to: number): [name: string, value: unknown] {
    const open = this.skipSpace(from);
    if (this.#text[open] !== QUOTE) throw notJson();
    let close = open + 1;
    while (close < to && this.#text[close] !== QUOTE) close += this.#text[close] === BACKSLASH ? 2 : 1;
    const colon = this.skipSpace(close + 1);
    if (colon >= to || this.#text[colon] !== COLON) throw notJson();
    return [String(this.parse(open, close + 1)), this.value(colon + 1, to)];
  }

  isList(start: number): boolean {
    return this.#text[start] === OPEN_LIST;
  }

  skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.#text[at])) at += 1;
    return at;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** A long list or object, whose parts are parsed when they are asked for. */
export class LargeJson {
  readonly #text: JsonText;
  readonly #place: { start: number; end: number; commas: Uint32Array };
  readonly isList: boolean;

  constructor(text: JsonText, place: { start: number; end: number; commas: Uint32Array }) {
    this.#text = text;
    this.#place = place;
    this.isList = text.isList(place.start);
  }

  /** Short ones are parsed some at a time, which is faster. */
  *values(): Generator {
    let [begin, end, count] = [0, 0, 0];
    for (const [from, to] of this.#parts()) {
      const isShort = to - from <= TOGETHER_BYTES;
      if (count > 0 && (!isShort || to - begin > TOGETHER_BYTES)) {
        yield* this.#text.list(begin, end, count);
        count = 0;
      }
      if (!isShort) {
        yield this.#text.value(from, to);
        continue;
      }
      if (count === 0) begin = from;
      end = to;
      count += 1;
    }
    if (count > 0) yield* this.#text.list(begin, end, count);
  }

  members(): Record<string, unknown> {
    if (this.#place.commas.length >= MAX_MEMBERS) throw tooMany();
    return Object.fromEntries([...this.#parts()].map(([from, to]) => this.#text.member(from, to)));
  }

  /** All of it now. */
  parse(): unknown {
    return this.#text.parse(this.#place.start, this.#place.end + 1);
  }

  *#parts(): Generator<[from: number, to: number]> {
    const { start, end, commas } = this.#place;
    if (commas.length === 0 && this.#text.skipSpace(start + 1) === end) return;
    let from = start + 1;
    for (const comma of commas) {
      yield [from, comma];
      from = comma + 1;
    }
    yield [from, end];
  }
}

function notJson(cause?: unknown): HeadroomError {
  return new HeadroomError("batch-unreadable", "The body is not valid UTF-8 JSON.", {
    cause,
    hint: "Check that the Content-Type matches what the client sends.",
  });
}

function tooMany(cause?: unknown): HeadroomError {
  return new HeadroomError("batch-too-large", "The JSON body contains too many values.", {
    cause,
    hint: "Send fewer points in one request, or use protobuf.",
  });
}
