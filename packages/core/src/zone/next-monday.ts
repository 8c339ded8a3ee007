import { HOUR_MILLIS } from "../time.ts";
import type { TimeZone } from "./time-zone.ts";

/** Samoa skipped a whole day; no clocks ever skipped two. */
const MOST_SKIPPED_HOURS = 48;

/** The first Monday after a moment, at an hour by the clocks of a place, or as soon after it as they show a time at all. */
export function nextMonday(zone: TimeZone, hour: number, after: Date): Date {
  const shown = zone.shownAt(after);
  const sinceMonday = (shown.getUTCDay() + 6) % 7;
  const date = shown.getUTCDate() - sinceMonday;
  const mondayOf = (week: number) =>
    firstFrom(zone, Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), date + 7 * week, hour));
  const own = mondayOf(0);
  return own > after ? own : mondayOf(1);
}

function firstFrom(zone: TimeZone, shownMillis: number): Date {
  for (let hours = 0; hours <= MOST_SKIPPED_HOURS; hours++) {
    const [instant] = zone.instantsOf(new Date(shownMillis + hours * HOUR_MILLIS));
    if (instant !== undefined) return instant;
  }
  throw new Error("these clocks skip more than two days");
}
