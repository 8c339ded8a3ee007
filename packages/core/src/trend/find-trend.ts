import { findChangePoints } from "./change-points.ts";
import type { ChangePoint } from "./change-points.ts";
import { Fits } from "./fits.ts";
import type { Stretch } from "./fits.ts";
import { MIN_RUNS } from "./split.ts";

/** A stretch of a series in which the values rise or fall little by little. */
export interface Drift {
  /** Of the first and of the last value. */
  from: number;
  to: number;
  /** On the fitted line, at its two ends. */
  before: number;
  after: number;
}

/** What a trend shows: steps from one level to another, and drifts. */
export interface TrendFindings {
  steps: ChangePoint[];
  drifts: Drift[];
}

/** A straight line over fewer runs is a step that came in stages. */
const MIN_DRIFT_RUNS = 12;
/**
 * What a model has to gain, in squared deviations, to be worth another place, level or slope. A line has to fit better
 * than one step: steps are more common, and are reported sooner.
 */
const PLACE_COST = 6;
const LEVEL_COST = 4;
const SLOPE_COST = 7;
/** A jump beside a drift, in squared standard errors. */
const CLEAR_JUMP = 12;
const REFINING_ROUNDS = 3;

/**
 * The changes of a series, with a drift in place of the steps that it shows as. Where steps were found, levels and lines
 * between their places are chosen by penalized squares (as in BIC, by dynamic programming over the places). So a series
 * shows a drift only where it would otherwise show a step.
 */
export function findTrend(values: readonly number[]): TrendFindings {
  const steps = findChangePoints(values);
  const unchanged = { steps, drifts: [] };
  if (steps.length === 0) return unchanged;
  const fits = new Fits(values, [0, ...steps.map(({ index }) => index), values.length]);
  if (fits.variance === 0) return unchanged;
  const stretches = refine(fits, bestStretches(fits));
  if (!stretches.some(({ sloped }) => sloped)) return unchanged;
  return {
    steps: stretches.flatMap((stretch, at) => {
      const last = stretches[at - 1];
      if (last === undefined) return [];
      return last.sloped || stretch.sloped
        ? jumpBetween(fits, last, stretch)
        : steps.filter(({ index }) => index === stretch.from);
    }),
    drifts: stretches.filter(({ sloped }) => sloped).map((stretch) => driftOf(fits, stretch)),
  };
}

function costOf(fits: Fits, stretch: Stretch): number {
  const place = stretch.from > 0 ? PLACE_COST : 0;
  return fits.squares(stretch) / fits.variance + place + LEVEL_COST + (stretch.sloped ? SLOPE_COST : 0);
}

interface Cover {
  cost: number;
  /** What covers the series up to here, the last stretch first. */
  last: { stretch: Stretch; before: Cover } | null;
}

/** The cheapest way to cover the series, with ends only at the places of steps. */
function bestStretches(fits: Fits): Stretch[] {
  const covers: Cover[] = [];
  for (const to of fits.places) covers.push(cheapestCover(fits, to, covers));
  const stretches: Stretch[] = [];
  for (let cover = covers.at(-1); cover !== undefined && cover.last !== null; cover = cover.last.before)
    stretches.unshift(cover.last.stretch);
  return stretches;
}

/** Given the cheapest covers of everything up to the places before. */
function cheapestCover(fits: Fits, to: number, covers: readonly Cover[]): Cover {
  let cheapest: Cover | null = null;
  for (const [at, before] of covers.entries()) {
    const from = fits.places[at] ?? 0;
    for (const sloped of to - from < MIN_DRIFT_RUNS ? [false] : [false, true]) {
      const stretch = { from, to, sloped };
      const cost = before.cost + costOf(fits, stretch);
      if (cheapest === null || cost < cheapest.cost) cheapest = { cost, last: { stretch, before } };
    }
  }
  return cheapest ?? { cost: 0, last: null };
}

/** Moves the ends of lines to where both sides fit best: a drift begins before its first step is noticed. */
function refine(fits: Fits, found: readonly Stretch[]): Stretch[] {
  const stretches = found.map((stretch) => ({ ...stretch }));
  for (let round = 0; round < REFINING_ROUNDS; round++) {
    for (let at = 1; at < stretches.length; at++) {
      const [one, other] = [stretches[at - 1], stretches[at]];
      if (one === undefined || other === undefined || !(one.sloped || other.sloped)) continue;
      const place = bestPlace(fits, one, other);
      one.to = place;
      other.from = place;
    }
  }
  return stretches;
}

function bestPlace(fits: Fits, one: Stretch, other: Stretch): number {
  let [best, least] = [one.to, Infinity];
  const first = one.from + (one.sloped ? MIN_DRIFT_RUNS : MIN_RUNS);
  const last = other.to - (other.sloped ? MIN_DRIFT_RUNS : MIN_RUNS);
  for (let place = first; place <= last; place++) {
    const squares = fits.squares({ ...one, to: place }) + fits.squares({ ...other, from: place });
    if (squares < least) [best, least] = [place, squares];
  }
  return best;
}

/** A step where a drift begins or ends, unless the two meet there. */
function jumpBetween(fits: Fits, one: Stretch, other: Stretch): ChangePoint[] {
  const index = other.from;
  const [before, after] = [fits.at(one, index), fits.at(other, index)];
  const error = fits.variance * (fits.uncertaintyAt(one, index) + fits.uncertaintyAt(other, index));
  if ((after - before) ** 2 <= CLEAR_JUMP * error) return [];
  return [
    { index, earliest: index, latest: index, before: fits.unscaled(before), after: fits.unscaled(after) },
  ];
}

function driftOf(fits: Fits, stretch: Stretch): Drift {
  const to = stretch.to - 1;
  return {
    from: stretch.from,
    to,
    before: fits.unscaled(fits.at(stretch, stretch.from)),
    after: fits.unscaled(fits.at(stretch, to)),
  };
}
