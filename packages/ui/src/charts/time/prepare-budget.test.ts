import { expect, it } from "vitest";
import { prepareBudget } from "./prepare-budget.ts";

const clock = { originMillis: Date.parse("2026-11-16T12:00:00Z"), timeZone: "UTC" };
const point = (index: number, low: number, high = low, requests = 10) => {
  return { untilSeconds: (index + 1) * 3_600, requests, low, high };
};

it("a budget goes down from all of it to less than nothing", () => {
  const model = prepareBudget({
    clock,
    spanSeconds: 6 * 3_600,
    pointSeconds: 3_600,
    points: [point(0, 100), point(1, 40), point(2, 40, 40, 0), point(3, -60)],
  });
  const [panel] = model.panels;
  expect(panel?.lines[0]?.trace?.map(({ at, value }) => [at / 3_600, value])).toEqual([
    [0, 100],
    [1, 100],
    [2, 40],
    [3, 40],
    [4, -60],
  ]);
  expect(panel?.axis.domain[0]).toBeLessThanOrEqual(-60);
  expect(panel?.axis.domain[1]).toBeGreaterThanOrEqual(100);
  expect(model.time).toEqual([0, 21_600]);
  expect(model.gaps).toEqual([{ from: 7_200, to: 10_800 }]);
  expect(panel?.bands).toEqual([]);
});

it("what isn't certain is a band", () => {
  const points = [point(0, 90, 100), point(1, 50, 80)];
  const [panel] = prepareBudget({ clock, spanSeconds: 7_200, pointSeconds: 3_600, points }).panels;
  expect(panel?.bands?.[0]?.values).toEqual([
    [90, 100],
    [50, 80],
  ]);
  expect(panel?.columns.map(({ head }) => head)).toEqual(["left, %", "left at most, %", "requests"]);
});
