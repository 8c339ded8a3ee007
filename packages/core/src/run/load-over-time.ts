/** How much load there was, as a gauge shows it. */
export interface LoadOverTime {
  pointSeconds: number;
  points: { offsetSeconds: number; load: number }[];
}

const MAX_HELD_SECONDS = 60;

/** The last value holds until the next one, for a minute at most. Asked in order of time. */
export function heldLoadAt({ points }: LoadOverTime): (offsetSeconds: number) => number | null {
  let at = -1;
  return (offsetSeconds) => {
    while ((points[at + 1]?.offsetSeconds ?? Infinity) <= offsetSeconds) at++;
    const last = points[at];
    return last === undefined || offsetSeconds - last.offsetSeconds > MAX_HELD_SECONDS ? null : last.load;
  };
}

/** Responses that arrive after the last known load are left out, because their load is unknown. */
export function loadUntilItsEnd(load: LoadOverTime): (offsetSeconds: number) => number | null {
  const { points, pointSeconds } = load;
  const apart = points
    .slice(1)
    .map(({ offsetSeconds }, at) => offsetSeconds - (points[at]?.offsetSeconds ?? 0));
  const usual = apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)] ?? pointSeconds;
  const end = (points.at(-1)?.offsetSeconds ?? 0) + Math.max(pointSeconds, usual);
  const at = heldLoadAt(load);
  return (offsetSeconds) => (offsetSeconds < end ? at(offsetSeconds) : null);
}
