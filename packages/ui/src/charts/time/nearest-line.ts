import type { TimeLine } from "../model/time-model.ts";

/** The lines that have a value at a point, from the highest down. */
function linesAt(lines: readonly TimeLine[], index: number) {
  return lines
    .flatMap(({ series, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [{ series, value }];
    })
    .toSorted((a, b) => b.value - a.value);
}

/** Farther away, the pointer is at none of the lines. */
const MOST_PX = 24;

interface Place {
  index: number;
  /** In pixels from the top. */
  y: number;
}

/** The line that the pointer is at; null: none. */
export function nearestLine(
  lines: readonly TimeLine[],
  { index, y }: Place,
  yOf: (value: number) => number,
): string | null {
  const near = linesAt(lines, index)
    .map(({ series, value }) => ({ series, away: Math.abs(yOf(value) - y) }))
    .filter(({ away }) => away <= MOST_PX);
  return near.toSorted((a, b) => a.away - b.away)[0]?.series ?? null;
}

/** The next line above (1) or below (-1) at a point; null: there is none. */
export function nextLine(
  lines: readonly TimeLine[],
  { index, from, by }: { index: number; from: string | null; by: 1 | -1 },
): string | null {
  const ordered = linesAt(lines, index);
  const at = ordered.findIndex(({ series }) => series === from);
  if (at === -1) return (by === 1 ? ordered.at(-1) : ordered[0])?.series ?? null;
  return ordered[at - by]?.series ?? null;
}
