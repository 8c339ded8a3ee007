import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileMicros } from "../cell/summary.ts";

/** A stretch of a run in whole seconds from its origin: from inclusive to exclusive. */
export interface SecondsWindow {
  fromSeconds: number;
  toSeconds: number;
}

export interface UsersPoint {
  offsetSeconds: number;
  users: number;
}

/** So far from the asked number still counts as that load; the nearer ones only if latency moves within the others. */
export const USERS_TOLERANCES = [0.05, 0.02, 0.01] as const;
/** A narrower band still has to have so many requests. */
export const MIN_REQUESTS_AT_USERS = 1_000;
/** From the first third of a band to the last, either way. */
const MOVES = 1.25;
const PARTS = 3;
/** Between two points so far apart nobody knows how many there were. */
const MAX_GAP_SECONDS = 60;

/**
 * When about this many users were active: the points whose number lies within a share of it, joined with what lies between
 * two of them that follow each other. On a ramp that is the short stretch around it, on a plateau all of it.
 */
export function windowsAtUsers(
  points: readonly UsersPoint[],
  pointSeconds: number,
  users: number,
  tolerance: number = USERS_TOLERANCES[0],
): SecondsWindow[] {
  const windows: SecondsWindow[] = [];
  let open: SecondsWindow | null = null;
  for (const { offsetSeconds, users: seen } of points) {
    if (Math.abs(seen - users) > users * tolerance) {
      open = null;
      continue;
    }
    const toSeconds = offsetSeconds + pointSeconds;
    if (open !== null && offsetSeconds - open.toSeconds < MAX_GAP_SECONDS) open.toSeconds = toSeconds;
    else {
      open = { fromSeconds: offsetSeconds, toSeconds };
      windows.push(open);
    }
  }
  return windows;
}

/** Whether latency rises or falls within such a stretch, so that it isn't one load for the service. */
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
