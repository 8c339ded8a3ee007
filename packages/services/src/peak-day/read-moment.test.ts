import { expect, it } from "vitest";
import { readMoment } from "./read-moment.ts";

const read = (text: string) =>
  readMoment(text, { field: "startsAt", timeZone: "Europe/Berlin" }).toISOString();

it.each([
  ["2026-11-28T17:25", "2026-11-28T16:25:00.000Z"],
  ["2026-11-28T17:25:40", "2026-11-28T16:25:40.000Z"],
  ["2026-11-28T17:25:40.5", "2026-11-28T16:25:40.500Z"],
  ["2026-11-28T17:25:40.123456", "2026-11-28T16:25:40.123Z"],
  ["2026-11-28T17:25:40.123456Z", "2026-11-28T17:25:40.123Z"],
  ["2026-11-28T17:25:40.123456789-05:00", "2026-11-28T22:25:40.123Z"],
])("the moment %s", (text, instant) => {
  expect(read(text)).toBe(instant);
});

it.each(["2026-02-31T08:00", "2026-11-28T24:00", "2026-11-28T08:00:60.5", "2026-11-28T08:00:00."])(
  "%s is no moment",
  (text) => {
    expect(() => read(text)).toThrow("there is no such date and time");
  },
);
