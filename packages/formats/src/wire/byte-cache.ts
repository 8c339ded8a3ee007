/** Room for the series of a large installation: a recent and an older half of this size each. */
const DEFAULT_HALF_BYTES = 64 * 1024 * 1024;
/** An entry and its place in the map, beside its bytes and what was read from them. */
const ENTRY_BYTES = 300;

interface Entry<T> {
  bytes: DataView;
  value: T;
  cost: number;
}

/**
 * What was read from bytes that clients repeat in every body, found by these bytes. Nothing is dropped while a body is read;
 * what several bodies haven't used goes between two of them.
 */
export class ByteCache<T> {
  readonly #halfBytes: number;
  #recent = new Map<number, Entry<T>>();
  #older = new Map<number, Entry<T>>();
  #recentBytes = 0;

  constructor(halfBytes = DEFAULT_HALF_BYTES) {
    this.#halfBytes = halfBytes;
  }

  /** Call it before each body. */
  trim(): void {
    if (this.#recentBytes <= this.#halfBytes) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#recentBytes = 0;
  }

  /** `hash`: of the bytes, by `addToHash`. Different bytes with one hash only cost time. */
  find(body: DataView, start: number, end: number, hash: number): T | undefined {
    const recent = this.#recent.get(hash);
    const entry = recent ?? this.#older.get(hash);
    if (entry === undefined || !isSame(entry.bytes, body, start, end)) return undefined;
    if (recent === undefined) this.#put(hash, entry);
    return entry.value;
  }

  /** `cost`: about how many bytes the value takes. */
  add(bytes: Uint8Array, hash: number, value: T, cost: number): void {
    const copy = Buffer.from(bytes);
    const view = new DataView(copy.buffer, copy.byteOffset, copy.length);
    this.#put(hash, { bytes: view, value, cost: cost + bytes.length + ENTRY_BYTES });
  }

  #put(hash: number, entry: Entry<T>): void {
    this.#recentBytes += entry.cost - (this.#recent.get(hash)?.cost ?? 0);
    this.#recent.set(hash, entry);
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
