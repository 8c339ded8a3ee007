/** How far one run may pull: what lies beyond so many deviations counts as lying on the edge. */
const MAX_DEVIATIONS = 6;
/** The same from the level that a run is on. */
const MAX_APART = 4;
/** More than this is no memory of the run before but a slope or a pattern. */
const MAX_CORRELATION = 0.5;
/** Of fewer runs, differences tell too little of the correlation: it is read around the split. */
const MIN_TO_CORRELATE = 50;
const MAX_SHORT = 0.6;
const BIAS = 3;
/** So many standard errors of a correlation may be chance: without them, steps would be found later. */
const BY_CHANCE = 1.2;
/** A step this far beyond what is left around it, in squared deviations, is one with any memory. */
const SURE_STRENGTH = 40;
/** A slope this far beyond what is left around its line, too. */
const SURE_SLOPE = 40;
/** From the median of the absolute differences of neighbours to the deviation of one value, if it is normal. */
const DIFFERENCE_TO_DEVIATION = 1 / (0.674_489_75 * Math.SQRT2);

/**
 * The values in deviations from their median, cut at six: one run that went wrong looks like one run, and a step of any
 * height still looks like a step. The deviation comes from neighbours, so that a step in the series does not widen it.
 */
export function scoresOf(values: readonly number[]): Float64Array {
  const onScale = scaled(values);
  const middle = medianOf(onScale);
  const deviation = deviationOf(onScale);
  return Float64Array.from(onScale, (value) => {
    if (value === middle) return 0;
    if (deviation === 0) return value > middle ? MAX_DEVIATIONS : -MAX_DEVIATIONS;
    return Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, (value - middle) / deviation));
  });
}

export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** The values on their scale, those far from the median of their level pulled to `MAX_APART` deviations from it. */
export function clippedAround(values: readonly number[], places: readonly number[]): Float64Array {
  const onScale = scaled(values);
  const most = MAX_APART * deviationOf(onScale);
  for (let at = 1; at < places.length; at++) {
    const level = onScale.subarray(places[at - 1], places[at]);
    const middle = medianOf(level);
    for (const [index, value] of level.entries())
      level[index] = Math.max(middle - most, Math.min(middle + most, value));
  }
  return onScale;
}

/** Latencies and rates change by factors; where a value is 0 or below there is no factor to take. */
export function changesByFactors(values: readonly number[]): boolean {
  return values.every((value) => value > 0);
}

function scaled(values: readonly number[]): Float64Array {
  const factors = changesByFactors(values);
  return Float64Array.from(values, (value) => (factors ? Math.log(value) : value));
}

function deviationOf(values: Float64Array): number {
  if (values.length < 2) return 0;
  const differences = new Float64Array(values.length - 1);
  for (let at = 0; at < differences.length; at++)
    differences[at] = Math.abs((values[at + 1] ?? 0) - (values[at] ?? 0));
  const typical = medianOf(differences) * DIFFERENCE_TO_DEVIATION;
  if (typical > 0) return typical;
  // More than half of the neighbours are equal, as with figures in whole milliseconds.
  return (differences.reduce((sum, one) => sum + one, 0) / differences.length) * DIFFERENCE_TO_DEVIATION;
}

/**
 * By how much neighbours that are alike raise the difference of two means: (1 + r) / (1 - r) for a correlation r of one
 * run with the next. It is read from differences, which a step hardly touches; a small one may be chance and counts as none.
 */
export function inflationOf(scores: Float64Array, split: { at: number; strength: number }): number {
  if (scores.length < MIN_TO_CORRELATE) return inflationAround(scores, split);
  const differences = Float64Array.from(scores, (score, at) => plain(score - (scores[at - 1] ?? score)));
  let [squares, products] = [0, 0];
  for (let at = 1; at < differences.length; at++) {
    const difference = differences[at] ?? 0;
    squares += difference * difference;
    products += difference * (differences[at + 1] ?? 0);
  }
  if (squares === 0) return 1;
  const correlation = Math.min(MAX_CORRELATION, 1 + (2 * products) / squares);
  return correlation < 2 / Math.sqrt(scores.length) ? 1 : (1 + correlation) / (1 - correlation);
}

/** The edge of a step or of a run that went wrong says nothing of how neighbours hang together. */
function plain(difference: number): number {
  return Math.abs(difference) < MAX_DEVIATIONS ? difference : 0;
}

/**
 * The same in a short series: from what is left on both sides of the split. Two means taken from few values make their
 * correlation look smaller than it is, which is put back.
 */
function inflationAround(scores: Float64Array, { at, strength }: { at: number; strength: number }): number {
  const sides = [scores.subarray(0, at), scores.subarray(at)];
  let [squares, products, count] = [0, 0, 0];
  for (const side of sides) {
    const mean = side.reduce((sum, score) => sum + score, 0) / side.length;
    for (const [index, score] of side.entries()) {
      squares += (score - mean) ** 2;
      if (index === 0) continue;
      products += (score - mean) * ((side[index - 1] ?? mean) - mean);
      count++;
    }
  }
  if (squares === 0) return 1;
  const seen = ((products / squares) * scores.length) / count;
  const unbiased = seen + (sides.length * (1 + BIAS * Math.max(0, seen))) / scores.length;
  const correlation = Math.min(MAX_SHORT, unbiased) - BY_CHANCE / Math.sqrt(scores.length);
  const inflation = correlation <= 0 ? 1 : (1 + correlation) / (1 - correlation);
  const past = strength > SURE_STRENGTH * inflation * (squares / (scores.length - sides.length));
  return past || isSureSlope(scores) ? 1 : inflation;
}

/** A drift makes neighbours alike without any memory: around its line they aren't. */
function isSureSlope(scores: Float64Array): boolean {
  const n = scores.length;
  const middle = (n - 1) / 2;
  const spread = (n * (n * n - 1)) / 12;
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const slope = scores.reduce((sum, score, at) => sum + score * (at - middle), 0) / spread;
  const left = scores.map((score, at) => score - mean - slope * (at - middle));
  const squares = left.reduce((sum, one) => sum + one * one, 0);
  const products = left.reduce((sum, one, at) => sum + one * (left[at - 1] ?? 0), 0);
  if (squares === 0) return slope !== 0;
  const seen = products / squares;
  // A line fitted to few values makes their correlation look smaller than it is.
  const correlation = Math.min(MAX_SLOPED, Math.max(0, seen + (2 + 4 * Math.max(0, seen)) / n));
  const inflation = (1 + correlation) / (1 - correlation);
  return slope * slope * spread > (SURE_SLOPE * inflation * squares) / (n - 2);
}

const MAX_SLOPED = 0.9;
