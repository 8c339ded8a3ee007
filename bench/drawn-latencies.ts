/** Realistic latencies: lognormal, in whole microseconds. */
export function lognormalMicros(next: () => number, medianMicros: number, sigma: number): () => number {
  return () => Math.max(1, Math.round(medianMicros * Math.exp(sigma * normal(next))));
}

/** Normally distributed around 0 with deviation 1 (Box and Muller, 1958). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
