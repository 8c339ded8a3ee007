export function meanOf(series: readonly number[]): number {
  return series.length === 0 ? 0 : series.reduce((sum, value) => sum + value, 0) / series.length;
}

export function medianOf(series: readonly number[]): number {
  const sorted = series.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The deviation of one value, from how far neighbours lie apart: levels and slopes hardly widen it. */
export function neighbourNoise(series: readonly number[]): number {
  const apart = series.slice(1).map((value, at) => Math.abs(value - (series[at] ?? value)));
  return medianOf(apart) * APART_TO_DEVIATION;
}

const APART_TO_DEVIATION = 1 / (0.674_489_75 * Math.SQRT2);
/** The same from how far each value is beside the middle of its neighbours: no slope widens it at all. */
export function bentNoise(series: readonly number[]): number {
  const beside = series
    .slice(1, -1)
    .map((value, at) => Math.abs(value - ((series[at] ?? value) + (series[at + 2] ?? value)) / 2));
  return medianOf(beside) * BESIDE_TO_DEVIATION;
}

const BESIDE_TO_DEVIATION = 1 / (0.674_489_75 * Math.sqrt(1.5));
/** A stall counts as if it lay no further out than this. */
const MAX_DEVIATIONS = 6;
/** More memory than this is a slope. */
const MAX_MEMORY = 0.8;
const MIN_TO_REMEMBER = 8;

/** Standard error of the mean of so many values that scatter, and remember the one before, as this series does. */
export function standardError(given: readonly number[], size: number): number {
  if (given.length < 2 || size === 0) return 0;
  const [middle, most] = [medianOf(given), MAX_DEVIATIONS * neighbourNoise(given)];
  const series =
    most === 0 ? given : given.map((value) => Math.max(middle - most, Math.min(middle + most, value)));
  const mean = meanOf(series);
  const squares = series.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return memoryFactor(series) * Math.sqrt(squares / (series.length - 1) / size);
}

/** By how much neighbours that are alike widen the error of a mean. */
function memoryFactor(series: readonly number[]): number {
  if (series.length < MIN_TO_REMEMBER) return 1;
  const mean = meanOf(series);
  let [products, squares] = [0, 0];
  for (const [at, value] of series.entries()) {
    squares += (value - mean) ** 2;
    products += (value - mean) * ((series[at + 1] ?? mean) - mean);
  }
  const memory = squares === 0 ? 0 : Math.min(MAX_MEMORY, products / squares);
  return memory <= 0 ? 1 : Math.sqrt((1 + memory) / (1 - memory));
}

/**
 * How many values to leave out at the start so that the standard error of the mean of the rest is smallest
 * (marginal standard error rule; K. P. White Jr, "An effective truncation heuristic for bias reduction in simulation
 * output", Simulation 69(6), 1997), at most so many.
 */
export function mserCut(series: readonly number[], most: number): number {
  let best = { cut: 0, error: Infinity };
  // From the end, so that sums grow by one value a step instead of being taken anew.
  let [count, mean, squares] = [0, 0, 0];
  for (let cut = series.length - 1; cut >= 0; cut--) {
    const value = series[cut] ?? 0;
    count++;
    const apart = value - mean;
    mean += apart / count;
    squares += apart * (value - mean);
    const error = squares / count ** 2;
    if (cut <= most && error <= best.error) best = { cut, error };
  }
  return best.cut;
}

/**
 * Whether a line through the whole series fits it at least as well as one that ends at the cut, or a step there: then it
 * moves throughout, and what is in front of the cut is nothing apart.
 */
export function isDrift(series: readonly number[], cut: number): boolean {
  const time = series.map((_, at) => at);
  const knees = [cut / 2, cut, cut * 1.5].map((knee) => time.map((at) => Math.min(at, knee)));
  const step = time.map((at) => (at < cut ? 0 : 1));
  return explained(series, time) >= Math.max(...[step, ...knees].map((shape) => explained(series, shape)));
}

/** Whether a step at the cut fits the series better than a line through it. */
export function isStep(series: readonly number[], cut: number): boolean {
  const time = series.map((_, at) => at);
  const step = time.map((at) => (at < cut ? 0 : 1));
  return explained(series, step) > explained(series, time);
}

/** The step that fits the series best: how many values are in front of it, and what share of their scatter it explains. */
export function bestStep(series: readonly number[]): { cut: number; explained: number } {
  const mean = meanOf(series);
  const total = series.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  let best = { cut: 1, explained: 0 };
  let before = 0;
  for (let cut = 1; cut < series.length; cut++) {
    before += (series[cut - 1] ?? 0) - mean;
    const explains = (before ** 2 * series.length) / (cut * (series.length - cut)) / total;
    if (explains > best.explained) best = { cut, explained: explains };
  }
  return best;
}

/** The share of a series' scatter that another series explains. */
function explained(series: readonly number[], by: readonly number[]): number {
  const [mean, middle] = [meanOf(series), meanOf(by)];
  let [products, squares, total] = [0, 0, 0];
  for (const [at, value] of series.entries()) {
    const apart = (by[at] ?? 0) - middle;
    products += apart * (value - mean);
    squares += apart ** 2;
    total += (value - mean) ** 2;
  }
  return squares === 0 || total === 0 ? 0 : products ** 2 / squares / total;
}
