const BASIS = 0x811c9dc5;
const FACTOR = 0x9e3779b1;

/** A hash of bytes[from..to) by four bytes a step, as row-scan.wat takes it: rows of either way must agree on it. */
export function textHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = BASIS ^ (to - from);
  for (let at = from; at < to; at += 4) {
    let word = 0;
    for (let index = Math.min(4, to - at) - 1; index >= 0; index--) {
      word = (word << 8) | (bytes[at + index] as number);
    }
    hash = Math.imul(hash ^ word, FACTOR);
    hash ^= hash >>> 15;
  }
  return hash;
}
