/** A small generator with a seed: two runs of a bench measure the same work. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** Latencies as services have them: a lognormal body, in whole microseconds. */
export function lognormalMicros(next: () => number, medianMicros: number, sigma: number): () => number {
  return () => {
    const normal = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    return Math.max(1, Math.round(medianMicros * Math.exp(sigma * normal)));
  };
}
