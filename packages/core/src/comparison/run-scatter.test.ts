import { describe, expect, it } from "vitest";
import { cutAtJumps, scatterOf } from "./run-scatter.ts";

describe("the scatter of runs", () => {
  it("is their sample variance, and of several lists theirs together", () => {
    expect(scatterOf([[1, 2, 3]])).toEqual({ variance: 1, df: 2 });
    expect(scatterOf([[1, 2, 3], [5, 5], [9]])).toEqual({ variance: 2 / 3, df: 3 });
  });

  it("is not known from single runs", () => {
    expect(scatterOf([[1], [2], []])).toBeNull();
  });

  it("is that on either side of a jump", () => {
    const list = [1, 1.1, 0.9, 1, 1.05, 9, 9.1, 8.9, 9];
    expect(cutAtJumps(list)).toEqual([
      [1, 1.1, 0.9, 1, 1.05],
      [9, 9.1, 8.9, 9],
    ]);
    expect(scatterOf([list])?.variance).toBeLessThan(0.02);
  });

  it("keeps lists whole that are too short or too restless to tell a jump", () => {
    expect(cutAtJumps([1, 1, 9])).toHaveLength(1);
    expect(cutAtJumps([1, 3, 2, 5, 4, 2])).toHaveLength(1);
    expect(cutAtJumps([2, 2, 2, 2])).toHaveLength(1);
  });

  it("finds every jump of several", () => {
    const list = [1, 1.01, 0.99, 1, 2, 2.01, 1.99, 2, 3, 3.01, 2.99, 3].map((value) => value * 100);
    expect(cutAtJumps(list).length).toBeLessThanOrEqual(3);
  });
});
