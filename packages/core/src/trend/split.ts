/** Runs on either side of a change, at least. */
export const MIN_RUNS = 4;

export interface Split {
  /** The first value of the second side. */
  at: number;
  /** Squared difference of the two sides' means, in units of its own expected noise. */
  strength: number;
}

interface Stretch {
  from: number;
  to: number;
  /** For each size of the first side what the squared difference of sums is multiplied with. */
  weights: Float64Array;
}

/**
 * The stretches in which a split is looked for: the whole, and ever shorter ones that overlap by half. A rise that is
 * followed by a fall has its own stretch and is not levelled out by the rest.
 * Kovács, Li, Bühlmann and Munk, "Seeded binary segmentation" (Biometrika, 2023).
 */
export function stretchesOf(length: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let width = length; width >= 2 * MIN_RUNS; width = Math.floor(width / 2)) {
    const weights = weightsOf(width);
    const count = width === length ? 1 : Math.ceil((2 * length) / width) - 1;
    for (let index = 0; index < count; index++) {
      const from = count === 1 ? 0 : Math.round((index * (length - width)) / (count - 1));
      stretches.push({ from, to: from + width, weights });
    }
  }
  return stretches;
}

/** The whole alone: for a change that is known to be there, between its neighbours. */
export function wholeStretch(length: number): readonly Stretch[] {
  return length < 2 * MIN_RUNS ? [] : [{ from: 0, to: length, weights: weightsOf(length) }];
}

/** The place where the two sides differ most, over all stretches; null where there are too few values. */
export function strongestSplit(scores: Float64Array, stretches: readonly Stretch[]): Split | null {
  const sums = runningSums(scores);
  let [at, strength] = [-1, 0];
  for (const { from, to, weights } of stretches) {
    const before = sums[from] ?? 0;
    const mean = ((sums[to] ?? 0) - before) / (to - from);
    for (let size = MIN_RUNS; size <= to - from - MIN_RUNS; size++) {
      const apart = (sums[from + size] ?? 0) - before - size * mean;
      const here = apart * apart * (weights[size] ?? 0);
      if (here > strength) [at, strength] = [from + size, here];
    }
  }
  return at === -1 ? null : { at, strength };
}

/** How strong a split of the whole at each place is. */
export function strengthsOf(scores: Float64Array): Float64Array {
  const sums = runningSums(scores);
  const weights = weightsOf(scores.length);
  const mean = (sums[scores.length] ?? 0) / scores.length;
  return weights.map((weight, size) => ((sums[size] ?? 0) - size * mean) ** 2 * weight);
}

function runningSums(scores: Float64Array): Float64Array {
  const sums = new Float64Array(scores.length + 1);
  for (let at = 0; at < scores.length; at++) sums[at + 1] = (sums[at] ?? 0) + (scores[at] ?? 0);
  return sums;
}

function weightsOf(width: number): Float64Array {
  const weights = new Float64Array(width);
  for (let size = 1; size < width; size++) weights[size] = width / (size * (width - size));
  return weights;
}
