import type { UsedBuckets } from "./sketch-codec.ts";

/** Single buckets, in any order, as used buckets: inserted in place one by one, because there are few. */
export function listInto({ buckets, counts }: UsedBuckets, listed: Uint16Array, count: number): number {
  let length = 0;
  for (let index = 0; index < count; index++) {
    const bucket = listed[index] as number;
    let at = length;
    while (at > 0 && (buckets[at - 1] as number) > bucket) at--;
    if (at > 0 && buckets[at - 1] === bucket) {
      counts[at - 1] = (counts[at - 1] as number) + 1;
      continue;
    }
    for (let move = length; move > at; move--) {
      buckets[move] = buckets[move - 1] as number;
      counts[move] = counts[move - 1] as number;
    }
    buckets[at] = bucket;
    counts[at] = 1;
    length++;
  }
  return length;
}

/** The same, each with how often it is listed. */
export function eachListed(listed: Uint16Array, visit: (bucket: number, count: number) => void): void {
  const sorted = listed.toSorted((a, b) => a - b);
  for (let at = 0; at < sorted.length;) {
    const bucket = sorted[at] as number;
    let next = at + 1;
    while (sorted[next] === bucket) next++;
    visit(bucket, next - at);
    at = next;
  }
}
