import type { Curve } from "./bend.ts";

/** Neighbouring levels share what is wrong with them, so that they are drawn in pairs. */
const BLOCK = 2;
/** What a fit of so many parameters takes away of the noise is given back. */
const FITTED = 4;

/** The fitted values with differences drawn from those that there were, each scaled to the level it comes to. */
export function resampled(
  { values, weights }: Curve,
  fitted: Float64Array,
  random: () => number,
): Float64Array {
  const size = values.length;
  const widen = Math.sqrt(size / Math.max(1, size - FITTED));
  const apart = values.map((value, at) => (value - (fitted[at] ?? value)) * Math.sqrt(weights[at] ?? 0));
  let from = 0;
  return fitted.map((value, at) => {
    from = at % BLOCK === 0 ? Math.floor(random() * size) : (from + 1) % size;
    const weight = weights[at] ?? 0;
    return weight > 0 ? value + (widen * (apart[from] ?? 0)) / Math.sqrt(weight) : value;
  });
}
