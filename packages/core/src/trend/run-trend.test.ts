import { describe, expect, it } from "vitest";
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from "../time.ts";
import { findRunTrend } from "./run-trend.ts";
import type { TrendValue } from "./run-trend.ts";
import { isSameHour } from "./same-hour.ts";

/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const SUNDAY = 6;

/** The p99 of a service by the hour and the day of the week: low at night, and lower on weekends. */
function usual(at: number): number {
  const hour = new Date(at).getUTCHours();
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
  return (100 + 100 * Math.sin((Math.PI * hour) / 24)) * (isWeekend ? 0.7 : 1);
}

const noise = (at: number) => 1 + 0.02 * Math.sin((at / HOUR_MILLIS) ** 2);
const kept = (at: number, times = 1): TrendValue => ({
  at,
  value: usual(at) * noise(at) * times,
  liveTraffic: true,
});
/** One a week. */
const weekly = (day: number, hour: number, weeks: readonly number[]) =>
  weeks.map((week) => kept(MONDAY + (week * 7 + day) * DAY_MILLIS + hour * HOUR_MILLIS));
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

const changes = (runs: readonly TrendValue[], sentByUsers = false) =>
  findRunTrend(runs, { sentByUsers }).flatMap(({ places, steps, drifts }) => [
    ...steps.map(({ index }) => places[index]),
    ...drifts.map(({ from }) => `drift at ${places[from]}`),
  ]);

describe("runs saved from live traffic", () => {
  it("of another hour aren't a change, whatever the order in which they were saved", () => {
    const mornings = weekly(0, 8, count(0, 12));
    const nights = weekly(SUNDAY, 3, count(12, 24));
    expect(changes([...mornings, ...nights])).toEqual([]);
    const alternating = mornings.flatMap((run, at) => [run, nights[at] ?? run]);
    expect(changes(alternating)).toEqual([]);
    // As ordinary runs, they would be one.
    const tests = [...mornings, ...nights].map((run) => ({ ...run, liveTraffic: false }));
    expect(changes(tests)).toEqual([12]);
  });

  it("of other days of the week aren't a change either", () => {
    expect(changes([...weekly(0, 8, count(0, 12)), ...weekly(SUNDAY, 8, count(12, 24))])).toEqual([]);
    // A change on the days that both sides have is one, although weekends come and go.
    const daily = count(0, 60).map((day) =>
      kept(MONDAY + day * DAY_MILLIS + 8 * HOUR_MILLIS, day < 30 ? 1 : 1.6),
    );
    expect(changes(daily)).toEqual([30]);
  });

  it("show a change among those of the same hour, beside those of other hours and tests", () => {
    const runs = count(0, 30).flatMap((day): TrendValue[] => [
      kept(MONDAY + day * DAY_MILLIS + 3 * HOUR_MILLIS),
      kept(MONDAY + day * DAY_MILLIS + 8 * HOUR_MILLIS, day < 15 ? 1 : 1.5),
      {
        at: MONDAY + day * DAY_MILLIS + 12 * HOUR_MILLIS,
        value: 500 * noise(day * DAY_MILLIS),
        liveTraffic: false,
      },
    ]);
    expect(changes(runs)).toEqual([15 * 3 + 1]);
  });

  it("have no changes in what users sent", () => {
    const more = count(0, 30).map((day) =>
      kept(MONDAY + day * DAY_MILLIS + 8 * HOUR_MILLIS, day < 15 ? 1 : 3),
    );
    expect(changes(more)).toEqual([15]);
    expect(findRunTrend(more, { sentByUsers: true })).toEqual([]);
  });

  it("are left out where too few are of the same hour", () => {
    expect(findRunTrend(weekly(0, 8, count(0, 7)), { sentByUsers: false })).toEqual([]);
    expect(findRunTrend(weekly(0, 8, count(0, 8)), { sentByUsers: false })).toHaveLength(1);
  });
});

it("is the same hour across midnight and when the clocks change", () => {
  const at = (hour: number, minute = 0) => MONDAY + hour * HOUR_MILLIS + minute * MINUTE_MILLIS;
  expect(isSameHour(at(23, 40), at(24, 20))).toBe(true);
  expect(isSameHour(at(23, 40), at(0, 20))).toBe(true);
  expect(isSameHour(at(7), at(8, 5))).toBe(true);
  expect(isSameHour(at(7), at(8, 6))).toBe(false);
  const nights = count(0, 10).map((day) => kept(at(day * 24 + 23, 40 + (day % 2) * 40)));
  expect(findRunTrend(nights, { sentByUsers: false })).toMatchObject([{ places: count(0, 10) }]);
});
