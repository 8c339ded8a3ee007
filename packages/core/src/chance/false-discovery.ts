/**
 * Which p-values count as findings so that at most this share of the findings is false (Benjamini and
 * Hochberg, 1995). Null is a metric that wasn't tested. `others`: of how many more tests these are the smallest p-values.
 */
export function findings(pValues: readonly (number | null)[], rate: number, others = 0): boolean[] {
  const tested = pValues.filter((value) => value !== null).toSorted((a, b) => a - b);
  const count = tested.length + others;
  let border = -1;
  for (const [at, value] of tested.entries()) if (value <= (rate * (at + 1)) / count) border = value;
  return pValues.map((value) => value !== null && value <= border);
}
