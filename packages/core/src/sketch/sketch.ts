import { eachListed, listInto } from "./listed-buckets.ts";
import { rankOf } from "./rank.ts";
import { decodeSketch, encodeSketch } from "./sketch-codec.ts";
import type { UsedBuckets } from "./sketch-codec.ts";
import {
  gridBounds,
  highestOf,
  lowestOf,
  middleOf,
  OVERFLOW,
  RELATIVE_ERROR,
  sharedGrid,
  STORED_BUCKETS,
  bucketOf,
} from "./sketch-grid.ts";
import { giveWindow, takeWindow } from "./sketch-windows.ts";
import { ByteWriter } from "./varint.ts";

/** Small sketches list the buckets of their values one by one: a dense window would cost more. */
const MAX_LISTED = 32;
const NONE = new Uint16Array(0);
const EMPTY = new Uint32Array(0);
const MAX_UINT32 = 0xffffffff;
/** Room added on each side when a window grows, so that a warm sketch rarely grows again. */
const SLACK = 8;
/** Encoding is synchronous and returns a copy, so all sketches share one buffer, which grows once. */
const shared = new ByteWriter();
const used: UsedBuckets = {
  buckets: new Uint16Array(STORED_BUCKETS),
  counts: new Float64Array(STORED_BUCKETS),
  length: 0,
};

/**
 * A mergeable histogram of latencies on logarithmic buckets (after DDSketch: Masson, Rim, Lee, VLDB 2019) with a
 * relative error of at most 0.5% from 1 us to 1 h. Count, sum, min and max are exact. The state is a function of
 * the values alone: any order, any partition and any order of merging give the same sketch and the same bytes.
 */
export class Sketch {
  static readonly relativeError = RELATIVE_ERROR;

  #count = 0;
  #sum = 0;
  #min = Infinity;
  #max = -Infinity;
  /** Counts of the buckets from #start on. While it is empty, #listed contains the buckets of all values. */
  #counts: Uint32Array | Float64Array = EMPTY;
  #start = 0;
  #listed = NONE;
  /** The tool's rounding: 1,000 if it says that all values are whole milliseconds. */
  #gridMicros = 1;

  static of(values: Iterable<number>): Sketch {
    const sketch = new Sketch();
    for (const micros of values) sketch.add(micros);
    return sketch;
  }

  /** `gridMicros`: what the source says that all values are multiples of. */
  static decode(bytes: Uint8Array, gridMicros = 1): Sketch {
    const state = decodeSketch(bytes);
    const sketch = new Sketch();
    sketch.#gridMicros = gridMicros;
    if (state.count === 0) return sketch;
    sketch.#counts = state.counts;
    sketch.#start = state.start;
    sketch.#count = state.count;
    sketch.#sum = state.sum;
    sketch.#min = state.min;
    sketch.#max = state.max;
    return sketch;
  }

