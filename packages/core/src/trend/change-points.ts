import { findBadRuns } from "./bad-runs.ts";
import { seededRandom } from "../random.ts";
import { strengthWithMemory } from "./memory.ts";
import { cutScores, medianOf, scoresOf } from "./scores.ts";
import { MIN_RUNS, strengthsOf, stretchesOf, strongestSplit, wholeStretch } from "./split.ts";
import { extremesOf, withoutBadRuns } from "./without-bad-runs.ts";

/** A place in a series from which on the values are others than before. */
export interface ChangePoint {
  /** Of the first value after the change. */
  index: number;
  /** The change may as well lie anywhere from here … */
  earliest: number;
  /** … to here. */
  latest: number;
  /** The medians from the change before it, and up to the change after it. */
  before: number;
  after: number;
}

/** How seldom a series that never changes shows a first change. */
const LEVEL = 0.01;
const SHUFFLES = 199;
/** So many shuffles at least as strong as the series itself are too many for the level. */
const TOO_MANY = LEVEL * (SHUFFLES + 1);
/** A split that is three times as strong as any of so many shuffles is past all doubt: the rest is spared. */
const SURE_SHUFFLES = 24;
const SURE_TIMES = 3;
const SEED = 20_221_125;
const SETTLING_ROUNDS = 5;
/** A place that is this much weaker, in squared deviations, is no likely one any more (95% of a chi-square of one). */
const LIKELY = 3.84;

/**
 * Where a series of runs changed. The hierarchical search and the permutation test are those of E-divisive means
 * (Matteson and James, 2014), as "Hunter" and Apache Otava use it, with five differences: the split is looked for in
 * seeded stretches (`stretchesOf`), so that a short stretch of bad runs is found; values are cut at six deviations, and
 * up to three bad runs in a row are put on the level beside them (`withoutBadRuns`), so that they neither are a change
 * nor hide one; neighbours that are alike count for less (`strengthWithMemory`); and at the end each change is placed and
 * tested again between its neighbours.
 * The same series gives the same answer: the shuffles are seeded.
 */
export function findChangePoints(values: readonly number[]): ChangePoint[] {
  const places = placesOf(values);
  return places.map((index, at) =>
    describe(values, places[at - 1] ?? 0, index, places[at + 1] ?? values.length),
  );
}

/** Where the levels begin. A few bad runs in a row that still look like one aren't: the search is repeated without them. */
function placesOf(values: readonly number[]): number[] {
  const found: number[] = [];
  search(values, 0, values.length, found);
  const places = settle(
    values,
    found.toSorted((a, b) => a - b),
  );
  const bad = findBadRuns(values, places);
  if (bad === null) return places;
  const without = placesOf(values.toSpliced(bad.from, bad.to - bad.from));
  return without.map((place) => (place <= bad.from ? place : place + bad.to - bad.from));
}

function search(values: readonly number[], from: number, to: number, found: number[]): void {
  if (to - from < 2 * MIN_RUNS) return;
  const scores = scoresOf(values.slice(from, to));
  const at = testedSplit(scores, stretchesOf(to - from));
  if (at === null) return;
  found.push(from + at);
  search(values, from, from + at, found);
  search(values, from + at, to, found);
}

/** The strongest split, unless a series in a random order has one as strong too often. */
function testedSplit(runs: Float64Array, stretches: ReturnType<typeof stretchesOf>): number | null {
  const extremes = extremesOf(runs);
  const scores = levelScores(runs, extremes);
  const split = strongestSplit(scores, stretches);
  if (split === null) return null;
  const random = seededRandom(SEED + runs.length);
  const shuffled = Float64Array.from(runs);
  const strength = strengthWithMemory(scores, split);
  let [asStrong, strongest] = [1, 0];
  for (let round = 0; round < SHUFFLES; round++) {
    shuffle(shuffled, random);
    const other = strongestSplit(levelScores(shuffled, extremes), stretches)?.strength ?? 0;
    strongest = Math.max(strongest, other);
    if (other >= strength * (1 - 1e-12)) asStrong += 1;
    if (asStrong > TOO_MANY) return null;
    if (round === SURE_SHUFFLES && strength > SURE_TIMES * strongest) break;
  }
  return split.at;
}

/** What a split is looked for in. A random order has its own bad runs: those that happen to be alone in it. */
function levelScores(scores: Float64Array, extremes = extremesOf(scores)): Float64Array {
  return cutScores(withoutBadRuns(scores, 1, extremes));
}

/** Each change again, between the two that it stands between by now: it moves to its best place, or goes. */
function settle(values: readonly number[], found: readonly number[]): number[] {
  let places = [...found];
  for (let round = 0; round < SETTLING_ROUNDS; round++) {
    const next = settleOnce(values, places);
    if (next.length === places.length && next.every((place, at) => place === places[at])) return next;
    places = next;
  }
  return places;
}

function settleOnce(values: readonly number[], places: readonly number[]): number[] {
  const settled: number[] = [];
  for (const [at] of places.entries()) {
    const from = settled.at(-1) ?? 0;
    const to = places[at + 1] ?? values.length;
    const place = testedSplit(scoresOf(values.slice(from, to)), wholeStretch(to - from));
    if (place !== null) settled.push(from + place);
  }
  return settled;
}

function describe(values: readonly number[], from: number, index: number, to: number): ChangePoint {
  const scores = levelScores(scoresOf(values.slice(from, to)));
  const strengths = strengthsOf(scores);
  const noise = noiseOf(scores, index - from);
  const least = (strengths[index - from] ?? 0) - LIKELY * noise;
  const likely = [...strengths.keys()].filter((place) => place > 0 && (strengths[place] ?? 0) >= least);
  return {
    index,
    earliest: from + (likely[0] ?? index - from),
    latest: from + (likely.at(-1) ?? index - from),
    before: medianOf(values.slice(from, index)),
    after: medianOf(values.slice(index, to)),
  };
}

/** The variance within the two sides. */
function noiseOf(scores: Float64Array, at: number): number {
  const squares = [scores.subarray(0, at), scores.subarray(at)].map((side) => {
    const mean = side.reduce((sum, score) => sum + score, 0) / side.length;
    return side.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  });
  return squares.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** Fisher and Yates. */
function shuffle(values: Float64Array, random: () => number): void {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = values[at] ?? 0;
    values[at] = values[other] ?? 0;
    values[other] = kept;
  }
}
