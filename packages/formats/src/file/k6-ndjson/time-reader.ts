import { DateReader } from "../../text/date-reader.ts";

const SECOND_BYTES = 19;
const DOT = 46;
const Z = 90;

/** Reads k6's times. Thousands of lines share a second, so only the digits behind it are read anew. */
export class TimeReader {
  readonly #dates = new DateReader();
  readonly #second = new Uint8Array(SECOND_BYTES);
  #secondMicros = Number.NaN;

  /** Microseconds since the epoch, or NaN if bytes[from..to) is no time with a zone. */
  read(bytes: Uint8Array, from: number, to: number): number {
    const fraction = to - from - SECOND_BYTES - 2;
    if (fraction < 1 || fraction > 9 || bytes[from + SECOND_BYTES] !== DOT || bytes[to - 1] !== Z) {
      return this.#readWhole(bytes, from, to);
    }
    for (let index = 0; index < SECOND_BYTES; index++) {
      if (bytes[from + index] !== this.#second[index]) return this.#readWhole(bytes, from, to);
    }
    let micros = 0;
    for (let digit = 0; digit < fraction; digit++) {
      const value = (bytes[from + SECOND_BYTES + 1 + digit] as number) - 48;
      if (value < 0 || value > 9) return Number.NaN;
      if (digit < 6) micros = micros * 10 + value;
    }
    for (let digit = fraction; digit < 6; digit++) micros *= 10;
    return this.#secondMicros + micros;
  }

  #readWhole(bytes: Uint8Array, from: number, to: number): number {
    const micros = this.#dates.read(bytes, from, to);
    if (Number.isNaN(micros) || !this.#dates.hasZone) return Number.NaN;
    if (bytes[to - 1] === Z) {
      this.#second.set(bytes.subarray(from, from + SECOND_BYTES));
      this.#secondMicros = micros - (micros % 1_000_000);
    }
    return micros;
  }
}
