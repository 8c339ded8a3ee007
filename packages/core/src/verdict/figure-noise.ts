import { quantileRanks, rateRange } from "../chance/binomial-range.ts";
import { reachOf, sliceNoise } from "../chance/slice-noise.ts";
import type { SliceNoise } from "../chance/slice-noise.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileInterval } from "../cell/interval.ts";
import { meanMicros } from "../cell/summary.ts";
import { middleOf } from "../sketch/sketch-grid.ts";
import { inTimeUnit } from "../targets/read-metric.ts";
import type { Rounding } from "../targets/read-metric.ts";
import type { Target } from "../targets/target.ts";
import type { FigureNoise, JudgedSlices, MeasuredFigure, Range } from "./judged.ts";

/** Null: the figure isn't one of a sample, so chance has no part in it, or the source gives no way to tell. */
export function figureNoise(
  target: Target,
  measured: MeasuredFigure,
  rounding: Rounding,
): FigureNoise | null {
  const { metric } = target;
  const { cell } = measured;
  if (cell === null || cell.requests === 0) return null;
  const sample: Sample = { cell, measured, rounding };
  switch (metric.kind) {
    case "percentile":
      return percentileNoise(sample, metric.percent / 100);
    case "latency":
      return metric.statistic === "mean" ? meanNoise(sample) : null;
    case "error-rate":
      return errorNoise(sample);
    case "throughput":
    case "items":
      return countNoise(sample, metric.kind === "items" ? "items" : "requests");
    case "achieved":
    case "gauge":
      return null;
  }
}

interface Sample {
  cell: Cell;
  measured: MeasuredFigure;
  rounding: Rounding;
}

/** The values at the ranks between which the true percentile lies. What a tool quotes stays as quoted. */
function percentileNoise(sample: Sample, share: number): FigureNoise | null {
  const { cell, measured } = sample;
  const { distribution, requests } = cell;
  if (share >= 1 || distribution.kind === "quoted" || distribution.kind === "none") return null;
  const cut = valueAt(cell, measured.parts, share);
  if (cut === null) return null;
  const dependence = dependenceOf(measured.slices, (slice) => ({
    hits: requestsAbove(slice, cut.high),
    of: slice.requests,
  }));
  return (confidence, times) => {
    const trials = (requests * times) / dependence(confidence, times);
    const ranks = quantileRanks(share, trials, confidence);
    const first = Math.floor((ranks.low / trials) * requests + 1e-9);
    const last = Math.ceil((ranks.high / trials) * requests - 1e-9);
    const lowest = first < 1 ? null : valueAt(cell, measured.parts, first / requests);
    const highest = last > requests ? null : valueAt(cell, measured.parts, last / requests);
    // Of few independent requests, even the lowest rank that is likely enough can lie above the percentile.
    const low = Math.min(lowest?.low ?? 0, cut.low);
    const high = Math.max(highest?.high ?? Infinity, cut.high);
    return inFigureUnit({ low, high }, sample);
  };
}

function valueAt(cell: Cell, parts: readonly Cell[], share: number): Range | null {
  if (cell.distribution.kind === "sketch") return cell.distribution.all.quantileBounds(share);
  const interval = quantileInterval(parts, share);
  return interval === null ? null : { low: interval.lowMicros, high: interval.highMicros ?? Infinity };
}

function requestsAbove({ distribution }: Cell, micros: number): number {
  if (distribution.kind === "sketch") return distribution.all.countAbove(micros);
  if (distribution.kind !== "buckets") return 0;
  return distribution.counts.reduce(
    (sum, count, at) => ((distribution.upperBoundsMicros[at - 1] ?? 0) >= micros ? sum + count : sum),
    0,
  );
}

/** Errors in bursts count as fewer, as dependent requests do. */
function errorNoise({ cell, measured }: Sample): FigureNoise {
  const dependence = dependenceOf(measured.slices, (slice) => ({ hits: slice.errors, of: slice.requests }));
  return (confidence, times) => {
    const fewer = dependence(confidence, times) / times;
    const { low, high } = rateRange(cell.errors / fewer, cell.requests / fewer, confidence);
    return {
      low: 100 * Math.max(0, low),
      high: Number.isFinite(measured.high) ? 100 * Math.min(1, high) : Infinity,
    };
  };
}

