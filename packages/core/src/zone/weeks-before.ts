import type { TimeZone } from "./time-zone.ts";

const WEEK_MILLIS = 7 * 86_400_000;

/** The same time of the same weekday some weeks before, by the clocks of a place; null where they skip it. In epoch seconds. */
export function weeksBefore(zone: TimeZone, second: number, weeks: number): number | null {
  const shown = zone.shownAt(new Date(second * 1_000)).getTime() - weeks * WEEK_MILLIS;
  const [instant] = zone.instantsOf(new Date(shown));
  return instant === undefined ? null : instant.getTime() / 1_000;
}
