/** A stretch of a run in whole seconds from its origin: from inclusive to exclusive. */
export interface SecondsWindow {
  fromSeconds: number;
  toSeconds: number;
}

export interface UsersPoint {
  offsetSeconds: number;
  users: number;
}

/** So far from the asked number still counts as that load. */
const TOLERANCE = 0.05;

/**
 * When about this many users were active: the joined points whose number lies within 5 % of it. On a ramp that is the
 * short stretch around it, on a plateau all of it.
 */
export function windowsAtUsers(
  points: readonly UsersPoint[],
  pointSeconds: number,
  users: number,
): SecondsWindow[] {
  const windows: SecondsWindow[] = [];
  for (const point of points) {
    if (Math.abs(point.users - users) > users * TOLERANCE) continue;
    const last = windows.at(-1);
    if (last !== undefined && last.toSeconds === point.offsetSeconds) last.toSeconds += pointSeconds;
    else {
      windows.push({ fromSeconds: point.offsetSeconds, toSeconds: point.offsetSeconds + pointSeconds });
    }
  }
  return windows;
}
