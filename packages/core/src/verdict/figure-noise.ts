import { normalRate, rateRange } from "../chance/binomial-range.ts";
import { normalQuantile } from "../chance/special-functions.ts";
import { MIN_HALF, reachOf, sliceNoise } from "../chance/slice-noise.ts";
import type { SliceNoise } from "../chance/slice-noise.ts";
import { emptyCell, mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { meanMicros } from "../cell/summary.ts";
import { middleOf } from "../sketch/sketch-grid.ts";
import { inTimeUnit } from "../targets/read-metric.ts";
import type { Rounding } from "../targets/read-metric.ts";
import type { Target } from "../targets/target.ts";
import { MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import { dependenceOf } from "./dependence.ts";
import { percentileNoise } from "./percentile-noise.ts";
import type { FigureNoise, JudgedSlices, MeasuredFigure, Range } from "./judged.ts";
import { requestsForErrors, stretchesOf, withinHalves, withinStretches } from "./stretches.ts";

interface NoiseContext {
  rounding: Rounding;
  /** Nothing succeeded for some seconds. */
  hung: boolean;
}

/** Null: the figure isn't one of a sample, so chance has no part in it, or the source gives no way to tell. */
export function figureNoise(
  target: Target,
  measured: MeasuredFigure,
  context: NoiseContext,
): FigureNoise | null {
  const noise = noiseOfSample(target, measured, context);
  if (noise === null) return null;
  return withinHalves(noise, () => halvesOf(measured).map((half) => noiseOfSample(target, half, context)));
}

function halvesOf(measured: MeasuredFigure): MeasuredFigure[] {
  const { slices, cell, value } = measured;
  const middle = Math.floor((slices?.length ?? 0) / 2);
  if (slices === null || cell === null || middle < MIN_HALF) return [];
  const whole = mergeAllCells(slices.filter((slice) => slice !== null));
  return [slices.slice(0, middle), slices.slice(-middle)].map((half) => {
    const own = mergeAllCells(half.filter((slice) => slice !== null));
    const rate = (own.requests / whole.requests) * (slices.length / middle);
    return {
      ...measured,
      slices: half,
      cell: own,
      parts: [own],
      value: value === null ? null : value * rate,
    };
  });
}

function noiseOfSample(
  { metric }: Target,
  measured: MeasuredFigure,
  { rounding, hung }: NoiseContext,
): FigureNoise | null {
  const { cell } = measured;
  if (cell === null || cell.requests === 0) return null;
  const sample: Sample = { cell, measured, rounding, hung };
  switch (metric.kind) {
    case "percentile":
      return latencyNoise(sample, metric.percent / 100);
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

interface Sample extends NoiseContext {
  cell: Cell;
  measured: MeasuredFigure;
}

/** What a tool quotes stays as quoted. */
function latencyNoise(sample: Sample, share: number): FigureNoise | null {
  const { cell, measured, hung } = sample;
  const { parts, slices, allSucceeded } = measured;
  const noise = percentileNoise({ cell, parts, slices, calm: allSucceeded && !hung }, share);
  if (noise === null) return null;
  return (confidence, times) => {
    const range = noise(confidence, times);
    // What the tool rounds is nothing beside this distance.
    const far = range.far === true ? { high: inTimeUnit(range, EXACT, measured.unit).high } : {};
    return { ...range, ...inFigureUnit(range, sample), ...far };
  };
}

const EXACT: Rounding = { stepMicros: 1, share: 0 };

/** Errors in bursts count as fewer, as dependent requests do. */
function errorNoise({ cell, measured }: Sample): FigureNoise {
  const dependence = dependenceOf(
    measured.slices?.map((slice) => ({ hits: slice?.errors ?? 0, of: slice?.requests ?? 0 })) ?? null,
  );
  const rate: FigureNoise = (confidence, times) => {
    const fewer = dependence(confidence, times) / times;
    const counted = cell.requests / fewer;
    return {
      counted: { low: counted, high: counted },
      ...rateRange(cell.errors / fewer, counted, confidence),
    };
  };
  const within = withinStretches(
    rate,
    stretchesOf(measured.slices, requestsForErrors(cell)),
    ({ errors, requests }) =>
      (confidence, times) =>
        normalRate(errors * times, requests * times, confidence),
  );
  return (confidence, times) => {
    const { low, high, ...range } = within(confidence, times);
    return {
      ...range,
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
  const micros: FigureNoise = (confidence, times) => {
    const deviations = reachOf(confidence, freedom * times);
    const reach = deviations / Math.sqrt(times);
    // N. J. Johnson 1978: a run more often lacks the rare slow requests than has too many of them.
    const shift = (skew * (1 + 2 * deviations ** 2)) / 6 / times;
    const at = (reaches: number) => mean + (deviation * reaches) / cell.requests;
    return { low: Math.max(0, at(Math.min(0, shift - reach))), high: at(reach + shift) };
  };
  const within = withinStretches(micros, stretchesOf(measured.slices, MIN_REQUESTS_FOR_MEAN), meanStretch);
  return (confidence, times) => inFigureUnit(within(confidence, times), sample);
}

function meanStretch(stretch: Cell) {
  const mean = meanMicros(stretch);
  const variance = mean === null ? null : latencyVariance(stretch, mean);
  if (mean === null || variance === null) return null;
  const deviation = Math.sqrt(variance / stretch.requests);
  return (confidence: number, times: number): Range => {
    const reach = (normalQuantile(confidence) * deviation) / Math.sqrt(times);
    return { low: mean - reach, high: mean + reach };
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
  // A mean is never above all that it is the mean of, however much a load that rises scatters.
  const highest = (value * counts.length * Math.max(...counts)) / total;
  const rate: FigureNoise = (confidence, times) => {
    const reachWith = ({ freedom, variance }: SliceNoise) =>
      (reachOf(confidence, freedom * times) * Math.sqrt(variance / times)) / total;
    const reach = reachWith(noise);
    const most = busyNoise === null ? Infinity : whileBusy * (1 + reachWith(busyNoise));
    return { low: value * Math.max(0, 1 - reach), high: Math.min(value * (1 + reach), most, highest) };
  };
  // Each slice is as long as the others, so that none is joined with the next.
  const slices = (measured.slices ?? []).map((slice) => slice ?? emptyCell());
  return withinStretches(rate, slices, (slice) => {
    const own = (value * slices.length * slice[of]) / total;
    return (confidence, times) => {
      const reach = normalQuantile(confidence) / Math.sqrt(Math.max(1, slice.requests) * times);
      return { low: own * Math.max(0, 1 - reach), high: own * (1 + reach) };
    };
  });
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

function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

function inFigureUnit({ low, high }: Range, { measured, rounding }: Sample): Range {
  return inTimeUnit({ low, high }, rounding, measured.unit);
}
