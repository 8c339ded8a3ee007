import { describe, expect, it } from "vitest";
import { withoutBadRuns } from "./without-bad-runs.ts";

/** Levels of 0 and 3 deviations, with other values at some places. */
const series = (others: Record<number, number>, step = 60) =>
  Float64Array.from({ length: 60 }, (_, at) => others[at] ?? (at < step ? 0 : 3));
const levelled = (values: Float64Array) => [...withoutBadRuns(values, 1)];
const plain = (step = 60) => [...series({}, step)];

describe("bad runs", () => {
  it.each([
    ["one", { 20: 9 }],
    ["one far below", { 20: -9 }],
    ["two in a row", { 20: 9, 21: 12 }],
    ["three in a row", { 20: 9, 21: 12, 22: 8 }],
    ["several apart", { 12: 9, 20: 9, 40: -9 }],
    ["the second and the last but one", { 1: 9, 58: 9 }],
  ])("%s are on the level beside them", (_, bad) => expect(levelled(series(bad))).toEqual(plain()));

  it("before a step are on the nearer level", () =>
    expect(levelled(series({ 29: 12 }, 30))).toEqual(plain(29)));
});

describe("no bad runs", () => {
  it.each([
    ["a level of four", { 20: 9, 21: 9, 22: 9, 23: 9 }],
    ["the last runs, perhaps the first of a new level", { 58: 9, 59: 9 }],
    ["the first run", { 0: 9 }],
    ["runs that scatter", { 10: 3, 20: -3.5, 30: 4 }],
  ])("%s", (_, others) => {
    const values = series(others);
    expect(levelled(values)).toEqual([...values]);
  });

  it("among so few runs that one is no rarity", () => {
    const values = Float64Array.from([0, 0, 0, 0, 9, 0, 0, 0, 0]);
    expect(levelled(values)).toEqual([...values]);
  });
});
