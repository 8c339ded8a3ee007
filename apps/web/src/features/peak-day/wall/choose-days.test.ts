import { HOUR_MILLIS } from "@headroom/core";
import { expect, it } from "vitest";
import { daysForWall, readWallChoice } from "./choose-days.ts";

const day = (id: string, from: number, to: number) => {
  return {
    id,
    startsAt: new Date(from * HOUR_MILLIS).toISOString(),
    endsAt: new Date(to * HOUR_MILLIS).toISOString(),
  };
};

it("shows the days that run, or the next one with those that start within a day of it", () => {
  const days = [
    day("later", 60, 70),
    day("next", 20, 30),
    day("with", 43, 50),
    day("over", 0, 5),
    day("now", 6, 9),
  ];
  expect(daysForWall(days, 7 * HOUR_MILLIS)).toEqual(["now"]);
  expect(daysForWall([...days, day("too", 1, 8)], 7 * HOUR_MILLIS)).toEqual(["too", "now"]);
  expect(daysForWall(days, 10 * HOUR_MILLIS)).toEqual(["next", "with"]);
  expect(daysForWall(days, 25 * HOUR_MILLIS)).toEqual(["next"]);
  expect(daysForWall(days, 80 * HOUR_MILLIS)).toEqual([]);
  // The end belongs to the time after it.
  expect(daysForWall([day("now", 6, 9)], 9 * HOUR_MILLIS)).toEqual([]);
});

it("reads which days to show and for how long, and ignores what it can't use", () => {
  expect(readWallChoice({})).toEqual({ days: null, seconds: 30 });
  expect(readWallChoice({ days: "a,b,,a", seconds: "10" })).toEqual({ days: ["a", "b"], seconds: 10 });
  expect(readWallChoice({ days: ["a", "b,c"] }).days).toEqual(["a", "b", "c"]);
  expect(readWallChoice({ days: "," }).days).toBeNull();
  expect(["0", "-5", "1e9", "soon", ""].map((seconds) => readWallChoice({ seconds }).seconds)).toEqual([
    5, 5, 3_600, 30, 5,
  ]);
  expect(readWallChoice({ days: Array.from({ length: 50 }, (_, at) => `d${at}`) }).days).toHaveLength(12);
});
