/** Reads the numbers of a histogram's counts: ZigZag in LEB128, nine bytes at most, of which the last has eight bits. */
export class WordReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** The next number, which may be negative; NaN if it is cut, or larger than doubles are exact. */
  next(): number {
    let value = 0;
    let scale = 1;
    for (let count = 1; ; count++) {
      if (this.#at >= this.#end) return Number.NaN;
      const byte = this.#bytes[this.#at++] as number;
      const isLast = count === 9 || byte < 128;
      value += (isLast ? byte : byte - 128) * scale;
      if (isLast) break;
      scale *= 128;
    }
    if (value > Number.MAX_SAFE_INTEGER) return Number.NaN;
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
