import type { LabelKind, Warning } from "../cell/sample.ts";

/** From this many on, equal samples are no coincidence. */
const MIN_DIGEST_SAMPLES = 100;

/**
 * A digest of a file's timed samples as a multiset of offset, label, latency and failed, however they are ordered or split.
 *
 * Every sample has a weight of 32 bits, mixed from its label, latency and failure. Kept are the sums, modulo 2^32, of the
 * weights, of weight × time and of weight × time². Where the file begins is known only at its end. By then, these sums can be
 * moved to it, so that a file whose clock was moved has the same digest.
 */
export class SampleDigest {
  #count = 0;
  #sum = 0;
  #moment = 0;
  #square = 0;

  /** All are the low 32 bits, signed: larger numbers passed to a call would each allocate an object. */
  add(seed: number, failed: boolean, completedAt: number, latency: number): void {
    let mixed = Math.imul((failed ? ~seed : seed) ^ latency, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    const weight = mixed ^ (mixed >>> 16);
    const moment = Math.imul(weight, completedAt);
    this.#count++;
    this.#sum = (this.#sum + weight) | 0;
    this.#moment = (this.#moment + moment) | 0;
    this.#square = (this.#square + Math.imul(moment, completedAt)) | 0;
  }

  /** Null: too few samples to tell. `beginMicros`: when the first of them began. */
  end(beginMicros: number): string | null {
    if (this.#count < MIN_DIGEST_SAMPLES) return null;
    const begin = beginMicros | 0;
    const moved = Math.imul(begin, this.#sum);
    const moment = (this.#moment - moved) | 0;
    const square = (this.#square - Math.imul(2 * begin, this.#moment) + Math.imul(begin, moved)) | 0;
    return [this.#count, ...[this.#sum, moment, square].map(hexOf)].join("-");
  }
}

/** What `SampleDigest.end` returns. */
export const SAMPLE_DIGEST = /^[1-9]\d{2,15}(-[0-9a-f]{8}){3}$/;

/** Of a run, `copies` of whose parts have the samples of another part. */
export function sameSamplesWarning(copies: number): Warning[] {
  if (copies === 0) return [];
  const detail = "The same samples were uploaded more than once, and count once.";
  return [{ code: "same-samples", count: copies, detail, lines: [] }];
}

/** What the weights of a label's samples are mixed from. FNV-1a over the UTF-16 units. */
export function seedOf(name: string, kind: LabelKind): number {
  let hash = 0x811c9dc5;
  const text = `${kind} ${name}`;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

function hexOf(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, "0");
}
