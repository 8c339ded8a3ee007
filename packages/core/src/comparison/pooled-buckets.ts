import { lowestOf, STORED_BUCKETS } from "../sketch/sketch-grid.ts";
import type { SlicedRun } from "./sliced-run.ts";

/**
 * The used buckets of a run, numbered without gaps, so that weighted slices can be added up thousands of times, and
 * quantiles of such sums, spread evenly within their bucket. With steps of a whole bucket, large runs would seem to
 * have no noise.
 */
export class PooledBuckets {
  readonly #starts: Uint32Array;
  readonly #counts: Float64Array;
  /** The number of each entry's bucket. */
  readonly #places: Uint16Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #sums: Float64Array;

  /** `joined`: how many buckets of the grid count as one, for speed. */
  constructor(run: SlicedRun, joined = 1) {
    const merged = mergeEntries(run, joined);
    const placeOf = new Uint16Array(STORED_BUCKETS);
    for (let at = 0; at < merged.places.length; at++) placeOf[merged.places[at] as number] = 1;
    const used: number[] = [];
    for (let at = 0; at < STORED_BUCKETS; at++) if (placeOf[at] === 1) placeOf[at] = used.push(at) - 1;
    this.#starts = merged.starts;
    this.#counts = merged.counts;
    this.#places = merged.places.map((at) => placeOf[at] as number);
    const edges = used.map((at) => edgesOf(at * joined, (at + 1) * joined, run.resolutionMicros));
    this.#low = Float64Array.from(edges, ({ low }) => low);
    this.#high = Float64Array.from(edges, ({ high }) => high);
    this.#sums = new Float64Array(used.length);
  }

  get size(): number {
    return this.#sums.length;
  }

  /** Adds up the slices, each multiplied by its weight. */
  add(weights: ArrayLike<number>): void {
    const starts = this.#starts;
    const counts = this.#counts;
    const sums = this.#sums;
    const places = this.#places;
    sums.fill(0);
    for (let slice = 0; slice < weights.length; slice++) {
      const weight = weights[slice] as number;
      if (weight === 0) continue;
      const end = starts[slice + 1] as number;
      for (let at = starts[slice] as number; at < end; at++) {
        const place = places[at] as number;
        sums[place] = (sums[place] as number) + weight * (counts[at] as number);
      }
    }
  }

  /** Quantiles of the last sum; the shares must rise. */
  quantiles(shares: readonly number[], into: Float64Array): void {
    const sums = this.#sums;
    let total = 0;
    for (let place = 0; place < sums.length; place++) total += sums[place] as number;
    let place = 0;
    let below = 0;
    for (let which = 0; which < shares.length; which++) {
      const rank = (shares[which] as number) * total;
      while (place < sums.length - 1 && below + (sums[place] as number) < rank)
        below += sums[place++] as number;
      const count = sums[place] as number;
      into[which] = total > 0 ? this.#within(place, count > 0 ? (rank - below) / count : 0) : NaN;
    }
  }

  /** How many of each slice's requests are above a value. */
  above(micros: number): Float64Array {
    const starts = this.#starts;
    const counts = this.#counts;
    const above = new Float64Array(starts.length - 1);
    for (let slice = 0; slice < above.length; slice++) {
      let sum = 0;
      for (let at = starts[slice] as number; at < (starts[slice + 1] as number); at++) {
        const place = this.#places[at] as number;
        const low = this.#low[place] as number;
        const high = this.#high[place] as number;
        if (low >= micros) sum += counts[at] as number;
        else if (high > micros) sum += ((counts[at] as number) * (high - micros)) / (high - low);
      }
      above[slice] = sum;
    }
    return above;
  }

  #within(place: number, share: number): number {
    const low = this.#low[place] as number;
    const high = this.#high[place] as number;
    return low * (high / low) ** Math.min(1, Math.max(0, share));
  }
}

function mergeEntries(
  { starts, buckets, counts }: SlicedRun,
  joined: number,
): { starts: Uint32Array; places: Uint16Array; counts: Float64Array } {
  if (joined === 1) return { starts, places: buckets, counts };
  const places = new Uint16Array(buckets.length);
  const merged = new Float64Array(buckets.length);
  const ends = new Uint32Array(starts.length);
  let next = 0;
  for (let slice = 0; slice + 1 < starts.length; slice++) {
    const first = next;
    for (let at = starts[slice] as number; at < (starts[slice + 1] as number); at++) {
      const place = Math.floor((buckets[at] as number) / joined);
      if (next === first || places[next - 1] !== place) places[next++] = place;
      merged[next - 1] = (merged[next - 1] as number) + (counts[at] as number);
    }
    ends[slice + 1] = next;
  }
  return { starts: ends, places: places.slice(0, next), counts: merged.slice(0, next) };
}

/** The range a bucket represents: a tool that rounds to whole milliseconds means half a millisecond on either side. */
function edgesOf(from: number, to: number, resolutionMicros: number): { low: number; high: number } {
  const low = Math.max(0.5, lowestOf(from));
  const high = Math.max(low + 0.5, lowestOf(to));
  if (!Number.isFinite(high)) return { low, high: low * 1.01 };
  if (high - low >= resolutionMicros) return { low, high };
  const middle = (low + high) / 2;
  const half = resolutionMicros / 2;
  return { low: Math.max(0.5, middle - half), high: middle + half };
}
