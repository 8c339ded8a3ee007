/** What reads a stream of bytes step by step. */
export interface StepReader {
  /**
   * Reads on in bytes[at..to), whose bytes[0] has the place `base` in the file. Answers where the step begins that
   * needs bytes past `to`, or `to`; a place past `to` says that the bytes up to there need not be kept.
   */
  read(bytes: Uint8Array, at: number, to: number, base: number): number;
}

/** Gives chunks with any borders to a reader of steps: what it could not read yet is kept and comes again. */
export class GobFeed {
  readonly #reader: StepReader;
  #held = Buffer.alloc(1_024);
  #heldBytes = 0;
  /** A step that needed more than was held is tried again when twice as much is there, so that small chunks stay cheap. */
  #wanted = 0;
  /** The place in the file of the first byte that was not read. */
  #base = 0;
  #skip = 0;
  bytes = 0;

  constructor(reader: StepReader) {
    this.#reader = reader;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  write(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    const passed = Math.min(this.#skip, chunk.length);
    this.#skip -= passed;
    this.#base += passed;
    if (passed === chunk.length) return;
    if (this.#heldBytes === 0) {
      this.#keep(chunk, this.#read(chunk, passed, chunk.length, this.#base - passed));
      return;
    }
    this.#hold(chunk.subarray(passed));
    if (this.#heldBytes >= this.#wanted) this.#readHeld();
  }

  /** Tries once more what is held. */
  end(): void {
    if (this.#heldBytes > 0) this.#readHeld();
  }

  #readHeld(): void {
    const length = this.#heldBytes;
    const read = this.#read(this.#held, 0, length, this.#base);
    if (read > 0 && read < length) this.#held.copyWithin(0, read, length);
    this.#heldBytes = Math.max(0, length - read);
    this.#wanted = 2 * this.#heldBytes;
  }

  #read(bytes: Uint8Array, at: number, to: number, base: number): number {
    const read = this.#reader.read(bytes, at, to, base);
    this.#base = base + read;
    this.#skip = Math.max(0, read - to);
    if (this.#skip > 0) this.#base = base + to;
    return read;
  }

  #keep(chunk: Uint8Array, read: number): void {
    if (read >= chunk.length) return;
    this.#hold(chunk.subarray(read));
    this.#wanted = 0;
  }

  #hold(bytes: Uint8Array): void {
    const wanted = this.#heldBytes + bytes.length;
    if (wanted > this.#held.length) {
      const grown = Buffer.alloc(2 * wanted);
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    this.#held.set(bytes, this.#heldBytes);
    this.#heldBytes = wanted;
  }
}