function meanNoise(sample: Sample): FigureNoise | null {
  const { cell, measured } = sample;
  const mean = meanMicros(cell);
  const variance = mean === null ? null : latencyVariance(cell, mean);
  if (mean === null || variance === null) return null;
  const independent = variance * cell.requests;
  const read = (slice: Cell) => (slice.sumMicros ?? 0) - mean * slice.requests;
  const known = noiseOf(measured.slices, read);
  const { variance: dependent, freedom } = known ?? { variance: independent, freedom: Infinity };
  const deviation = Math.sqrt(Math.max(dependent, independent));
  const skew = known === null ? 0 : skewOf(measured.slices ?? [], read);
  return (confidence, times) => {
    const deviations = reachOf(confidence, freedom * times);
    const reach = deviations / Math.sqrt(times);
    // N. J. Johnson 1978: a run more often lacks the rare slow requests than has too many of them.
    const shift = (skew * (1 + 2 * deviations ** 2)) / 6 / times;
    const at = (reaches: number) => mean + (deviation * reaches) / cell.requests;
    return inFigureUnit(
      { low: Math.max(0, at(Math.min(0, shift - reach))), high: at(reach + shift) },
      sample,
    );
  };
}

/** Of one request's latency; null if only its tool knows the distribution. */
function latencyVariance({ distribution, requests }: Cell, mean: number): number | null {
  if (distribution.kind !== "sketch") return null;
  const squares = distribution.all
    .bucketsForDrawing()
    .reduce(
      (sum, { from, to, count }) => sum + count * (middleOf(from, Math.max(from, to - 1)) - mean) ** 2,
      0,
    );
  return squares / requests;
}

/** A throughput is as certain as its slices are even; of a total nobody knows how even it was. */
function countNoise({ measured }: Sample, of: "requests" | "items"): FigureNoise | null {
  const { value } = measured;
  const noise = noiseOf(measured.slices, (slice) => slice[of]);
  if (noise === null || value === null || value === 0) return null;
  const total = (measured.slices ?? []).reduce((sum, slice) => sum + (slice?.[of] ?? 0), 0);
  if (total === 0) return null;
  const counts = (measured.slices ?? []).map((slice) => slice?.[of] ?? 0);
  const busy = withoutOutages(counts);
  const busyNoise = busy.length < counts.length ? sliceNoise(Float64Array.from(busy)) : null;
  const whileBusy = (value * counts.length) / busy.length;
  return (confidence, times) => {
    const reachWith = ({ freedom, variance }: SliceNoise) =>
      (reachOf(confidence, freedom * times) * Math.sqrt(variance / times)) / total;
    const reach = reachWith(noise);
    const most = busyNoise === null ? Infinity : whileBusy * (1 + reachWith(busyNoise));
    return { low: value * Math.max(0, 1 - reach), high: Math.min(value * (1 + reach), most) };
  };
}

/** With fewer in a slice, a slice without any may be chance. */
const MANY_IN_A_SLICE = 10;

/** A service that completed nothing for a while did no more without it than it did the rest of the time. */
function withoutOutages(counts: readonly number[]): readonly number[] {
  const busy = counts.filter((count) => count > 0);
  return sumOf(busy, (count) => count) < MANY_IN_A_SLICE * busy.length ? counts : busy;
}

/** Of the sum over slices, in units of its deviation; not below 0, for latencies have no tail on that side. */
function skewOf(slices: JudgedSlices, read: (slice: Cell) => number): number {
  const parts = slices.map((slice) => (slice === null ? 0 : read(slice)));
  const squares = sumOf(parts, (part) => part ** 2);
  return squares === 0 ? 0 : Math.max(0, sumOf(parts, (part) => part ** 3) / squares ** 1.5);
}

function noiseOf(slices: JudgedSlices | null, read: (slice: Cell) => number): SliceNoise | null {
  if (slices === null) return null;
  return sliceNoise(Float64Array.from(slices, (slice) => (slice === null ? 0 : read(slice))));
}

/**
 * How many dependent requests carry as much information as one independent request (the design effect): how much more
 * the hits of the slices scatter than if the requests were independent. At least 1.
 */
function dependenceOf(
  slices: JudgedSlices | null,
  count: (slice: Cell) => { hits: number; of: number },
): (confidence: number, times: number) => number {
  if (slices === null) return () => 1;
  const counted = slices.map((slice) => (slice === null ? { hits: 0, of: 0 } : count(slice)));
  const [hits, of] = [sumOf(counted, (slice) => slice.hits), sumOf(counted, (slice) => slice.of)];
  const share = hits / of;
  const noise = sliceNoise(Float64Array.from(counted, (slice) => slice.hits - share * slice.of));
  const independent = of * share * (1 - share);
  if (noise === null || !(independent > 0)) return () => 1;
  return (confidence, times) => {
    const uncertain = reachOf(confidence, noise.freedom * times) / reachOf(confidence, Infinity);
    return Math.max(1, (noise.variance / independent) * (confidence > 0.5 ? uncertain ** 2 : 1));
  };
}

function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

function inFigureUnit({ low, high }: Range, { measured, rounding }: Sample): Range {
  return inTimeUnit({ low, high }, rounding, measured.unit);
}
