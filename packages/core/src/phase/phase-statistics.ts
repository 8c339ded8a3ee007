export function meanOf(series: readonly number[]): number {
  return series.length === 0 ? 0 : series.reduce((sum, value) => sum + value, 0) / series.length;
}

export function medianOf(series: readonly number[]): number {
  const sorted = series.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Standard error of the mean of so many values that scatter as this series does. */
export function standardError(series: readonly number[], size: number): number {
  if (series.length < 2 || size === 0) return 0;
  const mean = meanOf(series);
  const squares = series.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (series.length - 1) / size);
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

/** How much the least-squares line rises from the first value to the last. */
export function fittedChange(series: readonly number[]): number {
  const last = series.length - 1;
  if (last < 1) return 0;
  const middle = last / 2;
  const mean = meanOf(series);
  let [products, squares] = [0, 0];
  for (const [at, value] of series.entries()) {
    products += (at - middle) * (value - mean);
    squares += (at - middle) ** 2;
  }
  return (products / squares) * last;
}

/** Spearman's correlation with time: how steadily a series rises (1) or falls (-1). */
export function rankCorrelation(series: readonly number[]): number {
  if (series.length < 3) return 0;
  const ranks = ranksOf(series);
  const middle = (series.length - 1) / 2;
  let [products, rankSquares, timeSquares] = [0, 0, 0];
  for (const [at, rank] of ranks.entries()) {
    products += (rank - middle) * (at - middle);
    rankSquares += (rank - middle) ** 2;
    timeSquares += (at - middle) ** 2;
  }
  return rankSquares === 0 ? 0 : products / Math.sqrt(rankSquares * timeSquares);
}

/** Equal values share the mean of their ranks. */
function ranksOf(series: readonly number[]): number[] {
  const order = series.map((value, at) => ({ value, at })).toSorted((a, b) => a.value - b.value);
  const ranks = series.map(() => 0);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (order[to]?.value === order[from]?.value) to++;
    for (const { at } of order.slice(from, to)) ranks[at] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
