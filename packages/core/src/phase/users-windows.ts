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
