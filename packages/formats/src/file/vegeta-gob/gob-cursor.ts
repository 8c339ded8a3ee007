/** How reading went: on, until bytes are missing that are still to come, or until the message contradicts itself. */
export const GOING = 0;
export const SHORT = 1;
export const BROKEN = 2;

/**
 * Reads Go's gob encoding of numbers and lengths. A number below 128 is one byte; else the first byte is the negated
 * count of the bytes that follow, highest first. A signed one keeps its sign in the lowest bit. After a read, `state`
 * tells whether it counts.
 */
export class GobCursor {
  bytes: Uint8Array = Buffer.alloc(0);
  at = 0;
  state: typeof GOING | typeof SHORT | typeof BROKEN = GOING;
  #to = 0;
  #end = 0;

  /** Begins at `at` in a message that ends at `end`; its bytes are at hand up to `to`. */
  begin(bytes: Uint8Array, at: number, to: number, end: number): void {
    this.bytes = bytes;
    this.at = at;
    this.#to = to;
    this.#end = end;
    this.state = GOING;
  }

  uint(): number {
    if (!this.#has(1)) return 0;
    const first = this.bytes[this.at] as number;
    if (first < 128) {
      this.at += 1;
      return first;
    }
    const count = 256 - first;
    if (count > 8) this.breakOff();
    if (!this.#has(1 + count)) return 0;
    let value = 0;
    for (let at = this.at + 1; at <= this.at + count; at++) value = value * 256 + (this.bytes[at] as number);
    this.at += 1 + count;
    return value;
  }

  int(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The length of bytes that lie in the message, at hand or not. */
  length(): number {
    const length = this.uint();
    if (length > this.#end - this.at) this.breakOff();
    return length;
  }

  /** The same where they must be at hand. */
  lengthAtHand(): number {
    const length = this.uint();
    return this.#has(length) ? length : 0;
  }

  /** Passes over bytes that are at hand. */
  skipBytes(): void {
    const length = this.lengthAtHand();
    this.at += length;
  }

  text(): string {
    const length = this.lengthAtHand();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  /** Leaves the cursor short, or broken, where fewer bytes are at hand. */
  need(count: number): void {
    this.#has(count);
  }

  breakOff(): void {
    if (this.state === GOING) this.state = BROKEN;
  }

  #has(count: number): boolean {
    if (this.state !== GOING) return false;
    const needed = this.at + count;
    if (needed <= this.#to && needed <= this.#end) return true;
    this.state = needed > this.#end ? BROKEN : SHORT;
    return false;
  }
}
