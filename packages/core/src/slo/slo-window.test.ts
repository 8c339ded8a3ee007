import { describe, expect, it } from "vitest";
import { windowAt } from "./slo-window.ts";
import type { SloWindow } from "./slo-window.ts";

const at = (window: SloWindow, now: string) => {
  const { from, to } = windowAt(window, new Date(now));
  return [from.toISOString(), to.toISOString()];
};
const calendar = (unit: "week" | "month" | "quarter", timeZone: string): SloWindow => ({
  kind: "calendar",
  unit,
  timeZone,
});

describe("windows of an SLO", () => {
  it("rolls with the present moment", () => {
    expect(at({ kind: "rolling", days: 28 }, "2026-03-29T12:34:56Z")).toEqual([
      "2026-03-01T12:34:56.000Z",
      "2026-03-29T12:34:56.000Z",
    ]);
  });

  it.each([
    [
      "a month with a change of the clocks",
      calendar("month", "Europe/Berlin"),
      "2026-03-15T12:00:00Z",
      "2026-02-28T23:00:00.000Z",
      "2026-03-31T22:00:00.000Z",
    ],
    [
      "the last second of a month elsewhere",
      calendar("month", "America/New_York"),
      "2026-12-01T04:59:59Z",
      "2026-11-01T04:00:00.000Z",
      "2026-12-01T05:00:00.000Z",
    ],
    [
      "its first second",
      calendar("month", "America/New_York"),
      "2026-12-01T05:00:00Z",
      "2026-12-01T05:00:00.000Z",
      "2027-01-01T05:00:00.000Z",
    ],
    [
      "a leap February",
      calendar("month", "UTC"),
      "2028-02-29T23:59:59Z",
      "2028-02-01T00:00:00.000Z",
      "2028-03-01T00:00:00.000Z",
    ],
    [
      "a quarter over the end of the year",
      calendar("quarter", "Asia/Tokyo"),
      "2026-12-31T14:59:59Z",
      "2026-09-30T15:00:00.000Z",
      "2026-12-31T15:00:00.000Z",
    ],
    [
      "a Sunday",
      calendar("week", "UTC"),
      "2026-11-29T23:59:59Z",
      "2026-11-23T00:00:00.000Z",
      "2026-11-30T00:00:00.000Z",
    ],
    [
      "a Monday",
      calendar("week", "UTC"),
      "2026-11-30T00:00:00Z",
      "2026-11-30T00:00:00.000Z",
      "2026-12-07T00:00:00.000Z",
    ],
    [
      "a week over the end of a month",
      calendar("week", "Australia/Lord_Howe"),
      "2026-10-02T00:00:00Z",
      "2026-09-27T13:30:00.000Z",
      "2026-10-04T13:00:00.000Z",
    ],
    [
      "a day that begins at one o'clock",
      calendar("week", "Africa/Cairo"),
      "2026-04-24T12:00:00Z",
      "2026-04-19T22:00:00.000Z",
      "2026-04-26T21:00:00.000Z",
    ],
    [
      "a date that was skipped",
      calendar("month", "Pacific/Apia"),
      "2011-12-31T09:59:59Z",
      "2011-12-01T10:00:00.000Z",
      "2011-12-31T10:00:00.000Z",
    ],
  ])("finds %s", (_, window, now, from, to) => {
    expect(at(window, now)).toEqual([from, to]);
  });
});