  /** The same for what may be left `without` a part: an extreme that is a bucket's end becomes a value of the grid in that bucket. */
  static decodeRest(bytes: Uint8Array, gridMicros: number): Sketch {
    const sketch = Sketch.decode(bytes, gridMicros);
    if (sketch.#count === 0 || sketch.#sum % gridMicros !== 0) return sketch;
    const [first, last] = [bucketOf(sketch.#min), bucketOf(sketch.#max)];
    const lowest = gridBounds(lowestOf(first), highestOf(first), gridMicros);
    const highest = gridBounds(lowestOf(last), highestOf(last), gridMicros);
    if (sketch.#min === lowestOf(first)) sketch.#min = lowest.low;
    if (sketch.#max === highestOf(last)) sketch.#max = highest.high;
    return sketch;
  }

  get count(): number {
    return this.#count;
  }

  /** In whole microseconds; exact up to 2^53. */
  get sum(): number {
    return this.#sum;
  }

  get min(): number | null {
    return this.#count === 0 ? null : this.#min;
  }

  get max(): number | null {
    return this.#count === 0 ? null : this.#max;
  }

  /**
   * What all values are multiples of: what the source says, unless a value that is known exactly contradicts it. The
   * minimum, the maximum and the sum together leave hardly a chance for other values to go unnoticed.
   */
  get gridMicros(): number {
    const grid = this.#gridMicros;
    const fits = this.#min % grid === 0 && this.#max % grid === 0 && this.#sum % grid === 0;
    return this.#count > 0 && fits ? grid : 1;
  }

  /** Approximate memory of this sketch, for budgets. */
  get memoryBytes(): number {
    return (
      120 +
      (this.#counts.length > 0 ? 200 + this.#counts.byteLength : 0) +
      (this.#listed.length > 0 ? 272 : 0)
    );
  }

  /** Makes room where another sketch has its values, if there are none yet: seconds of one label are alike. */
  expectLike(other: Sketch): void {
    if (this.#count > 0 || this.#counts.length > 0 || other.#count === 0 || other.#counts.length === 0)
      return;
    this.#start = Math.max(0, bucketOf(other.#min) - SLACK);
    this.#counts = takeWindow(Math.min(STORED_BUCKETS, bucketOf(other.#max) + SLACK) - this.#start);
  }

  /** Counts a non-negative number of microseconds; fractions are cut off. */
  add(micros: number, times = 1): void {
    const whole = Math.floor(micros);
    const bucket = bucketOf(whole);
    const at = bucket - this.#start;
    const counts = this.#counts;
    if (at >= 0 && at < counts.length && this.#count < MAX_UINT32 - times) {
      counts[at] = (counts[at] as number) + times;
    } else this.#addSlowly(bucket, times);
    this.#count += times;
    this.#sum += whole * times;
    if (whole < this.#min) this.#min = whole;
    if (whole > this.#max) this.#max = whole;
  }

  /** Adds all of the other's values. The other stays as it is. */
  merge(other: Sketch): this {
    if (other.#count === 0) return this;
    if (other === this) return this.merge(this.clone());
    this.#gridMicros =
      this.#count === 0 ? other.#gridMicros : sharedGrid(this.#gridMicros, other.#gridMicros);
    if (other.#counts.length === 0) {
      for (let at = 0; at < other.#count; at++) {
        this.#addSlowly(other.#listed[at] as number, 1);
        this.#count++;
      }
    } else {
      const first = bucketOf(other.#min);
      const stop = bucketOf(other.#max) + 1;
      this.#cover(first, stop, this.#count + other.#count);
      this.#addBuckets(other, first, stop);
      this.#count += other.#count;
    }
    this.#sum += other.#sum;
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
    return this;
  }

  clone(): Sketch {
    return new Sketch().merge(this);
  }

  /**
   * This sketch without the values of a part of it. Count, sum and buckets are exact. Of min and max only the one
   * that the part does not share is exact; the other is known to its bucket and given as the bucket's outer end.
   */
  without(part: Sketch): { sketch: Sketch; extremes: "exact" | "bucket" } {
    const sketch = this.clone();
    if (part.#count === 0) return { sketch, extremes: "exact" };
    if (part.#count > this.#count) throw new RangeError("A part cannot hold more values than the whole");
    if (part.#count === this.#count) return { sketch: new Sketch(), extremes: "exact" };
    const grid = this.gridMicros;
    sketch.#densify();
    part.#eachBucket((bucket, count) => {
      const at = bucket - sketch.#start;
      const left = (sketch.#counts[at] ?? 0) - count;
      if (left < 0) throw new RangeError("A part cannot hold values that the whole does not");
      sketch.#counts[at] = left;
    });
    sketch.#count -= part.#count;
    sketch.#sum -= part.#sum;
    return { sketch, extremes: sketch.#narrowExtremes(part, grid) };
  }

  /**
   * The nearest-rank quantile in microseconds, q from 0 to 1. It is exact if its bucket holds only one value of the
   * tool's grid. Otherwise it isn't always whole, since the bucket answers with the value whose error is smallest over
   * all that it may hold. Null in the overflow, of which only the range is known.
   */
  quantile(q: number): number | null {
    const bounds = this.quantileBounds(q);
    if (bounds === null || (bounds.bucket === OVERFLOW && bounds.low < bounds.high)) return null;
    return middleOf(bounds.low, bounds.high);
  }

  /** The range of whole microseconds that contains the exact nearest-rank quantile: from and to a value of the tool's grid. */
  quantileBounds(q: number): { low: number; high: number; bucket: number } | null {
    if (this.#count === 0) return null;
    const rank = rankOf(q, this.#count);
    if (rank === 1) return { low: this.#min, high: this.#min, bucket: bucketOf(this.#min) };
    if (rank === this.#count) return { low: this.#max, high: this.#max, bucket: bucketOf(this.#max) };
    const bucket = this.#bucketOfRank(rank);
    return { ...this.boundsOf(bucket), bucket };
  }

  /** The lowest and the highest value that a used bucket may hold. */
  boundsOf(bucket: number): { low: number; high: number } {
    return gridBounds(
      Math.max(this.#min, lowestOf(bucket)),
      Math.min(this.#max, highestOf(bucket)),
      this.gridMicros,
    );
  }

  /** How many values are certainly above: excludes those in the value's own bucket. */
  countAbove(micros: number): number {
    return this.#countBucketsFrom(bucketOf(micros) + 1);
  }

  /** How many values may be at or above: includes those in the value's own bucket. */
  countFrom(micros: number): number {
    return this.#countBucketsFrom(bucketOf(micros));
  }

  /** The used buckets in rising order, as half-open ranges of microseconds; the overflow ends at the maximum. */
  bucketsForDrawing(): { from: number; to: number; count: number }[] {
    const buckets: { from: number; to: number; count: number }[] = [];
    const max = this.#max;
    this.#eachBucket((bucket, count) => {
      const to = bucket === OVERFLOW ? max + 1 : lowestOf(bucket + 1);
      buckets.push({ from: lowestOf(bucket), to, count });
    });
    return buckets;
  }

  /** The used buckets of the grid in rising order, for code that adds up many sketches itself. */
  eachBucket(visit: (bucket: number, count: number) => void): void {
    this.#eachBucket(visit);
  }

  encode(): Uint8Array {
    shared.clear();
    this.encodeInto(shared);
    return shared.copy();
  }

  /** Appends what `encode` returns. */
  encodeInto(out: ByteWriter): void {
    const figures = { count: this.#count, sum: this.#sum, min: this.#min, max: this.#max };
    encodeSketch(out, figures, this.#listUsed());
  }

  /** Releases its memory for other sketches. It is empty afterwards. */
  release(): void {
    if (this.#counts instanceof Uint32Array) giveWindow(this.#counts);
    this.#counts = EMPTY;
    this.#start = 0;
    this.#count = 0;
    this.#sum = 0;
    this.#min = Infinity;
    this.#max = -Infinity;
    this.#gridMicros = 1;
  }

  /** Synchronous readers share one list of used buckets, so that encoding allocates nothing. */
  #listUsed(): UsedBuckets {
    const { buckets, counts } = used;
    let length = 0;
    if (this.#counts.length === 0) length = listInto(used, this.#listed, this.#count);
    else {
      const window = this.#counts;
      const start = this.#start;
      const stop = this.#count === 0 ? 0 : bucketOf(this.#max) + 1 - start;
      for (let at = bucketOf(this.#min) - start; at < stop; at++) {
        const count = window[at] as number;
        if (count === 0) continue;
        buckets[length] = start + at;
        counts[length++] = count;
      }
    }
    used.length = length;
    return used;
  }

  #countBucketsFrom(first: number): number {
    let total = 0;
    this.#eachBucket((bucket, count) => {
      if (bucket >= first) total += count;
    });
    return total;
  }

  #bucketOfRank(rank: number): number {
    const { buckets, counts, length } = this.#listUsed();
    let seen = 0;
    for (let at = 0; at < length; at++) {
      seen += counts[at] as number;
      if (seen >= rank) return buckets[at] as number;
    }
    return -1;
  }

  #eachBucket(visit: (bucket: number, count: number) => void): void {
    if (this.#counts.length === 0) {
      eachListed(this.#listed.subarray(0, this.#count), visit);
      return;
    }
    const counts = this.#counts;
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at] as number;
      if (count > 0) visit(this.#start + at, count);
    }
  }

  #addSlowly(bucket: number, times: number): void {
    if (!(bucket >= 0)) throw new RangeError("A latency must be a number of microseconds, not negative");
    if (this.#counts.length === 0) {
      if (times === 1 && this.#count < MAX_LISTED) {
        if (this.#listed === NONE) this.#listed = new Uint16Array(MAX_LISTED);
        this.#listed[this.#count] = bucket;
        return;
      }
      this.#densify();
    }
    this.#cover(bucket, bucket + 1, this.#count + times);
    this.#counts[bucket - this.#start] = (this.#counts[bucket - this.#start] as number) + times;
  }

  #densify(): void {
    if (this.#counts.length > 0 || this.#count === 0) return;
    const listed = this.#listed.subarray(0, this.#count);
    const from = Math.max(0, Math.min(...listed) - SLACK);
    const to = Math.min(STORED_BUCKETS, Math.max(...listed) + 1 + SLACK);
    const counts = takeWindow(to - from);
    for (const bucket of listed) counts[bucket - from] = (counts[bucket - from] as number) + 1;
    this.#start = from;
    this.#counts = counts;
  }

  /** Adds the other's counts of the buckets [first, stop), which the window must already cover. */
  #addBuckets(other: Sketch, first: number, stop: number): void {
    const target = this.#counts;
    const source = other.#counts;
    const shift = other.#start - this.#start;
    const from = first - other.#start;
    const to = stop - other.#start;
    if (target instanceof Uint32Array && source instanceof Uint32Array) {
      // Nearly always: counts are rarely large. A loop that only sees one kind of array is twice as fast.
      for (let at = from; at < to; at++)
        target[at + shift] = (target[at + shift] as number) + (source[at] as number);
    } else {
      for (let at = from; at < to; at++)
        target[at + shift] = (target[at + shift] as number) + (source[at] as number);
    }
  }

  /** Makes the window cover [from, to) and counts up to `total`. */
  #cover(from: number, to: number, total: number): void {
    this.#densify();
    const counts = this.#counts;
    const isWide = total > MAX_UINT32;
    const isInside = from >= this.#start && to <= this.#start + counts.length;
    if (counts.length === 0 || !isInside || (isWide && counts instanceof Uint32Array)) {
      this.#widen(from, to, isWide);
    }
  }

  #widen(from: number, to: number, isWide: boolean): void {
    const counts = this.#counts;
    const isNew = counts.length === 0;
    const end = this.#start + counts.length;
    const slack = SLACK + (counts.length >> 3);
    const start = isNew || from < this.#start ? Math.max(0, from - slack) : this.#start;
    const stop = isNew || to > end ? Math.min(STORED_BUCKETS, to + slack) : end;
    const wider = isWide ? new Float64Array(stop - start) : takeWindow(stop - start);
    if (!isNew) wider.set(counts, this.#start - start);
    if (counts instanceof Uint32Array) giveWindow(counts);
    this.#counts = wider;
    this.#start = start;
  }

  #narrowExtremes(part: Sketch, gridMicros: number): "exact" | "bucket" {
    let first = -1;
    let last = -1;
    this.#eachBucket((bucket) => {
      if (first < 0) first = bucket;
      last = bucket;
    });
    const minShared = part.#min === this.#min;
    const maxShared = part.#max === this.#max;
    const lowest = gridBounds(lowestOf(first), highestOf(first), gridMicros);
    const highest = gridBounds(lowestOf(last), highestOf(last), gridMicros);
    if (minShared) this.#min = Math.max(this.#min, lowest.low);
    if (maxShared) this.#max = Math.min(this.#max, highest.high);
    return minShared || maxShared ? "bucket" : "exact";
  }
}
