/** How a field's value is written. */
export const WIRE_VARINT = 0;
export const WIRE_64 = 1;
export const WIRE_BYTES = 2;

const scratch = new DataView(new ArrayBuffer(8));
const utf8 = new TextEncoder();

/** Writes a protobuf message: the answers to OTLP clients, and what simulators, tests and benches send. */
export class ProtoWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** An unsigned or, as ten bytes, a negative number; bigint for what doesn't fit 2^53. */
  int(field: number, value: number | bigint): this {
    return this.#key(field, WIRE_VARINT).#varint(BigInt.asUintN(64, BigInt(value)));
  }

  sint(field: number, value: number | bigint): this {
    return this.#key(field, WIRE_VARINT).#varint(zigzag(value));
  }

  double(field: number, value: number): this {
    scratch.setFloat64(0, value, true);
    return this.#key(field, WIRE_64).#eight();
  }

  fixed(field: number, value: number | bigint): this {
    scratch.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
    return this.#key(field, WIRE_64).#eight();
  }

  text(field: number, value: string): this {
    return this.bytes(field, utf8.encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#key(field, WIRE_BYTES).#varint(BigInt(value.length));
    return this.raw(value);
  }

  message(field: number, write: (message: ProtoWriter) => void): this {
    const inner = new ProtoWriter();
    write(inner);
    return this.bytes(field, inner.finish());
  }

  doubles(field: number, values: readonly number[]): this {
    return this.#packed(field, values, (inner, value) => {
      scratch.setFloat64(0, value, true);
      inner.#eight();
    });
  }

  fixeds(field: number, values: readonly number[]): this {
    return this.#packed(field, values, (inner, value) => {
      scratch.setBigUint64(0, BigInt(value), true);
      inner.#eight();
    });
  }

  uints(field: number, values: readonly number[]): this {
    return this.#packed(field, values, (inner, value) => inner.#varint(BigInt(value)));
  }

  sints(field: number, values: readonly number[]): this {
    return this.#packed(field, values, (inner, value) => inner.#varint(zigzag(value)));
  }

  /** Bytes as they are, without a field. */
  raw(bytes: Uint8Array): this {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #packed(
    field: number,
    values: readonly number[],
    write: (inner: ProtoWriter, value: number) => void,
  ): this {
    return this.message(field, (inner) => {
      for (const value of values) write(inner, value);
    });
  }

  #key(field: number, wire: number): this {
    return this.#varint(BigInt(field * 8 + wire));
  }

  #varint(value: bigint): this {
    this.#room(10);
    let rest = value;
    while (rest > 127n) {
      this.#bytes[this.#length++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
    return this;
  }

  #eight(): this {
    return this.raw(new Uint8Array(scratch.buffer));
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + bytes));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

function zigzag(value: number | bigint): bigint {
  const wide = BigInt(value);
  return BigInt.asUintN(64, (wide << 1n) ^ (wide >> 63n));
}
