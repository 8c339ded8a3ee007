import { reachOf, sliceNoise } from "../chance/slice-noise.ts";

/**
 * How many dependent requests carry as much information as one independent request (the design effect), with this
 * confidence. At least 1.
 */
export type Dependence = (confidence: number, times: number) => number;

export const independent: Dependence = () => 1;

/** How much more the hits of the slices scatter than if the requests were independent. */
export function dependenceOf(counted: readonly { hits: number; of: number }[] | null): Dependence {
  if (counted === null) return independent;
  const hits = counted.reduce((sum, slice) => sum + slice.hits, 0);
  const of = counted.reduce((sum, slice) => sum + slice.of, 0);
  const share = hits / of;
  const noise = sliceNoise(Float64Array.from(counted, (slice) => slice.hits - share * slice.of));
  const alone = of * share * (1 - share);
  if (noise === null || !(alone > 0)) return independent;
  return (confidence, times) => {
    const uncertain = reachOf(confidence, noise.freedom * times) / reachOf(confidence, Infinity);
    return Math.max(1, (noise.variance / alone) * (confidence > 0.5 ? uncertain ** 2 : 1));
  };
}
