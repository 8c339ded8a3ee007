import { GOING } from "./gob-cursor.ts";
import type { GobCursor } from "./gob-cursor.ts";
import type { GobTypes } from "./gob-types.ts";
import type { HeldText } from "./held-text.ts";
import type { Hits } from "./hits.ts";
import {
  ATTACK,
  BYTES_IN,
  CODE,
  ERROR,
  LATENCY,
  METHOD,
  PASS_BYTES,
  PASS_NUMBER,
  TIMESTAMP,
  URL,
} from "./result-plan.ts";
import type { ResultPlan } from "./result-plan.ts";

/** Go counts seconds from the year 1. */
const EPOCH_SECONDS = 62_135_596_800;
const TIME_BYTES = [0, 15, 16];

/** Reads the fields of one result into the hit. A field is read whole or, if bytes are missing, later once more. */
export class ResultFields {
  readonly #hits: Hits;
  readonly #types: GobTypes;
  readonly #maxTextBytes: number;
  #plan: ResultPlan | null = null;
  /** The number of the field read last, from 0; fields that are zero are not written. */
  #field = -1;
  /** The name of the field that was read last, or could not be. */
  column: string | null = null;
  /** Set where a text is longer than allowed. */
  tooLong = false;
  /** Whether the last field was passed over, however long it is. */
  passed = false;

  constructor(hits: Hits, types: GobTypes, maxTextBytes: number) {
    this.#hits = hits;
    this.#types = types;
    this.#maxTextBytes = maxTextBytes;
  }

  begin(plan: ResultPlan): void {
    this.#plan = plan;
    this.#field = -1;
    this.tooLong = false;
    this.#hits.clear();
    this.#hits.latencyMicros = 0;
  }

  /** Answers whether anything is left to be read of this result. The cursor's state tells whether it could be read. */
  readField(cursor: GobCursor): boolean {
    const plan = this.#plan as ResultPlan;
    this.passed = false;
    this.column = null;
    const step = cursor.uint();
    if (cursor.state !== GOING || step === 0) return false;
    const field = this.#field + step;
    const action = plan.actions[field];
    if (action === undefined) {
      cursor.breakOff();
      return false;
    }
    this.#read(action, field, plan, cursor);
    if (cursor.state === GOING) this.#field = field;
    this.column = plan.names[field] ?? null;
    return field < plan.last;
  }

  #read(action: number, field: number, plan: ResultPlan, cursor: GobCursor): void {
    const hits = this.#hits;
    if (action === PASS_NUMBER) cursor.uint();
    else if (action === PASS_BYTES) {
      this.passed = true;
      const length = cursor.length();
      if (cursor.state === GOING) cursor.at += length;
    } else if (action === TIMESTAMP) this.#readTime(cursor);
    else if (action === LATENCY) hits.latencyMicros = Math.round(cursor.int() / 1_000);
    else if (action === CODE) hits.code = cursor.uint();
    else if (action === BYTES_IN) hits.bytesIn = cursor.uint();
    else if (action === METHOD) this.#readText(hits.method, cursor);
    else if (action === URL) this.#readText(hits.url, cursor);
    else if (action === ATTACK) this.#readText(hits.attack, cursor);
    else if (action === ERROR) this.#readText(hits.error, cursor);
    else this.#types.skip(plan.types[field] as number, cursor);
  }

  /** A version, eight bytes of seconds, four of nanoseconds, and a zone, which tells nothing of the instant. */
  #readTime(cursor: GobCursor): void {
    const length = cursor.lengthAtHand();
    if (cursor.state !== GOING) return;
    const { bytes, at } = cursor;
    if (length === 0 || TIME_BYTES[bytes[at] as number] !== length) {
      cursor.breakOff();
      return;
    }
    let high = 0;
    let low = 0;
    let nanos = 0;
    for (let index = at + 1; index < at + 5; index++) high = (high << 8) | (bytes[index] as number);
    for (let index = at + 5; index < at + 9; index++) low = low * 256 + (bytes[index] as number);
    for (let index = at + 9; index < at + 13; index++) nanos = nanos * 256 + (bytes[index] as number);
    const seconds = high * 4_294_967_296 + low - EPOCH_SECONDS;
    this.#hits.startMicros = seconds * 1_000_000 + Math.floor(nanos / 1_000);
    cursor.at += length;
  }

  #readText(into: HeldText, cursor: GobCursor): void {
    const length = cursor.length();
    if (cursor.state !== GOING) return;
    this.tooLong = length > this.#maxTextBytes;
    cursor.need(this.tooLong ? 0 : length);
    if (this.tooLong || cursor.state !== GOING) return;
    into.set(cursor.bytes, cursor.at, cursor.at + length);
    cursor.at += length;
  }
}
