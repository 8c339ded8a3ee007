import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Epoch seconds of a UTC midnight, or NaN if there is no such day. */
export function midnightSeconds(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return Number.NaN;
  // The leap days of whole years since 1970, which stands between the leap years 1968 and 1972.
  const leapDays = leapYearsBefore(year) - leapYearsBefore(1970);
  const thisYear = (DAYS_BEFORE_MONTH[month - 1] as number) + (month > 2 && isLeap(year) ? 1 : 0) + (day - 1);
  return ((year - 1970) * 365 + leapDays + thisYear) * DAY_SECONDS;
}

/**
 * Seconds since midnight, or NaN if there is no such time. Second 60 is a leap second and counts as the first second of
 * the next minute, because the epoch has no place for it.
 */
export function secondsOfDay(hour: number, minute: number, second: number): number {
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  return hour * HOUR_SECONDS + minute * 60 + second;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function leapYearsBefore(year: number): number {
  const before = year - 1;
  return Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
}
