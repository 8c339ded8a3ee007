import { findNearDependence, longRunVariance } from "./block-length.ts";
import { fittedChange, rankCorrelation } from "./steady-change.ts";
import { normalQuantile, studentQuantile } from "./special-functions.ts";

/** What slices of a window show of how a sum over it scatters. */
export interface SliceNoise {
  /** Of the sum over all slices. */
  variance: number;
  /** Independent stretches behind it, less one. */
  freedom: number;
}

/** Fewer slices than this show too little of how a run scatters. */
const MIN_SLICES = 12;

/**
 * The noise of a sum from its slices, as far as they depend on each other; null: too few slices. The largest estimate
 * counts. A flat-topped window over the lags sees any dependence, but too little of a long one. A first order
 * autoregression sees that, and sees it in longer slices where single ones are too noisy.
 */
export function sliceNoise(given: Float64Array): SliceNoise | null {
  const n = given.length;
  if (n < MIN_SLICES) return null;
  const series = withoutDrift(given) ?? halvesWithoutDrift(given) ?? given;
  let [variance, length] = [0, 1];
  for (const joined of JOINED) {
    const slices = joinSlices(series, joined);
    const size = slices.length;
    if (joined > 1 && size < MIN_JOINED) break;
    const dependence = findNearDependence(slices);
    const { blockLength, covariances } = dependence;
    if (joined === 1 || size >= MIN_HALF) {
      const lost = 1 - Math.min(0.5, blockLength / size);
      variance = Math.max(variance, (size * longRunVariance(dependence)) / lost);
      length = Math.max(length, joined * blockLength);
    }
    const correlation = correlationOf(covariances, size);
    if (correlation === 0) continue;
    const stretch = (1 + correlation) / (1 - correlation);
    variance = Math.max(variance, size * (covariances[0] ?? 0) * stretch);
    length = Math.max(length, joined * stretch);
  }
  return { variance, freedom: Math.max(1, n / length - 1) };
}

/**
 * A half of fewer slices shows too little of how it scatters. Slices are joined down to as many, so that a run isn't
 * surer than a half of one twice as long, whose slices are twice as long, too.
 */
export const MIN_HALF = 40;

/** How steadily so many parts of a series go one way if it drifts: a level that wanders seldom does. */
const STEADILY = 0.8;

/** What drifts from one end of the run to the other isn't noise: a run as long again has no other one. */
function withoutDrift(series: Float64Array): Float64Array | null {
  if (series.length < MIN_SLICES) return null;
  const parts = Array.from(joinSlices(series, Math.floor(series.length / MIN_SLICES)));
  if (Math.abs(rankCorrelation(parts)) < STEADILY) return null;
  const last = series.length - 1;
  const change = fittedChange(Array.from(series));
  return series.map((value, at) => value - change * (at / last - 0.5));
}

/** The same drift twice: what a cache that fills, or a log that is rotated, does. */
function halvesWithoutDrift(series: Float64Array): Float64Array | null {
  const middle = Math.floor(series.length / 2);
  const halves = [series.slice(0, middle), series.slice(middle)].map(withoutDrift);
  if (halves.some((half) => half === null)) return null;
  return Float64Array.from(halves.flatMap((half) => Array.from(half ?? [])));
}

/** How many slices are taken as one, and how many must remain. */
const JOINED = [1, 2, 4];
const MIN_JOINED = 24;

function joinSlices(series: Float64Array, joined: number): Float64Array {
  if (joined === 1) return series;
  const slices = new Float64Array(Math.floor(series.length / joined));
  for (let at = 0; at < slices.length * joined; at++) {
    const slice = Math.floor(at / joined);
    slices[slice] = (slices[slice] as number) + (series[at] as number);
  }
  return slices;
}

/** From one slice to the next, without the bias of a short series (M. G. Kendall 1954); 0 where it may be chance. */
function correlationOf(covariances: Float64Array, n: number): number {
  const [variance = 0, next = 0] = covariances;
  const seen = variance > 0 ? next / variance : 0;
  return seen < 2 / Math.sqrt(n) ? 0 : Math.min(MAX_CORRELATION, (n * seen + 1) / (n - 3));
}

/** A series that depends on itself for longer has hardly a level of its own. */
const MAX_CORRELATION = 0.95;

/** As many standard deviations as it takes for this confidence on one side, if they are known from so few stretches. */
export function reachOf(confidence: number, freedom: number): number {
  if (confidence <= 0.5) return 0;
  if (freedom < FEW) return studentQuantile(2 * (1 - confidence), freedom);
  // R. A. Fisher and E. A. Cornish 1960: right to a ten-thousandth from here on.
  const z = normalQuantile(confidence);
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom * freedom);
}

const FEW = 20;
