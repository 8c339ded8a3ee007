/** Room for 60,000 series with ten labels each. */
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024;
/** An entry and its place in the map, beside its bytes and what was read from them. */
const ENTRY_BYTES = 300;

/** Bytes are kept together: a buffer for each entry would be several objects more for the garbage collector to follow. */
const BLOCK_BYTES = 1024 * 1024;

/** `length` bytes from `at` on. */
export interface Entry<T> {
  block: DataView;
  at: number;
  length: number;
  value: T;
  cost: number;
  /** The entry that was found after this one: clients repeat not only what they send, but also its order. */
  next: Entry<T> | null;
}

/**
 * What was read from bytes that clients repeat in every body, found by these bytes. Once it is full it
 * starts over: reading everything once more now and then costs less than noting what is used.
 */
export class ByteCache<T> {
  readonly #maxBytes: number;
  #entries = new Map<number, Entry<T>>();
  #bytes = 0;
  #block = new DataView(new ArrayBuffer(0));
  #used = 0;
  #isIdle = false;

  constructor(maxBytes = DEFAULT_MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Call it before each body. */
  makeRoom(): void {
    this.#isIdle = false;
    if (this.#bytes >= this.#maxBytes) this.#clear();
  }

  /** Call it now and then: what no body has needed since the last time is dropped. */
  forgetIfIdle(): void {
    if (this.#isIdle) this.#clear();
    this.#isIdle = true;
  }

  #clear(): void {
    this.#entries = new Map();
    this.#bytes = 0;
    this.#block = new DataView(new ArrayBuffer(0));
    this.#used = 0;
  }

  /** `hash`: of the bytes, by `addToHash`. Different bytes with one hash only cost time. */
  find(body: DataView, start: number, end: number, hash: number): T | undefined {
    return this.entry(body, start, end, hash)?.value;
  }

  entry(body: DataView, start: number, end: number, hash: number): Entry<T> | undefined {
    const entry = this.#entries.get(hash);
    return entry?.length === end - start && beginsWith(body, start, entry) ? entry : undefined;
  }

  /** `cost`: about how many bytes the value takes. */
  add(bytes: Uint8Array, hash: number, value: T, cost: number): Entry<T> {
    const { length } = bytes;
    if (this.#used + length > this.#block.byteLength) {
      this.#block = new DataView(new ArrayBuffer(Math.max(BLOCK_BYTES, length)));
      this.#used = 0;
    }
    const block = this.#block;
    new Uint8Array(block.buffer, this.#used, length).set(bytes);
    const entry = { block, at: this.#used, length, value, cost: cost + length + ENTRY_BYTES, next: null };
    this.#used += length;
    this.#bytes += entry.cost - (this.#entries.get(hash)?.cost ?? 0);
    this.#entries.set(hash, entry);
    return entry;
  }
}

/** Takes up to four bytes; starts at 0. */
export function addToHash(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x0100_0193);
  return mixed ^ (mixed >>> 15);
}

/** Whether these bytes of a body, or its last ones, begin like those of an entry. */
export function beginsWith(body: DataView, start: number, { block, at, length }: Entry<unknown>): boolean {
  if (start + length > body.byteLength) return false;
  let by = 0;
  for (; by + 4 <= length; by += 4) if (block.getInt32(at + by) !== body.getInt32(start + by)) return false;
  for (; by < length; by++) if (block.getUint8(at + by) !== body.getUint8(start + by)) return false;
  return true;
}
