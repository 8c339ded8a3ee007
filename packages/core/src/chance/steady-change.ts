/** How much the least-squares line rises from the first value to the last. */
export function fittedChange(series: readonly number[]): number {
  const last = series.length - 1;
  if (last < 1) return 0;
  const middle = last / 2;
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
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
