import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockTicks, linearTicks, logFloor, logTicks } from "./axis-ticks.ts";
import { spreadLabels } from "../plot/spread-labels.ts";

const values = (ticks: readonly { value: number }[]) => ticks.map(({ value }) => value);

describe("linear ticks", () => {
  it("start at zero and hold the largest value", () => {
    expect(values(linearTicks(50_000, String))).toEqual([0, 20_000, 40_000, 60_000]);
    expect(values(linearTicks(40, String))).toEqual([0, 10, 20, 30, 40]);
    expect(values(linearTicks(0.3, String))).toEqual([0, 0.1, 0.2, 0.3]);
  });
  it("never are more than wanted plus the zero, for any value", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (largest) => {
        const ticks = values(linearTicks(largest, String));
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * (1 - 1e-9));
      }),
    );
  });
});

describe("log ticks", () => {
  it("are the ones that people know", () =>
    expect(values(logTicks(20, 1600, String))).toEqual([20, 50, 100, 200, 500, 1000]));
  it("lose the twos, then the fives, over many decades", () => {
    expect(values(logTicks(1, 1600, String))).toEqual([1, 5, 10, 50, 100, 500, 1000]);
    expect(values(logTicks(0.01, 100_000, String))).toEqual([0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000]);
  });
  it("begin under the smallest value", () => {
    expect([34, 20, 0.62, 1, 999].map(logFloor)).toEqual([20, 20, 0.5, 1, 500]);
  });
});

describe("clock ticks", () => {
  it("fall on round moments", () => {
    expect(values(clockTicks(0, 900, String, 6))).toEqual([0, 180, 360, 540, 720, 900]);
    expect(values(clockTicks(0, 7, String, 6))).toEqual([0, 2, 4, 6]);
    expect(values(clockTicks(-3, 60, String, 3))).toEqual([0, 30, 60]);
  });
});

describe("labels at the ends of lines", () => {
  it("stay where their lines end when there is room", () =>
    expect(spreadLabels([10, 50, 90], 12, 0, 100)).toEqual([10, 50, 90]));
  it("move apart and keep their order", () =>
    expect(spreadLabels([50, 50, 52], 12, 0, 100)).toEqual([50, 62, 74]));
  it("stay inside at the foot", () => expect(spreadLabels([98, 99], 12, 0, 100)).toEqual([88, 100]));
});
