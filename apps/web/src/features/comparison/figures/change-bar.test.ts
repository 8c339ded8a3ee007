import { expect, it } from "vitest";
import { barReach, changeBar } from "./change-bar.ts";

const found = { interval: { low: 1.25, high: 2 }, smallestDetectable: 0.25 };

it("is drawn to the left where it got slower, of a rate as of a latency", () => {
  const state = "regressed";
  expect(changeBar("p99", 1.6, { found, state })).toEqual({
    at: 0.625,
    from: 0.5,
    to: 0.8,
    block: 1.25,
    state,
  });
  expect(changeBar("throughput", 1.6, { found, state })).toMatchObject({ at: 1.6, from: 1.25, to: 2 });
  expect(changeBar("p99", null, { found, state })).toBeNull();
  expect(changeBar("p99", 2, { found: null, state })).toMatchObject({ at: 0.5, from: null, block: null });
});

it("has as much room on both sides of no change", () => {
  const bar = changeBar("p99", 1.6, { found, state: "regressed" });
  expect(barReach([bar, null])).toBeCloseTo(2.06, 2);
  expect(barReach([])).toBeGreaterThan(1);
});
