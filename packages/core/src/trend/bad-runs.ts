import { cutScores, medianOf, scoresOf } from "./scores.ts";
import { MIN_RUNS } from "./split.ts";

/** Levels with more runs than this show themselves well enough. */
const LONGEST = 2 * MIN_RUNS;
/** What a few bad runs have to explain better than a level does, in squared deviations. */
const CLEARLY_BETTER = 5;

/** The runs from `from` up to `to`. */
export interface BadRuns {
  from: number;
  to: number;
}

/**
 * A few bad runs in a row that were taken for a level, because a level with one of their neighbours in it differs from
 * the others as well. Its runs are then explained better by fewer than `MIN_RUNS` of them, with the rest on the levels
 * beside it. Bad runs at the end may be the first of a new level. Null: every level is one.
 */
export function findBadRuns(values: readonly number[], places: readonly number[]): BadRuns | null {
  const ends = [0, ...places, values.length];
  for (let at = 1; at < ends.length; at++) {
    const [from, to] = [ends[at - 1] ?? 0, ends[at] ?? 0];
    if (to - from > LONGEST || ends.length === 2) continue;
    const [start, end] = [ends[at - 2] ?? from, ends[at + 1] ?? to];
    const scores = cutScores(scoresOf(values.slice(start, end)));
    const [before, level, after] = [
      scores.subarray(0, from - start),
      scores.subarray(from - start, to - start),
      scores.subarray(to - start),
    ];
    const sides = {
      before: medianOf(before.length > 0 ? before : after),
      after: medianOf(after.length > 0 ? after : before),
    };
    const bad = badWithin(level, { ...sides, last: to === values.length });
    if (bad !== null) return { from: from + bad.from, to: from + bad.to };
  }
  return null;
}

/** The few runs that explain a level better than the level itself; null: none do. */
function badWithin(
  level: Float64Array,
  { before, after, last }: { before: number; after: number; last: boolean },
): BadRuns | null {
  let [best, least] = [null as BadRuns | null, squaresAround(level, meanOf(level)) - CLEARLY_BETTER];
  for (let count = 1; count < MIN_RUNS; count++)
    for (let from = 0; from + count <= level.length - (last ? 1 : 0); from++) {
      const bad = level.subarray(from, from + count);
      const squares =
        squaresAround(bad, meanOf(bad)) +
        squaresAround(level.subarray(0, from), before) +
        squaresAround(level.subarray(from + count), after);
      if (squares < least) [best, least] = [{ from, to: from + count }, squares];
    }
  return best;
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squaresAround(values: Float64Array, middle: number): number {
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
}
