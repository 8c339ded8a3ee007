import type { NativeBuckets } from "./native-histogram.ts";

export interface DenseBuckets {
  /** The number of the first bucket. */
  first: number;
  counts: number[];
}

/** Spans and differences as one count for each bucket from the first to the last; otherwise why that's impossible. */
export function denseBuckets(buckets: NativeBuckets, most: number): DenseBuckets | string {
  const counts = buckets.counts.length > 0 ? buckets.counts : summed(buckets.deltas);
  if (counts.some((count) => !(count >= 0))) return "a bucket has a negative count";
  const { spans } = buckets;
  const first = spans[0] ?? 0;
  const dense: number[] = [];
  let read = 0;
  for (let at = 0; at < spans.length; at += 2) {
    const gap = at === 0 ? 0 : (spans[at] as number);
    const length = spans[at + 1] as number;
    if (gap < 0) return "its buckets overlap";
    if (dense.length + gap + length > most) return `it spans more than ${most} buckets`;
    for (let empty = 0; empty < gap; empty++) dense.push(0);
    for (let index = 0; index < length; index++) dense.push(counts[read + index] ?? 0);
    read += length;
  }
  return read === counts.length ? { first, counts: dense } : "its spans don't match its buckets";
}

function summed(deltas: readonly number[]): number[] {
  let count = 0;
  return deltas.map((delta) => {
    count += delta;
    return count;
  });
}
