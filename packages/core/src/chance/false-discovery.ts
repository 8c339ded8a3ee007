/**
 * Which p-values count as findings so that at most this share of the findings is false (Benjamini and
 * Hochberg, 1995). Null is a metric that wasn't tested.
 */
export function findings(pValues: readonly (number | null)[], rate: number): boolean[] {
  const tested = pValues.filter((value) => value !== null).toSorted((a, b) => a - b);
  let border = -1;
  for (const [at, value] of tested.entries()) if (value <= (rate * (at + 1)) / tested.length) border = value;
  return pValues.map((value) => value !== null && value <= border);
}
