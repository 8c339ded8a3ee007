/** How strongly a series depends on itself, and how long blocks must be to preserve that. */
export interface Dependence {
  /** Slices a block. */
  blockLength: number;
  /** Autocovariances from lag 0 on. */
  covariances: Float64Array;
  /** The lag beyond which only noise is left. */
  lastLag: number;
}

/** A resample of fewer blocks than this would hardly differ from the run. */
const MIN_BLOCKS = 8;

/**
 * The block length that minimizes the error of the circular block bootstrap's variance, from the series itself:
 * D. N. Politis, H. White, "Automatic block-length selection for the dependent bootstrap", Econometric Reviews 2004,
 * with the correction of A. Patton, D. N. Politis, H. White, 2009.
 */
export function findDependence(series: Float64Array): Dependence {
  const n = series.length;
  const covariances = covariancesOf(series, Math.min(n - 1, Math.ceil(n / 3)));
  const variance = covariances[0] ?? 0;
  if (!(variance > 0)) return { blockLength: 1, covariances, lastLag: 0 };
  const lastLag = lastTelling(covariances, n);
  const reach = Math.min(covariances.length - 1, 2 * lastLag);
  let slope = 0;
  let density = variance;
  for (let lag = 1; lag <= reach; lag++) {
    const weighted = 2 * flatTop(lag / reach) * (covariances[lag] ?? 0);
    slope += weighted * lag;
    density += weighted;
  }
  const longest = Math.max(1, Math.floor(n / MIN_BLOCKS));
  if (!(density > 0) || slope === 0) return { blockLength: 1, covariances, lastLag };
  const best = ((2 * slope * slope) / ((4 / 3) * density * density)) ** (1 / 3) * n ** (1 / 3);
  return { blockLength: Math.min(longest, Math.max(1, Math.round(best))), covariances, lastLag };
}

/** The variance of a sum, for each slice in it, as a bootstrap of such blocks draws it: lags are weighted by a triangle. */
export function drawnVariance({ covariances }: Dependence, blockLength: number): number {
  let drawn = covariances[0] ?? 0;
  for (let lag = 1; lag < Math.min(blockLength, covariances.length); lag++)
    drawn += 2 * (1 - lag / blockLength) * (covariances[lag] ?? 0);
  return Math.max(0, drawn);
}

/** The variance of a sum, for each slice in it, by a flat-topped window over the lags. Not below 0. */
export function longRunVariance({
  covariances,
  lastLag,
}: Pick<Dependence, "covariances" | "lastLag">): number {
  const reach = Math.min(covariances.length - 1, 2 * lastLag);
  let whole = covariances[0] ?? 0;
  for (let lag = 1; lag <= reach; lag++) whole += 2 * flatTop(lag / reach) * (covariances[lag] ?? 0);
  return Math.max(0, whole);
}

function covariancesOf(series: Float64Array, most: number): Float64Array {
  const n = series.length;
  const mean = series.reduce((sum, value) => sum + value, 0) / n;
  const covariances = new Float64Array(most + 1);
  for (let lag = 0; lag <= most; lag++) {
    let sum = 0;
    for (let at = lag; at < n; at++)
      sum += ((series[at] as number) - mean) * ((series[at - lag] as number) - mean);
    covariances[lag] = sum / n;
  }
  return covariances;
}

/** The smallest lag after which several in a row are within the noise. */
function lastTelling(covariances: Float64Array, n: number): number {
  const variance = covariances[0] ?? 1;
  const quiet = Math.max(5, Math.ceil(Math.sqrt(Math.log10(n))));
  const noise = 2 * Math.sqrt(Math.log10(n) / n);
  let run = 0;
  for (let lag = 1; lag < covariances.length; lag++) {
    run = Math.abs((covariances[lag] ?? 0) / variance) < noise ? run + 1 : 0;
    if (run === quiet) return Math.max(1, lag - quiet);
  }
  return Math.max(1, covariances.length - 1);
}

function flatTop(at: number): number {
  return at <= 0.5 ? 1 : Math.max(0, 2 * (1 - at));
}
