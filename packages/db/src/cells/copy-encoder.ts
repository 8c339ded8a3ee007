/**
 * Rows in PostgreSQL's binary COPY format (docs: sql-copy, "Binary Format"): a signature, then for each row its
 * number of fields and each field's length and bytes in network order, then -1.
 */
export class CopyEncoder {
  #bytes: Buffer;
  #length = 0;

  constructor(initialBytes = 1 << 18) {
    this.#bytes = Buffer.allocUnsafe(initialBytes);
    SIGNATURE.copy(this.#reserve(SIGNATURE.length), this.#advance(SIGNATURE.length));
  }

  row(fields: number): void {
    this.#reserve(2).writeInt16BE(fields, this.#advance(2));
  }

  nothing(): void {
    this.#reserve(4).writeInt32BE(-1, this.#advance(4));
  }

  int2(value: number): void {
    const bytes = this.#reserve(6);
    bytes.writeInt32BE(2, this.#advance(4));
    bytes.writeInt16BE(value, this.#advance(2));
  }

  int4(value: number): void {
    const bytes = this.#reserve(8);
    bytes.writeInt32BE(4, this.#advance(4));
    bytes.writeInt32BE(value, this.#advance(4));
  }

  /** Whole numbers up to 2^53 as two halves: creating a bigint for each would be most of the work. */
  int8(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of at most 2^53: ${value}`);
    const bytes = this.#reserve(12);
    const high = Math.floor(value / 2 ** 32);
    bytes.writeInt32BE(8, this.#advance(4));
    bytes.writeInt32BE(high, this.#advance(4));
    bytes.writeUInt32BE(value - high * 2 ** 32, this.#advance(4));
  }

  float8(value: number): void {
    const bytes = this.#reserve(12);
    bytes.writeInt32BE(8, this.#advance(4));
    bytes.writeDoubleBE(value, this.#advance(8));
  }

  timestamp(at: Date): void {
    this.int8((at.getTime() - POSTGRES_EPOCH_MILLIS) * 1000);
  }

  bytes(value: Uint8Array): void {
    const bytes = this.#reserve(4 + value.length);
    bytes.writeInt32BE(value.length, this.#advance(4));
    bytes.set(value, this.#advance(value.length));
  }

  finish(): Buffer {
    this.#reserve(2).writeInt16BE(-1, this.#advance(2));
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): Buffer {
    if (this.#length + more > this.#bytes.length) {
      const wider = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
      this.#bytes.copy(wider, 0, 0, this.#length);
      this.#bytes = wider;
    }
    return this.#bytes;
  }

  #advance(by: number): number {
    const at = this.#length;
    this.#length += by;
    return at;
  }
}

export function uuidBytes(uuid: string): Buffer {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  if (bytes.length !== 16) throw new RangeError(`not a uuid: ${uuid}`);
  return bytes;
}

const POSTGRES_EPOCH_MILLIS = Date.UTC(2000, 0, 1);
const SIGNATURE = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
