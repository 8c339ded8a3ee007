import { FNV_BASIS, hashStep } from "../../text/label-table.ts";
import { NEWLINE } from "../../text/line-feed.ts";
import type { Layout } from "./layout.ts";
import type { Row } from "./row.ts";
import { TRANSACTION_MESSAGE } from "./wording.ts";

const QUOTE = 34;
const RETURN = 13;
const ZERO = 48;
/** The first seven of thirteen digits in the year 2100. */
const LATEST = 4_102_444;
const NOT_THIS_WAY = -1;

const SKIP = 0;
const TIME = 1;
const ELAPSED = 2;
const LABEL = 3;
const MESSAGE = 4;
const THREAD = 5;
const SUCCESS = 6;
const BYTES = 7;

const MESSAGE_OF_TRANSACTION = Buffer.from(TRANSACTION_MESSAGE);
const FIRST_OF_MESSAGE = MESSAGE_OF_TRANSACTION[0] as number;

/**
 * Reads the rows that nearly all rows are: no quotes, whole milliseconds, true or false. One pass over the bytes,
 * nothing allocated. Any row it cannot read it leaves, untouched, to the careful way.
 */
export class FastRow {
  /** What to do with each column; columns that are not read are one step, however many stand side by side. */
  readonly #steps: Uint8Array;
  readonly #columnsOf: Int32Array;
  readonly #delimiter: number;
  readonly #endsInText: boolean;
  readonly #row: Row;

  constructor(layout: Layout, row: Row) {
    const { steps, columnsOf } = stepsOf(layout);
    this.#steps = steps;
    this.#columnsOf = columnsOf;
    this.#delimiter = layout.delimiter;
    this.#endsInText = steps.at(-1) === LABEL || steps.at(-1) === THREAD;
    this.#row = row;
  }

  /** Whether rows of this layout can be read here at all. */
  static fits(layout: Layout): boolean {
    const { timeStamp, label, success, responseMessage, dataType, URL, SampleCount } = layout.at;
    const marksElsewhere = responseMessage < 0 && dataType >= 0 && URL >= 0;
    return timeStamp >= 0 && label >= 0 && success >= 0 && SampleCount < 0 && !marksElsewhere;
  }

