/** How strongly a series depends on itself, and how long blocks must be to preserve that. */
export interface Dependence {
  /** Slices a block. */
  blockLength: number;
  /** Autocovariances from lag 0 on. Of a near dependence, only those that tell something. */
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
  const lags = new Lags(series);
  const near = dependenceOf(lags);
  return { ...near, covariances: lags.upTo(lags.most) };
}

/** The same, without the covariances of lags that are only noise: computing them takes most of the time. */
export function findNearDependence(series: Float64Array): Dependence {
  return dependenceOf(new Lags(series));
}

function dependenceOf(lags: Lags): Dependence {
  const { n } = lags;
  const variance = lags.at(0);
  if (!(variance > 0)) return { blockLength: 1, covariances: lags.upTo(1), lastLag: 0 };
  const lastLag = lastTelling(lags);
  const reach = Math.min(lags.most, 2 * lastLag);
  const covariances = lags.upTo(reach);
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

/** The autocovariances of a series, each computed when it is asked for. */
class Lags {
  readonly n: number;
  /** The longest lag of which enough pairs are left. */
  readonly most: number;
  readonly #centered: Float64Array;
  readonly #covariances: Float64Array;
  #known = 0;

  constructor(series: Float64Array) {
    this.n = series.length;
    this.most = Math.min(this.n - 1, Math.ceil(this.n / 3));
    const mean = series.reduce((sum, value) => sum + value, 0) / this.n;
    this.#centered = series.map((value) => value - mean);
    this.#covariances = new Float64Array(this.most + 1);
  }

  at(lag: number): number {
    return this.upTo(lag)[lag] ?? 0;
  }

  upTo(last: number): Float64Array {
    const centered = this.#centered;
    for (; this.#known <= Math.min(last, this.most); this.#known++) {
      let sum = 0;
      for (let at = this.#known; at < this.n; at++)
        sum += (centered[at] as number) * (centered[at - this.#known] as number);
      this.#covariances[this.#known] = sum / this.n;
    }
    return this.#covariances.subarray(0, Math.min(last, this.most) + 1);
  }
}

/** The smallest lag after which several in a row are within the noise. */
function lastTelling(lags: Lags): number {
  const { n, most } = lags;
  const variance = lags.at(0);
  const quiet = Math.max(5, Math.ceil(Math.sqrt(Math.log10(n))));
  const noise = 2 * Math.sqrt(Math.log10(n) / n);
  let run = 0;
  for (let lag = 1; lag <= most; lag++) {
    run = Math.abs(lags.at(lag) / variance) < noise ? run + 1 : 0;
    if (run === quiet) return Math.max(1, lag - quiet);
  }
  return Math.max(1, most);
}

function flatTop(at: number): number {
  return at <= 0.5 ? 1 : Math.max(0, 2 * (1 - at));
}
