import { expect, it } from "vitest";
import { readTyped } from "./read-typed.ts";

const day = { startsAt: "2025-11-28T05:00:00.000Z", timeZone: "America/New_York" };

it("reads a time and a number from each line, by the clocks of the day", () => {
  expect(readTyped("00:00 150\n\n 8:00, 1,900.5 req/s\n2025-11-29 00:00;300", day)).toEqual({
    points: [
      { at: "2025-11-28T00:00", requestsPerSecond: 150 },
      { at: "2025-11-28T08:00", requestsPerSecond: 1_900.5 },
      { at: "2025-11-29T00:00", requestsPerSecond: 300 },
    ],
    problem: null,
  });
});

it("says which line it can't read, and that two points are needed", () => {
  expect(readTyped("00:00 150\nnoon 900", day).problem).toBe(
    "Line 2 isn't a time and a number, such as 08:00 900.",
  );
  expect(readTyped("00:00 150", day).problem).toBe("At least two points are needed.");
  expect(readTyped("00:00 -5\n01:00 1", day).problem).toContain("Line 1");
});