  /** The place behind the row at `start` (some newline follows it), or -1 for the careful way. */
  read(bytes: Uint8Array, start: number): number {
    const delimiter = this.#delimiter;
    // Most bytes lie above both: one comparison tells that a field goes on.
    const beyond = delimiter > NEWLINE ? delimiter : NEWLINE;
    const steps = this.#steps;
    const row = this.#row;
    const last = steps.length - 1;
    let at = start;
    let byte = 0;
    row.isTransaction = false;
    for (let step = 0; step <= last; step++) {
      if (bytes[at] === QUOTE) return NOT_THIS_WAY;
      switch (steps[step]) {
        case TIME: {
          let high = 0;
          let low = 0;
          for (const end = at + 7; at < end; at++) {
            byte = (bytes[at] as number) - ZERO;
            if (byte < 0 || byte > 9) return NOT_THIS_WAY;
            high = high * 10 + byte;
          }
          for (const end = at + 6; at < end; at++) {
            byte = (bytes[at] as number) - ZERO;
            if (byte < 0 || byte > 9) return NOT_THIS_WAY;
            low = low * 10 + byte;
          }
          if (high >= LATEST) return NOT_THIS_WAY;
          row.timeMicros = (high * 1_000_000 + low) * 1_000;
          byte = bytes[at] as number;
          break;
        }
        case ELAPSED: {
          const from = at;
          let value = 0;
          byte = bytes[at] as number;
          while (byte >= ZERO && byte <= 57) {
            value = value * 10 + byte - ZERO;
            byte = bytes[++at] as number;
          }
          if (at === from || at - from > 9) return NOT_THIS_WAY;
          row.elapsedMillis = value;
          break;
        }
        case LABEL: {
          let hash = FNV_BASIS;
          row.labelFrom = at;
          for (
            byte = bytes[at] as number;
            byte > beyond || (byte !== delimiter && byte !== NEWLINE);
            byte = bytes[++at] as number
          ) {
            hash = hashStep(hash, byte);
          }
          row.labelTo = at;
          row.labelHash = hash;
          break;
        }
        case MESSAGE: {
          if (bytes[at] === FIRST_OF_MESSAGE) row.isTransaction = startsWithMessage(bytes, at);
          for (
            byte = bytes[at] as number;
            byte > beyond || (byte !== delimiter && byte !== NEWLINE);
            byte = bytes[++at] as number
          );
          break;
        }
        case THREAD: {
          let hash = FNV_BASIS;
          for (
            byte = bytes[at] as number;
            byte > beyond || (byte !== delimiter && byte !== NEWLINE);
            byte = bytes[++at] as number
          ) {
            hash = hashStep(hash, byte);
          }
          row.threadHash = hash;
          break;
        }
        case SUCCESS: {
          // "true" or "false", told apart by their length and ends; anything else is for the careful way.
          if (bytes[at] === 116 && bytes[at + 1] === 114 && bytes[at + 2] === 117 && bytes[at + 3] === 101) {
            at += 4;
            row.failed = false;
          } else if (
            bytes[at] === 102 &&
            bytes[at + 1] === 97 &&
            bytes[at + 2] === 108 &&
            bytes[at + 3] === 115
          ) {
            if (bytes[at + 4] !== 101) return NOT_THIS_WAY;
            at += 5;
            row.failed = true;
          } else return NOT_THIS_WAY;
          byte = bytes[at] as number;
          break;
        }
        case BYTES: {
          const from = at;
          let value = 0;
          byte = bytes[at] as number;
          while (byte >= ZERO && byte <= 57) {
            value = value * 10 + byte - ZERO;
            byte = bytes[++at] as number;
          }
          if (at - from > 15) return NOT_THIS_WAY;
          row.bytes = value;
          break;
        }
        default: {
          let columns = this.#columnsOf[step] as number;
          for (;;) {
            for (
              byte = bytes[at] as number;
              byte > beyond || (byte !== delimiter && byte !== NEWLINE);
              byte = bytes[++at] as number
            );
            columns -= 1;
            if (columns === 0 || byte === NEWLINE) break;
            at += 1;
            if (bytes[at] === QUOTE) return NOT_THIS_WAY;
          }
          if (columns !== 0) return NOT_THIS_WAY;
        }
      }
      // A field that did not end at its end, a row with too few columns, or with too many.
      if (byte !== (step === last ? NEWLINE : delimiter)) return NOT_THIS_WAY;
      at += 1;
    }
    // The return before the newline is no part of a text.
    return this.#endsInText && bytes[at - 2] === RETURN ? NOT_THIS_WAY : at;
  }
}

function startsWithMessage(bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < MESSAGE_OF_TRANSACTION.length; index++) {
    if (bytes[from + index] !== MESSAGE_OF_TRANSACTION[index]) return false;
  }
  return true;
}

function stepsOf(layout: Layout): { steps: Uint8Array; columnsOf: Int32Array } {
  const { at } = layout;
  const codes = new Map([
    [at.timeStamp, TIME],
    [at.elapsed, ELAPSED],
    [at.label, LABEL],
    [at.responseMessage, MESSAGE],
    [at.threadName, THREAD],
    [at.success, SUCCESS],
    [at.bytes, BYTES],
  ]);
  const steps: number[] = [];
  const columnsOf: number[] = [];
  layout.columns.forEach((_, column) => {
    const code = codes.get(column) ?? SKIP;
    if (code === SKIP && steps.at(-1) === SKIP) columnsOf.push((columnsOf.pop() ?? 0) + 1);
    else {
      steps.push(code);
      columnsOf.push(1);
    }
  });
  return { steps: Uint8Array.from(steps), columnsOf: Int32Array.from(columnsOf) };
}
