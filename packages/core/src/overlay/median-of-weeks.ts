/** The middle of one week would be that week, with whatever was special about it. */
const LEAST_WEEKS = 2;

/** The middle of what several weeks had at each moment; null where fewer than two are known. */
export function medianOfWeeks(weeks: readonly (readonly (number | null)[])[]): (number | null)[] {
  const length = weeks.reduce((most, { length: own }) => Math.max(most, own), 0);
  return Array.from({ length }, (_, at) => {
    const known = weeks.flatMap((week) => week[at] ?? []);
    return known.length < LEAST_WEEKS ? null : median(known);
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
