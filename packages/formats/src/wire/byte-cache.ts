/** Room for 60,000 series with ten labels each. */
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024;
/** An entry and its place in the map, beside its bytes and what was read from them. */
const ENTRY_BYTES = 300;

interface Entry<T> {
  bytes: DataView;
  value: T;
  cost: number;
}

/**
 * What was read from bytes that clients repeat in every body, found by these bytes. Nothing is dropped while a body is read. Once it
 * is full it starts over: reading everything once more now and then costs less than noting what is used.
 */
export class ByteCache<T> {
  readonly #maxBytes: number;
  #entries = new Map<number, Entry<T>>();
  #bytes = 0;

  constructor(maxBytes = DEFAULT_MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Call it before each body. */
  makeRoom(): void {
    if (this.#bytes < this.#maxBytes) return;
    this.#entries = new Map();
    this.#bytes = 0;
  }

  /** `hash`: of the bytes, by `addToHash`. Different bytes with one hash only cost time. */
  find(body: DataView, start: number, end: number, hash: number): T | undefined {
    const entry = this.#entries.get(hash);
    return entry !== undefined && isSame(entry.bytes, body, start, end) ? entry.value : undefined;
  }

  /** `cost`: about how many bytes the value takes. */
  add(bytes: Uint8Array, hash: number, value: T, cost: number): void {
    const copy = Buffer.from(bytes);
    const view = new DataView(copy.buffer, copy.byteOffset, copy.length);
    const entry = { bytes: view, value, cost: cost + bytes.length + ENTRY_BYTES };
    this.#bytes += entry.cost - (this.#entries.get(hash)?.cost ?? 0);
    this.#entries.set(hash, entry);
  }
}

/** Takes up to four bytes; starts at 0. */
export function addToHash(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x0100_0193);
  return mixed ^ (mixed >>> 15);
}

function isSame(known: DataView, body: DataView, start: number, end: number): boolean {
  const length = end - start;
  if (known.byteLength !== length) return false;
  let at = 0;
  for (; at + 4 <= length; at += 4) if (known.getInt32(at) !== body.getInt32(start + at)) return false;
  for (; at < length; at++) if (known.getUint8(at) !== body.getUint8(start + at)) return false;
  return true;
}
