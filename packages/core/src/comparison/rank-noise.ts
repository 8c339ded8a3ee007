import type { SliceNoise } from "../chance/slice-noise.ts";
import type { PooledBuckets } from "./pooled-buckets.ts";

/** The ends of a 95% interval, in standard deviations. */
const REACH = 1.96;

/**
 * The standard deviation of the logarithm of a percentile, from the order statistics at the ends of its 95% interval
 * (Woodruff, 1952): `noise` is that of the number of requests beyond it. A bootstrap sees little noise where most draws
 * stay on one side of a gap between fast and slow requests; these ends reach across it. `pooled` must hold the whole run.
 */
export function rankNoise(
  pooled: PooledBuckets,
  { share, noise, requests }: { share: number; noise: SliceNoise; requests: number },
): number {
  const reach = (REACH * Math.sqrt(noise.variance)) / requests;
  const ends = new Float64Array(2);
  pooled.quantiles([Math.max(0, share - reach), Math.min(1, share + reach)], ends);
  return Math.log((ends[1] ?? 0) / (ends[0] ?? 0)) / (2 * REACH);
}
