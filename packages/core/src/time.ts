/* Lengths of time, with their unit in the name. */

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;
export const WEEK_SECONDS = 7 * DAY_SECONDS;

export const SECOND_MILLIS = 1_000;
export const MINUTE_MILLIS = 60_000;
export const HOUR_MILLIS = 3_600_000;
export const DAY_MILLIS = 86_400_000;
export const WEEK_MILLIS = 7 * DAY_MILLIS;

export const SECOND_MICROS = 1_000_000;
export const MINUTE_MICROS = 60_000_000;
export const HOUR_MICROS = 3_600_000_000;
export const DAY_MICROS = 86_400_000_000;

export const DAY_NANOS = 86_400_000_000_000;

const EARLIEST_MICROS = Date.UTC(2000, 0) * 1_000;
const LATEST_MICROS = Date.UTC(2100, 0) * 1_000;

/** Whether a time is between 2000 and 2100. Any other is in another unit, or from a broken clock. */
export function isPlausibleTime(micros: number): boolean {
  return micros >= EARLIEST_MICROS && micros < LATEST_MICROS;
}
