import { medianOf } from "../trend/scores.ts";

/**
 * What several runs of a side are compared by: the median over them, for every metric, as in a trend. One run with an
 * outage doesn't move it.
 */
export function pooledFigure(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 || known.length < values.length ? null : medianOf(known);
}

/** The variance of the median of so many normal values, in those of one of them: a mean's is up to a third less. */
export function medianVariance(count: number): number {
  return Math.PI / (2 * count + (count % 2 === 0 ? 2.5 : Math.PI - 2));
}
