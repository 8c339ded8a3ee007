import { medianOf } from "../phase/phase-statistics.ts";

/** One value of a gauge, at the end of the stretch since the value before. */
export interface GaugeMoment {
  offsetSeconds: number;
  value: number;
}

export interface Stretch {
  fromSeconds: number;
  toSeconds: number;
}

/** What the service was doing in one stretch; absent stretches inside the span had none. */
export interface LoadMoment {
  offsetSeconds: number;
  /** Requests or users. */
  load: number;
}

/** A value of a gauge with the load in the stretch that it was taken over. */
export interface JoinedMoment extends GaugeMoment {
  load: number;
}

interface LoadSeries {
  points: readonly LoadMoment[];
  pointSeconds: number;
  fromSeconds: number;
  toSeconds: number;
  /** `nothing`: a stretch without a point had no load, as with completed requests. `unknown`: nobody measured it. */
  between: "nothing" | "unknown";
}

/** Values outside of the load's span are left out, and so are those in stretches of unknown load. */
export function joinLoad(moments: readonly GaugeMoment[], series: LoadSeries): JoinedMoment[] {
  const { points, pointSeconds, fromSeconds, toSeconds } = series;
  const spacing = spacingOf(moments);
  const joined: JoinedMoment[] = [];
  let first = 0;
  for (const moment of moments) {
    const to = moment.offsetSeconds + Math.min(spacing, pointSeconds);
    const from = Math.max(fromSeconds, to - Math.max(spacing, pointSeconds));
    if (from >= to || moment.offsetSeconds >= toSeconds) continue;
    while ((points[first]?.offsetSeconds ?? Infinity) + pointSeconds <= from) first++;
    const { sum, seconds } = loadWithin(series, first, { from, to });
    const over = series.between === "nothing" ? to - from : seconds;
    if (over > 0) joined.push({ ...moment, load: sum / over });
  }
  return joined;
}

/** Added up over the seconds in which it is known. */
function loadWithin(
  { points, pointSeconds }: LoadSeries,
  first: number,
  { from, to }: { from: number; to: number },
): { sum: number; seconds: number } {
  let [sum, seconds] = [0, 0];
  for (let at = first; (points[at]?.offsetSeconds ?? Infinity) < to; at++) {
    const { offsetSeconds, load } = points[at] ?? { offsetSeconds: 0, load: 0 };
    const overlap = Math.min(to, offsetSeconds + pointSeconds) - Math.max(from, offsetSeconds);
    sum += load * overlap;
    seconds += overlap;
  }
  return { sum, seconds };
}

/** How far apart values usually are. */
function spacingOf(moments: readonly { offsetSeconds: number }[]): number {
  const apart = moments
    .slice(1)
    .map(({ offsetSeconds }, at) => offsetSeconds - (moments[at]?.offsetSeconds ?? 0));
  return Math.max(1, medianOf(apart));
}
