import { describe, expect, it } from "vitest";
import { isTimeZone, TimeZone } from "./time-zone.ts";

const moments = (zone: string, shown: string) =>
  new TimeZone(zone).instantsOf(new Date(`${shown}Z`)).map((date) => date.toISOString());

describe("a local time", () => {
  it("is one moment on a usual day", () => {
    expect(moments("America/New_York", "2026-11-27T08:00")).toEqual(["2026-11-27T13:00:00.000Z"]);
    expect(moments("America/New_York", "2026-07-03T08:00")).toEqual(["2026-07-03T12:00:00.000Z"]);
    expect(moments("Asia/Kathmandu", "2026-11-27T00:00")).toEqual(["2026-11-26T18:15:00.000Z"]);
  });

  it("is two moments if the clocks go back: an hour apart, or half an hour on Lord Howe Island", () => {
    expect(moments("America/New_York", "2026-11-01T01:30")).toEqual([
      "2026-11-01T05:30:00.000Z",
      "2026-11-01T06:30:00.000Z",
    ]);
    expect(moments("Australia/Lord_Howe", "2026-04-05T01:45")).toEqual([
      "2026-04-04T14:45:00.000Z",
      "2026-04-04T15:15:00.000Z",
    ]);
  });

  it("doesn't exist if the clocks skip it, even a whole day", () => {
    expect(moments("America/New_York", "2026-03-08T02:30")).toEqual([]);
    expect(moments("Pacific/Apia", "2011-12-30T12:00")).toEqual([]);
  });

  it("is the same before and after a change of the clocks as on other days", () => {
    expect(moments("Europe/Berlin", "2026-10-25T01:59")).toEqual(["2026-10-24T23:59:00.000Z"]);
    expect(moments("Europe/Berlin", "2026-10-25T03:00")).toEqual(["2026-10-25T02:00:00.000Z"]);
  });

  it("can be read back", () => {
    const shown = new TimeZone("America/New_York").shownAt(new Date("2026-11-27T05:00:00Z"));
    expect(shown.toISOString()).toBe("2026-11-27T00:00:00.000Z");
  });
});

it("knows the names of time zones", () => {
  expect(isTimeZone("Europe/Berlin")).toBe(true);
  expect(isTimeZone("US/Eastern")).toBe(true);
  expect(isTimeZone("UTC")).toBe(true);
  expect(isTimeZone("Berlin")).toBe(false);
  expect(isTimeZone("")).toBe(false);
});
