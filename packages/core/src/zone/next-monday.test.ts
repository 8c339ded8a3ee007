import { expect, it } from "vitest";
import { nextMonday } from "./next-monday.ts";
import { TimeZone } from "./time-zone.ts";

it.each([
  ["on another day", "Europe/Berlin", "2026-11-26T06:00:00Z", "2026-11-30T07:00:00Z"],
  ["before the hour on a Monday", "Europe/Berlin", "2026-11-30T06:59:59Z", "2026-11-30T07:00:00Z"],
  ["at the hour itself", "Europe/Berlin", "2026-11-30T07:00:00Z", "2026-12-07T07:00:00Z"],
  [
    "on a Sunday that is already a Monday there",
    "Pacific/Auckland",
    "2026-11-29T18:00:00Z",
    "2026-11-29T19:00:00Z",
  ],
  [
    "on a Monday that is still a Sunday there",
    "America/Los_Angeles",
    "2026-11-30T05:00:00Z",
    "2026-11-30T16:00:00Z",
  ],
  ["after the clocks went forward", "Europe/Berlin", "2026-03-24T12:00:00Z", "2026-03-30T06:00:00Z"],
  ["after the clocks went back", "Europe/Berlin", "2026-10-20T12:00:00Z", "2026-10-26T07:00:00Z"],
  ["over the end of a year", "UTC", "2026-12-29T12:00:00Z", "2027-01-04T08:00:00Z"],
  ["by an offset", "+05:45", "2026-11-26T06:00:00Z", "2026-11-30T02:15:00Z"],
])("the next Monday at 8, %s", (_case, zone, after, expected) => {
  expect(nextMonday(new TimeZone(zone), 8, new Date(after))).toEqual(new Date(expected));
});

it("begins later where the clocks skip that hour", () => {
  // In Tehran, summer time began with Monday, 22 March 2021: the clocks went from 00:00 to 01:00.
  const after = new Date("2021-03-20T12:00:00Z");
  expect(nextMonday(new TimeZone("Asia/Tehran"), 0, after)).toEqual(new Date("2021-03-21T20:30:00Z"));
});
