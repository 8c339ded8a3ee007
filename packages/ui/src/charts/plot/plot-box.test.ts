import { describe, expect, it } from "vitest";
import { nearestIndex, plotBox, valueAtX } from "./plot-box.ts";

const box = plotBox({ width: 594, height: 200 });
const points = [5, 15, 25, 35].map((at) => ({ at }));
const find = (x: number) => {
  const at = valueAtX([0, 40], box, x);
  return at === null ? null : nearestIndex(points, at);
};

describe("the point under the pointer", () => {
  it("is the nearest one", () => {
    expect(find(box.left)).toBe(0);
    expect(find(box.left + 240)).toBe(1);
    expect(find(box.left + 260)).toBe(2);
    expect(find(box.right)).toBe(3);
  });
  it("is null outside the plot", () => {
    expect(find(0)).toBeNull();
    expect(find(box.width)).toBeNull();
    expect(nearestIndex([], 3)).toBeNull();
  });
});
