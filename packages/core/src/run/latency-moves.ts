import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileMicros } from "../cell/summary.ts";

/** From the first third of a band to the last, either way. */
const MOVES = 1.25;
const PARTS = 3;

/** Whether latency rises or falls within a stretch under about the same load, so that it isn't one load for the service. */
export function latencyMoves(slices: readonly (Cell | null)[] | null): boolean {
  if (slices === null || slices.length < PARTS) return false;
  const third = Math.floor(slices.length / PARTS);
  const [first, last] = [slices.slice(0, third), slices.slice(-third)].map((some) =>
    mergeAllCells(some.filter((slice) => slice !== null)),
  );
  return [50, 95].some((percent) => {
    const before = first === undefined ? null : quantileMicros(first, percent);
    const after = last === undefined ? null : quantileMicros(last, percent);
    if (before === null || after === null || before === 0 || after === 0) return false;
    return Math.max(before / after, after / before) >= MOVES;
  });
}
