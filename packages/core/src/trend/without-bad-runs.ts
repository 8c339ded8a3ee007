/** So many deviations from the levels on both sides of it, a run is a bad one. */
const FAR = 4;
/** Bad runs are rare: at most this share of the highest and of the lowest values. */
const RARE = 1 / 12;
/** A median of three neighbours is the level beside up to three bad runs in a row, if they are moved one or two at a time. */
const AT_A_TIME = 2;

/**
 * The values with up to three bad runs in a row on the nearer of the two levels beside them. Otherwise a bad night hides a
 * step: it moves the level that it is part of, and in a random order, it makes any few runs beside it look like a level.
 * The first and the last run stay, because the last may be the first of a new level.
 */
export function withoutBadRuns(
  values: Float64Array,
  deviation: number,
  { low, high } = extremesOf(values),
): Float64Array {
  const levelled = Float64Array.from(values);
  for (let at = 1; at < levelled.length - 1; at++) {
    const value = levelled[at] ?? 0;
    if (value <= low || value >= high) moveToLevel(levelled, at, FAR * deviation);
  }
  return levelled;
}

/** Moves the run, or it and the next, if they are bad. */
function moveToLevel(values: Float64Array, at: number, far: number): void {
  const before = levelBeside(values, at, -1);
  const apart = (values[at] ?? 0) - before;
  // After a far one that stayed, this one is on its level.
  if (Math.abs(apart) <= far || Math.abs((values[at - 1] ?? 0) - before) > far) return;
  const sign = Math.sign(apart);
  let least = Infinity;
  for (let last = at; last < Math.min(at + AT_A_TIME, values.length - 1); last++) {
    least = Math.min(least, sign * (values[last] ?? 0));
    const level = Math.max(sign * before, sign * levelBeside(values, last, 1));
    if (least <= level + far) continue;
    values.fill(sign * level, at, last + 1);
    return;
  }
}

/** The median of the next three runs on this side, or of as many as there are. */
function levelBeside(values: Float64Array, at: number, side: -1 | 1): number {
  const [one, two, three] = [values[at + side] ?? 0, values[at + 2 * side], values[at + 3 * side]];
  if (two === undefined) return one;
  if (three === undefined) return (one + two) / 2;
  return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
}

interface Extremes {
  low: number;
  high: number;
}

/** Which values may be bad runs: the same in any order of them. */
export function extremesOf(values: Float64Array): Extremes {
  const count = Math.floor(values.length * RARE);
  const sorted = values.toSorted();
  return {
    low: sorted[count - 1] ?? -Infinity,
    high: sorted[values.length - count] ?? Infinity,
  };
}
