const NO_TEXT = "";

/**
 * Reads the big-endian values of a record. Past the end of what is there it answers zeros and sets `isShort`: the record
 * is then read again from its beginning when more bytes have come. Behind a fault all is zeros too.
 */
export class ByteCursor {
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  end = 0;
  isShort = false;
  /** At least up to here bytes must be there before another try makes sense. */
  needed = 0;
  /** What is wrong with the record: the first thing that was found. */
  fault: string | null = null;
  readonly #maxTextBytes: number;

  constructor(maxTextBytes: number) {
    this.#maxTextBytes = maxTextBytes;
  }

  /** Begins at `at` of bytes[0..end). */
  begin(bytes: Buffer, at: number, end: number): void {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.isShort = false;
    this.fault = null;
  }

  /** Whether all that was read so far was there, and as it must be. */
  get isWell(): boolean {
    return !this.isShort && this.fault === null;
  }

  /** Makes a fault of what was read, unless it was not there at all. */
  expect(isTrue: boolean, fault: string): void {
    if (!isTrue && this.isWell) this.fault = fault;
  }

  byte(): number {
    return this.#has(1) ? (this.bytes[this.at++] as number) : 0;
  }

  int(): number {
    if (!this.#has(4)) return 0;
    const { bytes, at } = this;
    this.at = at + 4;
    return (
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)
    );
  }

  /** Exact up to 2^53, which no time of ours comes near. */
  long(): number {
    const high = this.int();
    return high * 2 ** 32 + (this.int() >>> 0);
  }

  skip(count: number): void {
    if (this.#has(count)) this.at += count;
  }

  /**
   * A Java string as it lies in memory: its length in bytes, the bytes, and whether they are Latin-1 or UTF-16. What
   * would break a line of a log becomes a space, as in Gatling's own report.
   */
  text(): string {
    const length = this.int();
    if (length === 0 || this.isShort) return NO_TEXT;
    if (length < 0) return this.#faulty(`a string has the length ${length}`);
    if (length > this.#maxTextBytes)
      return this.#faulty(`a string is longer than ${this.#maxTextBytes} bytes`);
    if (!this.#has(length + 1)) return NO_TEXT;
    const { bytes, at } = this;
    const coder = bytes[at + length];
    this.at = at + length + 1;
    if (coder !== 0 && coder !== 1) return this.#faulty(`a string is neither Latin-1 nor UTF-16: ${coder}`);
    return bytes.toString(coder === 0 ? "latin1" : "utf16le", at, at + length).replaceAll(/[\n\r\t]/g, " ");
  }

  #has(count: number): boolean {
    if (this.isShort || this.fault !== null) return false;
    if (this.at + count <= this.end) return true;
    this.isShort = true;
    this.needed = this.at + count;
    this.at = this.end;
    return false;
  }

  #faulty(fault: string): string {
    this.fault = fault;
    return NO_TEXT;
  }
}
