/** Values by load, each with its weight, in order of load. */
export interface Curve {
  loads: Float64Array;
  values: Float64Array;
  weights: Float64Array;
}

/** A curve that changes its course at a load: what it is with the least squares, and how far the values are from it. */
export interface BendFit {
  at: number;
  fitted: Float64Array;
  /** Weighted sum of the squared differences. */
  error: number;
}

/** Fits a curve that bends at this load. */
export type FitAt<Fit extends BendFit> = (curve: Curve, at: number) => Fit;

/** Between two levels, a bend is looked for at so many places. */
const PLACES = 4;
/** On either side of a bend there are at least so many levels. */
const LEAST_BESIDE = 2;

/** The bend with the least squares: first among the levels, then around the best. Null: too few levels to have one. */
export function findBend<Fit extends BendFit>(curve: Curve, fitAt: FitAt<Fit>): Fit | null {
  const levels = curve.loads.subarray(LEAST_BESIDE - 1, curve.loads.length - LEAST_BESIDE + 1);
  const coarse = bestOf(curve, fitAt, levels);
  return coarse === null ? null : (bestOf(curve, fitAt, placesAround(levels, coarse.at)) ?? coarse);
}

function bestOf<Fit extends BendFit>(curve: Curve, fitAt: FitAt<Fit>, places: Iterable<number>): Fit | null {
  let best: Fit | null = null;
  for (const at of places) {
    const fit = fitAt(curve, at);
    if (best === null || fit.error < best.error) best = fit;
  }
  return best;
}

function placesAround(levels: Float64Array, middle: number): number[] {
  const at = levels.indexOf(middle);
  const [low, high] = [levels[at - 1] ?? middle, levels[at + 1] ?? middle];
  return Array.from({ length: 2 * PLACES - 1 }, (_, index) => {
    const share = (index + 1 - PLACES) / PLACES;
    return middle + share * (share < 0 ? middle - low : high - middle);
  });
}

export interface LineFit extends BendFit {
  slopeBefore: number;
  slopeAfter: number;
}

/** A line that goes on with another slope. */
export function lineThatBends({ loads, values, weights }: Curve, at: number): LineFit {
  const hinge = loads.map((load) => Math.max(0, load - at));
  const [load, beyond, value] = [meanOf(loads, weights), meanOf(hinge, weights), meanOf(values, weights)];
  const about = (series: Float64Array, middle: number) => series.map((one) => one - middle);
  const [x, h, y] = [about(loads, load), about(hinge, beyond), about(values, value)];
  const [xx, xh, hh] = [dot(x, x, weights), dot(x, h, weights), dot(h, h, weights)];
  const [xy, hy] = [dot(x, y, weights), dot(h, y, weights)];
  const determinant = xx * hh - xh * xh;
  const flat = Math.abs(determinant) < 1e-12 * xx * hh;
  const more = flat ? 0 : (xx * hy - xh * xy) / determinant;
  const slopeBefore = xx === 0 ? 0 : (xy - more * xh) / xx;
  const fitted = x.map((one, index) => value + slopeBefore * one + more * (h[index] ?? 0));
  return {
    at,
    fitted,
    error: squaresOf(values, fitted, weights),
    slopeBefore,
    slopeAfter: slopeBefore + more,
  };
}

export interface LevelFit extends BendFit {
  /** By which factor the value at the highest load is above that before the bend. */
  rise: number;
}

/** After the bend, a queue grows in proportion to what is too much, or faster. */
const POWERS = [1, 2] as const;
const STEEPEST = Math.log(1e4);
const STEPS = 11;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Logarithms that are level, and rise from the bend on as those of a latency do that grows by a power of the load. */
export function levelThatBends(curve: Curve, at: number): LevelFit {
  const { loads } = curve;
  const span = (loads.at(-1) ?? at) - at;
  const fits = POWERS.map((power) => {
    const rising = loads.map((load) => (load <= at || span <= 0 ? 0 : ((load - at) / span) ** power));
    return { rising, ...steepness(curve, rising) };
  });
  const best = fits.reduce((a, b) => (b.error < a.error ? b : a));
  const most = Math.exp(best.steep) - 1;
  const level = levelOf(curve, best.rising, most);
  const fitted = best.rising.map((share) => level + Math.log1p(most * share));
  return { at, fitted, error: squaresOf(curve.values, fitted, curve.weights), rise: 1 + most };
}

/** Golden section over how steep it is: the error has one valley. */
function steepness(curve: Curve, rising: Float64Array): { steep: number; error: number } {
  const error = (steep: number) => errorOf(curve, rising, Math.exp(steep) - 1);
  let [low, high] = [0, STEEPEST];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [one, other] = [error(left), error(right)];
  for (let step = 0; step < STEPS; step++) {
    if (one <= other) {
      [high, right, other] = [right, left, one];
      left = high - GOLDEN * (high - low);
      one = error(left);
    } else {
      [low, left, one] = [left, right, other];
      right = low + GOLDEN * (high - low);
      other = error(right);
    }
  }
  return one <= other ? { steep: left, error: one } : { steep: right, error: other };
}

function levelOf({ values, weights }: Curve, rising: Float64Array, most: number): number {
  let [sum, all] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const weight = weights[at] ?? 0;
    sum += weight * ((values[at] ?? 0) - Math.log1p(most * (rising[at] ?? 0)));
    all += weight;
  }
  return all === 0 ? 0 : sum / all;
}

/** Without keeping the values in between: a bootstrap asks for it a hundred thousand times. */
function errorOf({ values, weights }: Curve, rising: Float64Array, most: number): number {
  let [sum, squares, all] = [0, 0, 0];
  for (let at = 0; at < values.length; at++) {
    const weight = weights[at] ?? 0;
    const share = rising[at] ?? 0;
    const rest = (values[at] ?? 0) - (share === 0 ? 0 : Math.log1p(most * share));
    sum += weight * rest;
    squares += weight * rest * rest;
    all += weight;
  }
  return all === 0 ? 0 : squares - (sum * sum) / all;
}

/** What a straight line, or a level, leaves over: as a curve without a bend would be. */
export function errorWithoutBend({ loads, values, weights }: Curve, of: "line" | "level"): number {
  const [load, value] = [meanOf(loads, weights), meanOf(values, weights)];
  const [x, y] = [loads.map((one) => one - load), values.map((one) => one - value)];
  const around = dot(y, y, weights);
  const xx = dot(x, x, weights);
  return of === "level" || xx === 0 ? around : around - dot(x, y, weights) ** 2 / xx;
}

function meanOf(series: Float64Array, weights: Float64Array): number {
  let [sum, all] = [0, 0];
  for (let at = 0; at < series.length; at++) {
    sum += (weights[at] ?? 0) * (series[at] ?? 0);
    all += weights[at] ?? 0;
  }
  return all === 0 ? 0 : sum / all;
}

function dot(a: Float64Array, b: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (weights[at] ?? 0) * (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function squaresOf(values: Float64Array, fitted: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++)
    sum += (weights[at] ?? 0) * ((values[at] ?? 0) - (fitted[at] ?? 0)) ** 2;
  return sum;
}
