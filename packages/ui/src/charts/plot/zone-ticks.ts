import { DAY_SECONDS, HOUR_SECONDS, TimeZone } from "@headroom/core";

/** Most clocks change by an hour, those of Troll in Antarctica by two. */
const MOST_CHANGE = 2 * HOUR_SECONDS;

export interface ZoneTick {
  /** Epoch milliseconds. */
  at: number;
  isMidnight: boolean;
}

/**
 * Round moments by the clocks of a zone, also after they changed: between two epoch milliseconds, in order. A time that the
 * clocks skip has none, but a day that begins with it begins when they change. An hour that occurs twice has its moments
 * twice, unless they are so far apart that it would look like an uneven axis.
 */
export function zoneTicks(
  [from, to]: readonly [number, number],
  stepSeconds: number,
  timeZone: string,
): ZoneTick[] {
  const zone = new TimeZone(timeZone);
  const shownAt = (millis: number) => zone.shownAt(new Date(millis)).getTime() / 1_000;
  const [first, last] = [shownAt(from), shownAt(to)];
  // Where the clocks go back, they show times before the first or after the last one.
  const beyond = last - first === (to - from) / 1_000 ? 0 : MOST_CHANGE;
  const start = Math.ceil((first - beyond) / stepSeconds) * stepSeconds;
  const ticks: ZoneTick[] = [];
  for (let shown = start; shown <= last + beyond; shown += stepSeconds)
    for (const second of momentsOf(zone, shown, stepSeconds))
      if (second * 1_000 >= from && second * 1_000 <= to)
        ticks.push({ at: second * 1_000, isMidnight: shown % DAY_SECONDS === 0 });
  return ticks.toSorted((a, b) => a.at - b.at);
}

function momentsOf(zone: TimeZone, shown: number, stepSeconds: number): number[] {
  const { seconds, laterSeconds, occurs } = zone.offset(shown);
  if (occurs === "never") return shown % DAY_SECONDS === 0 ? [shown - seconds] : [];
  return occurs === "twice" && stepSeconds <= HOUR_SECONDS
    ? [shown - seconds, shown - laterSeconds]
    : [shown - seconds];
}
