import { withoutBadRuns } from "./without-bad-runs.ts";

/** How far one run may pull: what lies beyond so many deviations counts as lying on the edge. */
const MAX_DEVIATIONS = 6;
/** The same from the level that a run is on. */
const MAX_APART = 4;
/** From the median of the absolute differences of neighbours to the deviation of one value, if it is normal. */
const DIFFERENCE_TO_DEVIATION = 1 / (0.674_489_75 * Math.SQRT2);

/**
 * The values in deviations from their median. The deviation comes from neighbours, so that a step in the series does not
 * widen it.
 */
export function scoresOf(values: readonly number[]): Float64Array {
  const onScale = scaled(values);
  const middle = medianOf(onScale);
  const deviation = deviationOf(onScale);
  return Float64Array.from(onScale, (value) => {
    if (value === middle) return 0;
    if (deviation === 0) return value > middle ? MAX_DEVIATIONS : -MAX_DEVIATIONS;
    return (value - middle) / deviation;
  });
}

/** Cut at six deviations: one run that went wrong looks like one run, and a step of any height still looks like a step. */
export function cutScores(scores: Float64Array): Float64Array {
  return scores.map((score) => Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, score)));
}

export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** The values on their scale without bad runs, those far from the median of their level pulled to `MAX_APART` deviations from it. */
export function clippedAround(values: readonly number[], places: readonly number[]): Float64Array {
  const given = scaled(values);
  const deviation = deviationOf(given);
  const onScale = withoutBadRuns(given, deviation);
  const most = MAX_APART * deviation;
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
