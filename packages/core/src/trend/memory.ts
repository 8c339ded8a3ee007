import { strongestSplit, wholeStretch } from "./split.ts";
import type { Split } from "./split.ts";

/** Of fewer runs, a correlation is too uncertain to be taken as it is seen. */
const MIN_TO_CORRELATE = 50;
const MAX_CORRELATION = 0.8;
/** So many standard errors of it may be chance and count as none. */
const NOTICED = 1.5;
/** A second step this strong is no memory either. */
const CLEAR_STEP = 30;
const MAX_SHORT = 0.6;
const BIAS = 3;
/** So many standard errors of a correlation may be chance: without them, steps would be found later. */
const BY_CHANCE = 1.2;
/** A step this far beyond what is left around it, in squared deviations, is one with any memory. */
const SURE_STRENGTH = 40;
/** A slope this far beyond what is left around its line, too. */
const SURE_SLOPE = 40;
const MAX_SLOPED = 0.9;

/**
 * How strong a split is if its runs remember the one before them. The difference of two means is then uncertain by
 * (1 + r) / (1 - r) times as much for a correlation r. What is left around the split is the noise, in a random order of
 * the runs as well, so a long series compares the two shares.
 */
export function strengthWithMemory(scores: Float64Array, split: Split): number {
  const { strength } = split;
  if (scores.length < MIN_TO_CORRELATE) return strength / shortInflation(scores, split);
  const mean = meanOf(scores);
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  if (squares === 0) return strength;
  return (squares * strength) / (strength + longInflation(scores, split) * (squares - strength));
}

/** From what is left around the split, and around the next one if that is a clear step. */
function longInflation(scores: Float64Array, { at }: Split): number {
  const sides: [number, number][] = [
    [0, at],
    [at, scores.length],
  ];
  const places = [at];
  let strongest = CLEAR_STEP;
  for (const [from, to] of sides) {
    const next = strongestSplit(scores.subarray(from, to), wholeStretch(to - from));
    if (next === null || next.strength <= strongest) continue;
    strongest = next.strength;
    places[1] = from + next.at;
  }
  const left = correlationAround(
    scores,
    places.toSorted((a, b) => a - b),
  );
  if (left === null || left.correlation < NOTICED / Math.sqrt(scores.length)) return 1;
  return isSureSlope(scores) ? 1 : inflationBy(Math.min(MAX_CORRELATION, left.correlation));
}

/** A short series may hide its memory or show one by chance. */
function shortInflation(scores: Float64Array, { at, strength }: Split): number {
  const left = correlationAround(scores, [at]);
  if (left === null) return 1;
  const correlation = Math.min(MAX_SHORT, left.correlation) - BY_CHANCE / Math.sqrt(scores.length);
  const inflation = inflationBy(Math.max(0, correlation));
  const past = strength > SURE_STRENGTH * inflation * (left.squares / (scores.length - 2));
  return past || isSureSlope(scores) ? 1 : inflation;
}

function inflationBy(correlation: number): number {
  return (1 + correlation) / (1 - correlation);
}

/**
 * Of one run with the next, around the means of the levels that begin at the places. Means taken from few values make it
 * look smaller than it is, which is put back. Null: nothing is left around them.
 */
function correlationAround(
  scores: Float64Array,
  places: readonly number[],
): { correlation: number; squares: number } | null {
  let [squares, products, count] = [0, 0, 0];
  for (const [index, to] of [...places, scores.length].entries()) {
    const level = scores.subarray(places[index - 1] ?? 0, to);
    const mean = meanOf(level);
    for (const [at, score] of level.entries()) {
      squares += (score - mean) ** 2;
      if (at === 0) continue;
      products += (score - mean) * ((level[at - 1] ?? mean) - mean);
      count++;
    }
  }
  if (squares === 0) return null;
  const seen = ((products / squares) * scores.length) / count;
  const correlation = seen + ((places.length + 1) * (1 + BIAS * Math.max(0, seen))) / scores.length;
  return { correlation, squares };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
