import { describe, expect, it } from "vitest";
import { medianOfWeeks } from "./median-of-weeks.ts";

describe("the usual week", () => {
  it("isn't moved by one week that was special", () => {
    const weeks = [[100], [110], [900], [105]];
    expect(medianOfWeeks(weeks)).toEqual([107.5]);
    expect(medianOfWeeks(weeks.slice(0, 3))).toEqual([110]);
  });

  it("has holes where fewer than two weeks are known", () => {
    const weeks = [
      [100, null, 0],
      [110, 5, null],
      [null, null, 2],
    ];
    expect(medianOfWeeks(weeks)).toEqual([105, null, 1]);
    expect(medianOfWeeks([])).toEqual([]);
  });
});
