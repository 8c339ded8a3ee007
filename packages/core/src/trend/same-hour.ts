import { DAY_MILLIS, MINUTE_MILLIS } from "../time.ts";
/** One hour is what clocks are changed by; the rest is how far apart stretches of the same hour begin. */
const MOST_APART_MILLIS = 65 * MINUTE_MILLIS;

/** Whether two moments are at about the same time of day: live traffic of others differs by what users do then. */
export function isSameHour(a: number, b: number): boolean {
  const apart = Math.abs(a - b) % DAY_MILLIS;
  return Math.min(apart, DAY_MILLIS - apart) <= MOST_APART_MILLIS;
}

/** The places of moments of about the same time of day, the most common time first. Each is in one group. */
export function groupByHour(moments: readonly number[]): number[][] {
  let left = moments
    .map((at, place) => ({ place, time: ((at % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS }))
    .toSorted((a, b) => a.time - b.time);
  const groups: number[][] = [];
  while (left.length > 0) {
    const group = new Set(largestGroup(left));
    groups.push([...group].toSorted((a, b) => a - b));
    left = left.filter(({ place }) => !group.has(place));
  }
  return groups;
}

interface TimeOfDay {
  place: number;
  time: number;
}

/** Given in order of their time, which begins again at midnight. */
function largestGroup(times: readonly TimeOfDay[]): number[] {
  const twice = [...times, ...times.map((one) => ({ ...one, time: one.time + DAY_MILLIS }))];
  let [first, count] = [0, 0];
  let end = 0;
  for (const [begin, { time }] of times.entries()) {
    while (end < begin + times.length && (twice[end]?.time ?? Infinity) - time <= MOST_APART_MILLIS) end += 1;
    if (end - begin > count) [first, count] = [begin, end - begin];
  }
  return twice.slice(first, first + count).map(({ place }) => place);
}
