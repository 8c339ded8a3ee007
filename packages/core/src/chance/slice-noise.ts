import { findNearDependence, longRunVariance } from "./block-length.ts";
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
export function sliceNoise(series: Float64Array): SliceNoise | null {
  const n = series.length;
  if (n < MIN_SLICES) return null;
  const dependence = findNearDependence(series);
  const lost = 1 - Math.min(0.5, dependence.blockLength / n);
  let variance = (n * longRunVariance(dependence)) / lost;
  let length = dependence.blockLength;
  for (const joined of JOINED) {
    const slices = joinSlices(series, joined);
    if (joined > 1 && slices.length < MIN_JOINED) break;
    const { covariances } = joined === 1 ? dependence : findNearDependence(slices);
    const correlation = correlationOf(covariances, slices.length);
    const stretch = (1 + correlation) / (1 - correlation);
    variance = Math.max(variance, slices.length * (covariances[0] ?? 0) * (correlation > 0 ? stretch : 0));
    if (correlation > 0) length = Math.max(length, joined * stretch);
  }
  return { variance, freedom: Math.max(1, n / length - 1) };
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
