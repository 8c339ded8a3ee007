import { quantileLies } from "../chance/binomial-range.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileInterval } from "../cell/interval.ts";
import { rankOf } from "../sketch/rank.ts";
import type { Sketch } from "../sketch/sketch.ts";
import { bucketOf } from "../sketch/sketch-grid.ts";
import { dependenceOf, independent } from "./dependence.ts";
import type { Dependence } from "./dependence.ts";
import type { FigureNoise, JudgedSlices, Range } from "./judged.ts";
import { quantileStretch, stretchesOfQuantile, withinStretches } from "./stretches.ts";

export interface PercentileSample {
  cell: Cell;
  parts: readonly Cell[];
  slices: JudgedSlices | null;
  /** Nothing failed or hung, so that the slowest request shows how slow the service was. */
  calm: boolean;
}

/** A level this many times as high as the slowest request is one that nothing came near. */
const FAR = 2;

/**
 * Between which values the true percentile lies, in microseconds: those that too few requests exceed for it to be above,
 * and too many for it to be below. How many requests count as one is asked at that level, not at the percentile itself.
 * Null: the distribution isn't known.
 */
export function percentileNoise(sample: PercentileSample, share: number): FigureNoise | null {
  const noise = orderNoise(sample, share);
  if (noise === null) return null;
  return withinStretches(noise, stretchesOfQuantile(sample.slices, share), quantileStretch(share));
}

function orderNoise(sample: PercentileSample, share: number): FigureNoise | null {
  const { cell, calm } = sample;
  const { distribution, requests, maxMicros } = cell;
  if (share >= 1 || distribution.kind === "quoted" || distribution.kind === "none") return null;
  const at = (rank: number) => valueAt(sample, rank / requests);
  const middle = rankOf(share, requests);
  const cut = at(middle);
  if (cut === null) return null;
  const dependenceAbove = dependenceOfLevels(sample);
  return (confidence, times) => {
    const trialsAt = (rank: number) =>
      (requests * times) / dependenceAbove(at(rank)?.high ?? Infinity)(confidence, times);
    const lies = (side: "below" | "above", rank: number, trials: number) =>
      quantileLies(side, { share, rank: (rank / requests) * trials, trials, confidence });
    const last = firstRank(middle, requests, (rank) => lies("below", rank, trialsAt(rank)));
    const first = firstRank(1, middle, (rank) => !lies("above", rank, trialsAt(rank))) - 1;
    const counted = { low: trialsAt(Math.max(1, first)), high: trialsAt(Math.min(last, requests)) };
    const low = first < 1 ? 0 : Math.min(at(first)?.low ?? 0, cut.low);
    if (last <= requests) return { low, high: Math.max(at(last)?.high ?? Infinity, cut.high), counted };
    const enough = lies("below", requests, requests * times);
    if (enough && calm && maxMicros !== null) return { low, high: FAR * maxMicros, counted, far: true };
    return { low, high: Infinity, counted: enough ? counted : { ...counted, high: requests * times } };
  };
}

/** The first that passes, and so do all after it; one beyond `to`: none does. */
function firstRank(from: number, to: number, passes: (rank: number) => boolean): number {
  let [low, high] = [from, to + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Fewer requests above a level don't show in what clumps they come. */
const MIN_ABOVE = 10;

/** Where few exceed a level, those above it come in clumps at least as large as at the highest that ten exceed. */
function dependenceOfLevels(sample: PercentileSample): (micros: number) => Dependence {
  const slices = sample.slices?.map((slice) => ({
    of: slice?.requests ?? 0,
    above: slice === null ? () => 0 : countAbove(slice),
  }));
  if (slices === undefined) return () => independent;
  const seenAt = (level: number) => {
    const counted = slices.map(({ of, above }) => ({ hits: above(level), of }));
    return { dependence: dependenceOf(counted), hits: counted.reduce((sum, { hits }) => sum + hits, 0) };
  };
  const lowest = highestExceeded(sample);
  const least = lowest === null ? independent : seenAt(lowest).dependence;
  const known = new Map<number, Dependence>();
  return (level) => {
    const found = known.get(level);
    if (found !== undefined) return found;
    const { dependence: own, hits } = seenAt(level);
    const dependence: Dependence =
      hits >= MIN_ABOVE
        ? own
        : (confidence, times) => Math.max(own(confidence, times), least(confidence, times));
    known.set(level, dependence);
    return dependence;
  };
}

/** The highest level that ten requests exceed; null if fewer than ten exceed any. */
function highestExceeded(sample: PercentileSample): number | null {
  const { requests } = sample.cell;
  const above = countAbove(sample.cell);
  const level = (rank: number) => valueAt(sample, rank / requests)?.high ?? Infinity;
  const rank = firstRank(1, requests, (one) => above(level(one)) < MIN_ABOVE) - 1;
  return rank < 1 ? null : level(rank);
}

function valueAt({ cell, parts }: PercentileSample, share: number): Range | null {
  if (cell.distribution.kind === "sketch") return cell.distribution.all.quantileBounds(share);
  const interval = quantileInterval(parts, share);
  return interval === null ? null : { low: interval.lowMicros, high: interval.highMicros ?? Infinity };
}

/** How many requests are certainly above; adds the buckets up once, because many levels are asked for. */
function countAbove({ distribution }: Cell): (micros: number) => number {
  if (distribution.kind === "sketch") {
    const { from, sums } = sumsOfSketch(distribution.all);
    return (micros) => sumFrom(bucketOf(micros) + 1, from, sums);
  }
  if (distribution.kind !== "buckets") return () => 0;
  const from = Float64Array.from(distribution.counts, (_, at) => distribution.upperBoundsMicros[at - 1] ?? 0);
  const sums = Float64Array.from(distribution.counts);
  addUp(sums);
  return (micros) => sumFrom(micros, from, sums);
}

function sumsOfSketch(sketch: Sketch): { from: Int32Array; sums: Float64Array } {
  let buckets = 0;
  sketch.eachBucket(() => buckets++);
  const [from, sums] = [new Int32Array(buckets), new Float64Array(buckets)];
  let at = 0;
  sketch.eachBucket((bucket, count) => {
    from[at] = bucket;
    sums[at++] = count;
  });
  addUp(sums);
  return { from, sums };
}

/** Each becomes the sum of itself and all after it. */
function addUp(counts: Float64Array): void {
  for (let at = counts.length - 2; at >= 0; at--)
    counts[at] = (counts[at] as number) + (counts[at + 1] as number);
}

/** Of the rising buckets that begin there or later. */
function sumFrom(least: number, from: Int32Array | Float64Array, sums: Float64Array): number {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((from[middle] as number) >= least) high = middle;
    else low = middle + 1;
  }
  return sums[low] ?? 0;
}
