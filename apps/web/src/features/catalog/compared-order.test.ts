import { describe, expect, it } from "vitest";
import { comparedOrder } from "./compared-order.ts";

const run = (id: string, day: number, isBaseline = false) => ({
  id,
  name: id,
  ranAt: `2026-11-${String(day).padStart(2, "0")}T03:00:00.000Z`,
  isBaseline,
});

describe("the order of selected runs", () => {
  it("begins with the oldest, whatever was ticked first", () => {
    expect(comparedOrder([run("new", 21), run("old", 7), run("middle", 9)])).toEqual([
      "old",
      "middle",
      "new",
    ]);
  });

  it("begins with the baseline, even if another run is older", () => {
    expect(comparedOrder([run("new", 21), run("old", 7), run("base", 9, true)])).toEqual([
      "base",
      "old",
      "new",
    ]);
  });

  it("begins with the oldest if there are baselines of several experiments", () => {
    expect(comparedOrder([run("base", 9, true), run("other", 7, true), run("old", 5)])).toEqual([
      "old",
      "other",
      "base",
    ]);
  });
});
