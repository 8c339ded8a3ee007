import { DAY_MILLIS } from "../time.ts";
import type { TimeZone } from "./time-zone.ts";

/** The same time some days before, by the clocks of a place; null where they skip it. In epoch seconds. */
export function daysBefore(zone: TimeZone, second: number, days: number): number | null {
  const shown = zone.shownAt(new Date(second * 1_000)).getTime() - days * DAY_MILLIS;
  const [instant] = zone.instantsOf(new Date(shown));
  return instant === undefined ? null : instant.getTime() / 1_000;
}
