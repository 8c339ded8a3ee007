/**
 * Divides a whole number by weights, in whole numbers that add up to it exactly: each weight takes its share of what the ones
 * before it left. A greater number never gets less than a smaller one, so errors stay within requests.
 */
export function portions(total: number, weights: readonly number[]): number[] {
  let [left, weightLeft] = [total, weights.reduce((sum, weight) => sum + weight, 0)];
  return weights.map((weight) => {
    const portion = weightLeft > 0 ? Math.round(left * Math.min(1, weight / weightLeft)) : 0;
    left -= portion;
    weightLeft -= weight;
    return portion;
  });
}

/** The same for counts in a row, such as those of buckets: each portion holds of their sum what `portions` gives it. */
export function portionsOfCounts(counts: readonly number[], weights: readonly number[]): number[][] {
  const left = [...counts];
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const share = weightLeft > 0 ? Math.min(1, weight / weightLeft) : 0;
    weightLeft -= weight;
    let [sum, before] = [0, 0];
    return left.map((count, at) => {
      sum += count;
      const upTo = Math.round(sum * share);
      const portion = upTo - before;
      before = upTo;
      left[at] = count - portion;
      return portion;
    });
  });
}
