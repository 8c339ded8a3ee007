import { studentQuantile } from "../chance/special-functions.ts";

/** How seldom a list of normal values loses one that belongs to it. */
const LEVEL = 0.01;
/** More values than this are not outliers but a second level. */
const MOST = 0.3;
const MIN_LEFT = 3;

/**
 * The places of the values that belong together: all but outliers, by the generalized extreme Studentized deviate test
 * (Rosner, 1983), which isn't fooled by two that hide each other. `least` is the smallest standard deviation to assume,
 * so that a value isn't an outlier only because the others happen to be equal.
 */
export function withoutOutliers(values: readonly number[], least: number): number[] {
  let left = [...values.keys()].toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  let belonging = left;
  const most = Math.min(Math.floor(values.length * MOST), values.length - MIN_LEFT);
  for (let round = 0; round < most; round++) {
    const { farthest, distance, deviation } = extremeOf(left.map((at) => values[at] ?? 0));
    const outlying = distance > criticalDistance(left.length) * Math.max(deviation, least);
    left = left.toSpliced(farthest, 1);
    if (outlying) belonging = left;
  }
  return belonging.toSorted((a, b) => a - b);
}

/** Of values in ascending order, the first or the last. */
function extremeOf(sorted: readonly number[]): { farthest: number; distance: number; deviation: number } {
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const [below, above] = [mean - (sorted[0] ?? mean), (sorted.at(-1) ?? mean) - mean];
  return {
    farthest: above >= below ? sorted.length - 1 : 0,
    distance: Math.max(above, below),
    deviation: Math.sqrt(squares / (sorted.length - 1)),
  };
}

const known = new Map<number, number>();

function criticalDistance(count: number): number {
  let distance = known.get(count);
  if (distance === undefined) {
    const t = studentQuantile(LEVEL / count, count - 2);
    distance = ((count - 1) / Math.sqrt(count)) * Math.sqrt((t * t) / (count - 2 + t * t));
    known.set(count, distance);
  }
  return distance;
}
