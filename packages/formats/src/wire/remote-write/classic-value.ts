import type { HistogramValue } from "@headroom/core";

/** A bucket of a classic histogram: how many values are at most `bound`. */
export interface ClassicBucket {
  bound: number;
  cumulative: number;
}

/** The buckets of one moment, in any order, as a histogram; otherwise why they aren't one. */
export function classicValue(buckets: readonly ClassicBucket[], sum: number | null): HistogramValue | string {
  const rising = buckets.toSorted((a, b) => (a.bound < b.bound ? -1 : 1));
  const last = rising.at(-1);
  if (last?.bound !== Number.POSITIVE_INFINITY) return "it has no bucket with le=+Inf";
  const bounds: number[] = [];
  const counts: number[] = [];
  let below = 0;
  for (const [index, { bound, cumulative }] of rising.entries()) {
    if (index > 0 && bound === rising[index - 1]?.bound) {
      // The same value may have been sent twice.
      if (cumulative === below) continue;
      return `it has two buckets with le=${spelled(bound)}`;
    }
    if (!(cumulative >= below))
      return `the bucket with le=${spelled(bound)} counts less than the one below it`;
    counts.push(cumulative - below);
    below = cumulative;
    if (bound !== Number.POSITIVE_INFINITY) bounds.push(bound);
  }
  return { count: below, sum, min: null, max: null, buckets: { bounds, counts } };
}

function spelled(bound: number): string {
  return bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
}
