import { expect, it } from "vitest";
import { placeBars } from "./place-bars.ts";

const box = { width: 100, height: 100, left: 0, right: 100, top: 0, bottom: 100, narrow: false };
const points = [
  { at: 5, fromSeconds: 0 },
  { at: 15, fromSeconds: 10 },
];

it("places the counts of several runs beside each other, and nothing where none failed", () => {
  const values = [
    [1, 0],
    [2, null],
  ];
  const plot = { box, x: (at: number) => at * 5, y: (count: number) => 100 - count * 10, values };
  const bars = placeBars(plot, { points, pointSeconds: 10, time: [0, 20] });
  expect(bars.map(({ line, y, height }) => [line, y, height])).toEqual([
    [0, 90, 10],
    [1, 80, 20],
  ]);
  const [first, second] = bars;
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? 0);
  expect(first?.x).toBeGreaterThan(0);
  expect((second?.x ?? 0) + (second?.width ?? 0)).toBeLessThan(50);
});
