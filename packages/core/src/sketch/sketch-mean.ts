import type { Sketch } from "./sketch.ts";

/** The mean is exact; the standard deviation uses the middles of the buckets. In microseconds. */
export function meanOf(sketch: Sketch): { mean: number; deviation: number } {
  if (sketch.count === 0) return { mean: 0, deviation: 0 };
  const mean = sketch.sum / sketch.count;
  const squares = sketch
    .bucketsForDrawing()
    .reduce((sum, { from, to, count }) => sum + count * ((from + to - 1) / 2 - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / sketch.count) };
}
