import { describe, expect, it } from "vitest";
import { alongside, quotedOf, readQuoted, widenQuoted } from "./quoted.ts";

const rows = (values: readonly (number | null)[], step = 60) =>
  values.flatMap((value, index) => (value === null ? [] : [{ at: 3_600 + index * step, value }]));
const quoted = (values: readonly (number | null)[], step = 60) => {
  const found = readQuoted(rows(values, step));
  if (found === null) throw new Error("nothing was read");
  return found.quoted;
};

describe("percentiles that another tool computed", () => {
  it("are never averaged: together they are a range", () => {
    const { points, stepSeconds } = widenQuoted(quoted([90, 100, 1_640, 80]), 120);
    expect([stepSeconds, points]).toEqual([
      120,
      [
        [3_600, 90, 100],
        [3_720, 80, 1_640],
      ],
    ]);
    expect(quotedOf(quoted([90, 100, 1_640]), { from: 3_600, to: 3_780 })).toEqual({
      low: 90,
      high: 1_640,
      points: 3,
    });
  });

  it("say nothing about a stretch of which a part is missing, or that ends within one of them", () => {
    const holed = quoted([90, 100, null, 80, 70]);
    expect(quotedOf(holed, { from: 3_600, to: 3_840 })).toBeNull();
    expect(widenQuoted(holed, 120).points).toEqual([[3_600, 90, 100]]);
    expect(quotedOf(quoted([90, 100], 3_600), { from: 3_600, to: 5_400 })).toBeNull();
    expect(quotedOf(quoted([90, 100], 3_600), { from: 7_200, to: 10_800 })).toEqual({
      low: 100,
      high: 100,
      points: 1,
    });
  });

  it("of rows that meet on the grid are a range, too, and rates of Prometheus are about the time before", () => {
    const near = [...rows([90, 100, 110, 120, 130]), { at: 3_662, value: 300 }];
    expect(readQuoted(near)?.quoted.points.slice(0, 3)).toEqual([
      [3_600, 90, 90],
      [3_660, 100, 300],
      [3_720, 110, 110],
    ]);
    expect(readQuoted(rows([90, 100]), { rowEnds: true })?.quoted.points[0]?.[0]).toBe(3_540);
    expect(readQuoted([...rows([90, 100]), { at: 3_660, value: 7 }])?.contradicting).toEqual([3_660]);
    expect(readQuoted(rows([90]))).toBeNull();
  });
});

it("errors of a wide point are known if those of all that it holds are", () => {
  const fine = {
    stepSeconds: 60,
    points: [
      [0, 10],
      [60, 10],
      [120, 10],
      [180, 10],
    ] as const,
  };
  const wide = {
    stepSeconds: 120,
    points: [
      [0, 10],
      [120, 10],
    ] as const,
  };
  expect(
    alongside(fine, wide, [
      [0, 1],
      [60, 3],
      [120, 1],
    ]),
  ).toEqual([[0, 2]]);
});
