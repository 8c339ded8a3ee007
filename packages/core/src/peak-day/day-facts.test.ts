import { expect, it } from "vitest";
import { dayFacts } from "./day-facts.ts";

const day = { startsAt: "2026-11-27T00:00:00.000Z", timeZone: "UTC" };
const hour = {
  at: "2026-11-27T06:10:00.000Z",
  requests: 35_288_640,
  throughput: 9_802.4,
  unknownSeconds: 0,
  p99Ms: 91,
  p99Range: null,
  meanMs: 40,
};
const week = {
  from: "2026-11-21T00:00:00.000Z",
  to: "2026-11-28T00:00:00.000Z",
  hours: 168,
  knownHours: 168,
  imported: false,
  weeks: [
    {
      from: "2026-11-14T00:00:00.000Z",
      to: "2026-11-21T00:00:00.000Z",
      hours: 168,
      requests: 100e6,
      ownRequests: 177e6,
      imported: false,
    },
  ],
};

it("says the peak hour with its own rate and p99, and the week against the usual one", () => {
  expect(dayFacts({ busiestHour: hour, volume: { window: null, week } }, day)).toEqual([
    "Peak hour 35.3M requests from 06:10: 9,802 req/s, mean 40 ms, p99 91 ms.",
    "Week against usual: +77.0%, 177M requests, 100M the usual week before, to 20 Nov 2026.",
  ]);
});

it("says a change once if it is the same against all usual weeks", () => {
  const against = (requests: number[]) => {
    const weeks = requests.map((one) => ({ ...week.weeks[0], requests: one })) as typeof week.weeks;
    return dayFacts({ busiestHour: null, volume: { window: null, week: { ...week, weeks } } }, day)[0];
  };
  expect(against([100e6, 100e6, 100e6, 100e6])).toMatch(/20 Nov 2026, the same against all 4 usual weeks\.$/);
  expect(against([100e6, 100e6])).toMatch(/, the same against both usual weeks\.$/);
  expect(against([100e6, 88.5e6])).toMatch(/, \+77\.0% to \+100% against 2 usual weeks\.$/);
});

it("says what of the hour isn't known, and nothing of what isn't known at all", () => {
  const partly = {
    ...hour,
    unknownSeconds: 1_200,
    meanMs: null,
    p99Ms: null,
    p99Range: { low: 100, high: null },
  };
  expect(
    dayFacts({ busiestHour: partly, volume: { window: { ...week, weeks: [] }, week: null } }, day),
  ).toEqual(["Peak hour 35.3M requests from 06:10: 9,802 req/s, p99 ≥\u00a0100 ms, no data for 20m of it."]);
  expect(dayFacts({ busiestHour: null, volume: null }, day)).toEqual([]);
});
