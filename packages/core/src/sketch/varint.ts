import { HeadroomError } from "../problem.ts";

/** The longest there is: sixteen groups of seven bits. */
const MAX_VARINT = 16;

/** Appends bytes to a growing buffer; numbers are whole and not negative, as LEB128. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  byte(value: number): void {
    this.#room(1)[this.#length++] = value;
  }

  varint(value: number): void {
    const bytes = this.#room(MAX_VARINT);
    this.#length = putVarint(bytes, this.#length, value);
  }

  double(value: number): void {
    this.#room(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
  }

  /** Extends the output by this many bytes, for the caller to fill immediately. */
  claim(length: number): Uint8Array {
    const bytes = this.#room(length);
    this.#length += length;
    return bytes;
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }

  get length(): number {
    return this.#length;
  }

  /** What was written since the last `clear`. */
  copy(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #room(more: number): Uint8Array {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      wider.set(this.#bytes);
      this.#bytes = wider;
      this.#view = new DataView(wider.buffer);
    }
    return this.#bytes;
  }
}

/** Writes a number at a place with enough room; returns where it ends. */
export function putVarint(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = value;
  while (rest >= 128) {
    bytes[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  bytes[at++] = rest;
  return at;
}

/** How many bytes `varint` writes for a value. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
  return length;
}

/** Reads what ByteWriter wrote and refuses anything it couldn't have written, naming the byte. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw this.broken("ends too early");
    this.#at++;
    return value;
  }

  varint(limit = Number.MAX_SAFE_INTEGER): number {
    const first = this.#bytes[this.#at];
    if (first !== undefined && first < 128 && first <= limit) {
      this.#at++;
      return first;
    }
    let value = 0;
    for (let scale = 1; scale < 2 ** 112; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (byte === 0 && scale > 1) throw this.broken("holds a padded number");
        if (value > limit) throw this.broken("holds a number that is too large");
        return value;
      }
    }
    throw this.broken("holds a number that is too long");
  }

  double(): number {
    if (this.remaining < 8) throw this.broken("ends too early");
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  take(length: number): Uint8Array {
    if (length > this.remaining) throw this.broken("ends too early");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  rest(): Uint8Array {
    return this.take(this.remaining);
  }

  end(): void {
    if (this.remaining > 0) throw this.broken("goes on after its end");
  }

  broken(what: string): HeadroomError {
    return new HeadroomError("stored-bytes-broken", `The stored data ${what}.`, {
      byte: this.#at,
      hint: "The bytes were changed or cut after they were written.",
    });
  }
}
