import { describe, expect, it } from "vitest";
import { insideRatio, railPosition } from "./rail-position.ts";

describe("the place on the rail", () => {
  it("is the middle on the target and the end nine times beyond it", () => {
    expect(railPosition(1)).toBe(0);
    expect(railPosition(2 ** 3.2)).toBeCloseTo(1);
    expect(railPosition(1000)).toBe(1);
    expect(railPosition(Number.POSITIVE_INFINITY)).toBe(1);
    expect(railPosition(0)).toBe(-1);
  });
  it("shows a miss of 5%", () => expect(railPosition(0.95)).toBeLessThan(-0.15));
  it("is as far left for a half as right for a double", () =>
    expect(railPosition(0.5)).toBeCloseTo(-railPosition(2)));
});

describe("inside or outside", () => {
  it.each([
    [">=", 40_269, 50_000, 0.80538],
    ["<=", 240, 200, 0.83333],
    ["<=", 100, 200, 2],
    ["<=", 0, 0.001, Number.POSITIVE_INFINITY],
    ["<=", 0, 0, 1],
    [">", 0, 10, 0],
  ] as const)("%s %d against %d", (comparator, value, threshold, ratio) =>
    expect(insideRatio(comparator, value, threshold)).toBeCloseTo(ratio, 4),
  );
});
