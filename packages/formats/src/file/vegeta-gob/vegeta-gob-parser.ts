import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { BROKEN, GobCursor, SHORT } from "./gob-cursor.ts";
import { GobFeed } from "./gob-feed.ts";
import type { StepReader } from "./gob-feed.ts";
import { GobTypes } from "./gob-types.ts";
import { Hits } from "./hits.ts";
import { ResultFields } from "./result-fields.ts";
import { isResult, planOf } from "./result-plan.ts";
import type { ResultPlan } from "./result-plan.ts";

/** Nothing is read yet but, perhaps, blanks. */
const AT_START = 0;
const AT_LENGTH = 1;
const AT_TYPE = 2;
const AT_FIELDS = 3;

/** Longer messages are beyond what Go's own decoder takes. */
const MAX_MESSAGE_BYTES = 2 ** 33;
const MAX_DEFINITION_BYTES = 65_536;
/** Past any length there is, for the bytes that tell where a message ends. */
const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * Reads what `vegeta attack` writes: messages with their length in front, which describe a type or hold a result. A
 * result is read field by field as its type says; bodies and whatever else is not needed are passed over, never held.
 */
export class VegetaGobParser implements Parser, StepReader {
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #types = new GobTypes();
  readonly #cursor = new GobCursor();
  readonly #feed = new GobFeed(this);
  readonly #hits: Hits;
  readonly #fields: ResultFields;
  readonly #maxFieldBytes: number;
  readonly #plans = new Map<number, ResultPlan>();
  #state: typeof AT_START | typeof AT_LENGTH | typeof AT_TYPE | typeof AT_FIELDS = AT_START;
  #records = 0;
  /** The places in the file where the message begins and ends. */
  #messageAt = 0;
  #messageEnd = 0;
  #isShort = false;
  #knowsResult = false;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#hits = new Hits(sink, { refusals: this.#refusals, warnings: this.#warnings });
    this.#maxFieldBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#fields = new ResultFields(this.#hits, this.#types, this.#maxFieldBytes);
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    this.#endInside();
    return this.#hits.report("vegeta-gob");
  }

  read(bytes: Uint8Array, from: number, to: number, base: number): number {
    this.#isShort = false;
    let at = from;
    while (at < to && !this.#isShort) at = this.#step(bytes, at, to, base);
    return at;
  }

  #step(bytes: Uint8Array, at: number, to: number, base: number): number {
    if (this.#state === AT_FIELDS) return this.#readFields(bytes, at, to, base);
    if (this.#state === AT_TYPE) return this.#readType(bytes, at, to, base);
    if (this.#state === AT_START) {
      if (isBlank(bytes[at] as number)) return at + 1;
      if (base + at > 0) throw notVegeta("it starts with blanks", 0);
      this.#state = AT_LENGTH;
    }
    return this.#readLength(bytes, at, to, base);
  }

  #readLength(bytes: Uint8Array, at: number, to: number, base: number): number {
    const cursor = this.#cursor;
    cursor.begin(bytes, at, to, NO_END);
    const length = cursor.uint();
    if (cursor.state === SHORT) return this.#stopShort(at);
    if (cursor.state === BROKEN || length === 0 || length > MAX_MESSAGE_BYTES) {
      throw this.#unreadable(`a message cannot be ${length} bytes long`, base + at);
    }
    this.#messageAt = base + at;
    this.#messageEnd = base + cursor.at + length;
    this.#state = AT_TYPE;
    return cursor.at;
  }

  /** The id of the type whose value the message holds; a negative one is of a type that the message describes. */
  #readType(bytes: Uint8Array, at: number, to: number, base: number): number {
    const cursor = this.#cursor;
    cursor.begin(bytes, at, to, this.#messageEnd - base);
    const id = cursor.int();
    if (cursor.state === SHORT) return this.#stopShort(at);
    if (cursor.state === BROKEN) throw this.#unreadable("a message ends before its type", base + at);
    if (id < 0) return this.#define(-id, at, to, base);
    this.#fields.begin(this.#planOf(id));
    this.#records += 1;
    this.#state = AT_FIELDS;
    return cursor.at;
  }

  #define(id: number, at: number, to: number, base: number): number {
    const end = this.#messageEnd - base;
    if (end - at > MAX_DEFINITION_BYTES) throw this.#unreadable("a type description is too long", base + at);
    if (end > to) return this.#stopShort(at);
    const type = this.#types.define(id, this.#cursor);
    if (type === null || this.#cursor.at !== end) {
      throw this.#unreadable("a type description cannot be read", base + at);
    }
    this.#knowsResult ||= isResult(type);
    if (!this.#knowsResult) throw notVegeta("its first type is not Result", base + at);
    this.#plans.clear();
    this.#state = AT_LENGTH;
    return end;
  }

  #planOf(id: number): ResultPlan {
    const known = this.#plans.get(id);
    if (known !== undefined) return known;
    const type = this.#types.get(id);
    const plan = type === undefined ? null : planOf(type, this.#types);
    if (plan === null) throw this.#unreadable(`a value of type ${id} is not a result`, this.#messageAt);
    this.#plans.set(id, plan);
    return plan;
  }

  #readFields(bytes: Uint8Array, from: number, to: number, base: number): number {
    const cursor = this.#cursor;
    const end = this.#messageEnd - base;
    for (let at = from; ;) {
      cursor.begin(bytes, at, to, end);
      const goesOn = this.#fields.readField(cursor);
      const isLong = (cursor.state === SHORT ? to : cursor.at) - at > this.#maxFieldBytes;
      if (this.#fields.tooLong || (isLong && !this.#fields.passed)) {
        return this.#refuse(end, this.#fields.column, `is longer than ${this.#maxFieldBytes} bytes`);
      }
      if (cursor.state === SHORT) return this.#stopShort(at);
      if (cursor.state === BROKEN) return this.#refuse(end, this.#fields.column, "is broken");
      if (!goesOn) return this.#take(end);
      at = cursor.at;
      if (at >= to) return at;
    }
  }

  #take(end: number): number {
    const refusal = this.#hits.take();
    if (refusal !== null) this.#refusals.add(this.#records, this.#messageAt, refusal.column, refusal.reason);
    this.#state = AT_LENGTH;
    return end;
  }

  #refuse(end: number, column: string | null, why: string): number {
    this.#refusals.add(this.#records, this.#messageAt, column, () => `${column ?? "the record"} ${why}`);
    this.#state = AT_LENGTH;
    return end;
  }

  #stopShort(at: number): number {
    this.#isShort = true;
    return at;
  }

  #endInside(): void {
    const { bytes, heldBytes } = this.#feed;
    if (this.#state === AT_START) throw isNothing(bytes);
    if (!this.#knowsResult) {
      throw new HeadroomError("file-truncated", "The file ends before the description of its results.", {
        byte: bytes,
        hint: "Send the complete file that `vegeta attack` wrote.",
      });
    }
    if (this.#state !== AT_LENGTH || heldBytes > 0) {
      const byte = this.#state === AT_LENGTH ? bytes - heldBytes : this.#messageAt;
      const record = this.#state === AT_FIELDS ? this.#records : this.#records + 1;
      this.#refusals.add(record, byte, null, () => "the last record is incomplete");
    } else if (this.#messageEnd > bytes) {
      this.#warnings.add(
        "cut-short",
        "The file ends inside its last result, but after all the values that are used.",
      );
    }
  }

  #unreadable(why: string, byte: number): HeadroomError {
    if (!this.#knowsResult) return notVegeta(why, byte);
    return new HeadroomError(
      "file-unreadable",
      `The gob stream cannot be read beyond byte ${byte}: ${why}.`,
      {
        byte,
        hint: "Send the file exactly as `vegeta attack` wrote it. A damaged stream cannot be recovered.",
      },
    );
  }
}

function notVegeta(why: string, byte: number): HeadroomError {
  return new HeadroomError("format-unknown", `This is not a valid vegeta gob stream: ${why}.`, {
    byte,
    hint: "Send the file that `vegeta attack` writes, or specify which tool wrote this one.",
  });
}

function isNothing(bytes: number): HeadroomError {
  const what = bytes === 0 ? "The file is empty (0 bytes)." : "The file contains only blank lines.";
  return new HeadroomError("file-empty", what, { byte: 0, hint: "Send the result file of a finished run." });
}

function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}
