import { HeadroomError } from "@headroom/core";
import { WIRE_64, WIRE_BYTES, WIRE_VARINT } from "@headroom/core/wire";

const WIRE_GROUP_START = 3;
const WIRE_GROUP_END = 4;
const WIRE_32 = 5;

const TWO_32 = 4_294_967_296;
/** The messages that are read nest eight levels, and an attribute's value may add some. */
const MAX_DEPTH = 40;
/** More than any real histogram has buckets. An entry can be one or two bytes, but takes many more in memory. */
const MAX_ENTRIES = 65_536;
/** Texts up to this length are cached, in this many slots: a power of two. */
const MAX_CACHED_LENGTH = 64;
const CACHE_SLOTS = 4_096;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

interface CachedText {
  start: number;
  end: number;
  text: string;
}

/**
 * Reads a protobuf message field by field, without a schema: `next` moves to a field, and the caller reads its value
 * or skips it. Every length is checked before it's used.
 */
export class ProtoReader {
  at = 0;
  field = 0;
  /** The halves of the last NaN that `double` read: its bits can carry a meaning. */
  low = 0;
  high = 0;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #wire = 0;
  #end: number;
  #depth = 0;
  readonly #texts: (CachedText | undefined)[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#end = bytes.length;
  }

  /** Moves to the next field. False: the message ends here. */
  next(): boolean {
    if (this.at >= this.#end) return false;
    const start = this.at;
    this.#varint();
    this.field = (this.low >>> 3) >>> 0;
    this.#wire = this.low & 7;
    if (this.high !== 0 || this.field === 0) throw this.broken("it has an invalid field number", start);
    return true;
  }

  /** Enters the message that the current field holds. Pass the answer to `leave`. */
  enter(): number {
    const length = this.#length();
    return this.within(this.at, this.at + length);
  }

  /** Reads a part of the body again. Pass the answer to `leave`. */
  within(start: number, end: number): number {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.broken(`it nests deeper than ${MAX_DEPTH} levels`, start);
    const outer = this.#end;
    this.at = start;
    this.#end = end;
    return outer;
  }

  /** Goes back to the outer message, after the inner one. */
  leave(outer: number): void {
    this.#depth -= 1;
    this.at = this.#end;
    this.#end = outer;
  }

  /** Where the current message ends. */
  get end(): number {
    return this.#end;
  }

  skip(): void {
    switch (this.#wire) {
      case WIRE_VARINT:
        return this.#varint();
      case WIRE_64:
        return this.#advance(8);
      case WIRE_BYTES:
        return this.#advance(this.#length());
      case WIRE_32:
        return this.#advance(4);
      case WIRE_GROUP_START:
      case WIRE_GROUP_END:
        throw this.broken("it contains a group, which isn't supported", this.at);
      default:
        throw this.broken(`a field has the unknown wire type ${this.#wire}`, this.at);
    }
  }

  /** A uint64, uint32, bool or enum. Above 2^53 it's the closest number. */
  uint(): number {
    this.#expect(WIRE_VARINT);
    return this.#uint();
  }

  /** An int64 or int32. Beyond 2^53 it's the closest number. */
  int(): number {
    this.#expect(WIRE_VARINT);
    this.#varint();
    return (this.high | 0) * TWO_32 + this.low;
  }

  /** A sint64 or sint32. */
  sint(): number {
    this.#expect(WIRE_VARINT);
    return this.#sint();
  }

  double(): number {
    this.#expect(WIRE_64);
    return this.#double();
  }

  /** A fixed64. Above 2^53 it's the closest number. */
  fixed(): number {
    this.#expect(WIRE_64);
    return this.#fixed();
  }

  /** An sfixed64. Beyond 2^53 it's the closest number. */
  sfixed(): number {
    this.#expect(WIRE_64);
    this.#halves();
    return (this.high | 0) * TWO_32 + this.low;
  }

  /** A fixed64 of nanoseconds since 1970, in whole microseconds. */
  nanosAsMicros(): number {
    this.#expect(WIRE_64);
    this.#halves();
    // 2^32 is 4,294,967 thousands and 296: nothing here exceeds 2^53, so that the answer is exact.
    return this.high * 4_294_967 + Math.floor((this.high * 296 + this.low) / 1_000);
  }

  text(): string {
    const length = this.#length();
    const start = this.at;
    this.at += length;
    return length > MAX_CACHED_LENGTH ? this.#decode(start) : this.#cachedText(start);
  }

  bytes(): Uint8Array {
    const length = this.#length();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  doubles(into: number[]): void {
    this.#repeated(into, WIRE_64, () => this.#double());
  }

  fixeds(into: number[]): void {
    this.#repeated(into, WIRE_64, () => this.#fixed());
  }

  uints(into: number[]): void {
    this.#repeated(into, WIRE_VARINT, () => this.#uint());
  }

  sints(into: number[]): void {
    this.#repeated(into, WIRE_VARINT, () => this.#sint());
  }

  /** Call it before adding to a list that the body can make long. */
  limitList(length: number): void {
    if (length >= MAX_ENTRIES) throw this.broken(`a list has more than ${MAX_ENTRIES} entries`, this.at);
  }

  broken(what: string, byte: number): HeadroomError {
    return new HeadroomError(
      "batch-unreadable",
      `The protobuf body cannot be read at byte ${byte}: ${what}.`,
      {
        byte,
        hint: "Check that the Content-Type matches what the client sends, and that nothing changes the body on its way.",
      },
    );
  }

  /** The numbers of a repeated field, packed or one by one: a reader accepts both. */
  #repeated(into: number[], wire: number, read: () => number): void {
    if (this.#wire !== WIRE_BYTES) {
      this.#expect(wire);
      this.#collect(into, read());
      return;
    }
    const outer = this.enter();
    while (this.at < this.#end) this.#collect(into, read());
    this.leave(outer);
  }

  #collect(into: number[], value: number): void {
    this.limitList(into.length);
    into.push(value);
  }

  /** A body repeats most of its texts, and comparing bytes takes less than decoding them again. */
  #cachedText(start: number): string {
    const bytes = this.#bytes;
    let hash = 0;
    for (let at = start; at < this.at; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    const slot = (hash ^ (hash >>> 12)) & (CACHE_SLOTS - 1);
    const cached = this.#texts[slot];
    if (cached !== undefined && this.#equals(cached, start)) return cached.text;
    const text = this.#decode(start);
    this.#texts[slot] = { start, end: this.at, text };
    return text;
  }

  #equals({ start, end }: CachedText, from: number): boolean {
    if (end - start !== this.at - from) return false;
    for (let at = start; at < end; at++) {
      if (this.#bytes[at] !== this.#bytes[from + at - start]) return false;
    }
    return true;
  }

  #decode(start: number): string {
    const text = this.#bytes.toString("utf8", start, this.at);
    if (!text.includes("\uFFFD")) return text;
    try {
      return strictUtf8.decode(this.#bytes.subarray(start, this.at));
    } catch {
      throw this.broken("a text isn't valid UTF-8", start);
    }
  }

  #expect(wire: number): void {
    if (this.#wire !== wire) {
      throw this.broken(`field ${this.field} has wire type ${this.#wire} instead of ${wire}`, this.at);
    }
  }

  #advance(length: number): void {
    if (length > this.#end - this.at) throw this.broken("it ends in the middle of a field", this.at);
    this.at += length;
  }

  #length(): number {
    this.#expect(WIRE_BYTES);
    const length = this.#uint();
    if (length > this.#end - this.at) {
      throw this.broken(`a field of ${length} bytes is longer than what is left`, this.at);
    }
    return length;
  }

  #uint(): number {
    const first = this.#bytes[this.at] as number;
    if (this.at < this.#end && first < 0x80) {
      this.at += 1;
      return first;
    }
    this.#varint();
    return this.high * TWO_32 + this.low;
  }

  #sint(): number {
    this.#varint();
    const sign = -(this.low & 1);
    const low = ((this.low >>> 1) | (this.high << 31)) ^ sign;
    const high = (this.high >>> 1) ^ sign;
    return high * TWO_32 + (low >>> 0);
  }

  #double(): number {
    const start = this.at;
    this.#advance(8);
    const value = this.#view.getFloat64(start, true);
    if (Number.isNaN(value)) {
      this.low = this.#view.getUint32(start, true);
      this.high = this.#view.getUint32(start + 4, true);
    }
    return value;
  }

  #fixed(): number {
    this.#halves();
    return this.high * TWO_32 + this.low;
  }

  #halves(): void {
    const start = this.at;
    this.#advance(8);
    this.low = this.#view.getUint32(start, true);
    this.high = this.#view.getUint32(start + 4, true);
  }

  #varint(): void {
    const start = this.at;
    let low = 0;
    let high = 0;
    for (let index = 0; index < 10; index++) {
      if (this.at >= this.#end) throw this.broken("it ends in the middle of a number", start);
      const byte = this.#bytes[this.at++] as number;
      const bits = byte & 0x7f;
      if (index < 4) low |= bits << (7 * index);
      else if (index === 4) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (7 * index - 32);
      if (byte >= 0x80) continue;
      if (index === 9 && byte > 1) break;
      this.low = low >>> 0;
      this.high = high >>> 0;
      return;
    }
    throw this.broken("a number is longer than 64 bits", start);
  }
}
