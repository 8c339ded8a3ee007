import { describe, expect, it } from "vitest";
import { coarsen, peakOf, readCurve, requestsOf, typedCurve, unitReadings } from "./curve.ts";
import type { CurveRow } from "./curve.ts";

const rows = (values: readonly (number | null)[], step = 60): CurveRow[] =>
  values.flatMap((value, index) => (value === null ? [] : { at: 6_000 + index * step, value }));
const read = (given: readonly CurveRow[], unit: Parameters<typeof readCurve>[1]["unit"] = "per-second") => {
  const found = readCurve(given, { unit });
  if (found === null) throw new Error("nothing was read");
  return found;
};

describe("a curve from rows", () => {
  it("finds its step, its peak and its total", () => {
    const { curve, holes } = read(rows([10, 20, 40, 30]));
    expect(curve.stepSeconds).toBe(60);
    expect(peakOf(curve)).toEqual({ second: 6_120, requestsPerSecond: 40 });
    // (10 + 20 + 40 + 30) requests/s, each for a minute.
    expect(requestsOf(curve)).toBe(6_000);
    expect(holes).toEqual([]);
  });

  it("keeps holes as holes: they are neither zero nor bridged", () => {
    const { curve, holes } = read(rows([10, 20, null, null, 30, 10]));
    expect(curve.points.map(([, rate]) => rate)).toEqual([10, 20, 30, 10]);
    expect(holes).toEqual([{ from: 6_120, to: 6_240 }]);
    expect(requestsOf(curve)).toBe(70 * 60);
  });

  it("takes a moment once, says which have two values, and sorts what is out of order", () => {
    const given = [...rows([10, 20, 30]), { at: 6_060, value: 20 }, { at: 6_120, value: 31 }];
    expect(read(given)).toMatchObject({ repeated: 1, contradicting: [6_120], isUnordered: true });
  });

  it("leaves out what can't be a number of requests, and counts it", () => {
    const given = [...rows([10, 20, 30]), { at: 6_180, value: -1 }, { at: 6_240, value: Number.NaN }];
    expect(read(given)).toMatchObject({ refused: 2, curve: { points: { length: 3 } } });
  });

  it("puts rows that are a little off onto its grid, and says how many", () => {
    const given = [0, 60, 121, 180, 240].map((at) => ({ at: 6_000 + at, value: 1 }));
    const { curve, offGrid } = read(given);
    expect([curve.points.map(([second]) => second - 6_000), offGrid]).toEqual([[0, 60, 120, 180, 240], 1]);
  });

  it("reads values that are about the time before them, as rates of Prometheus are", () => {
    const found = readCurve(rows([10, 20]), { unit: "per-second", rowEnds: true });
    expect(found?.curve.points.map(([second]) => second)).toEqual([5_940, 6_000]);
  });

  it("needs at least two moments", () => {
    expect(readCurve(rows([10]), { unit: "per-second" })).toBeNull();
    expect(readCurve([], { unit: "per-second" })).toBeNull();
  });

  it("means something else in each unit", () => {
    expect(unitReadings(rows([36_000, 72_000], 300))).toEqual([
      { unit: "per-second", peak: 72_000 },
      { unit: "per-minute", peak: 1_200 },
      { unit: "per-hour", peak: 20 },
      { unit: "per-point", peak: 240 },
    ]);
  });
});

describe("a wider curve", () => {
  it("has the mean of what each point holds, and the same total where nothing is missing", () => {
    const { curve } = read(rows([10, 20, 40, 30, 20, 0]));
    const wide = coarsen(curve, 3);
    expect(wide).toEqual({
      stepSeconds: 120,
      points: [
        [6_000, 15],
        [6_120, 35],
        [6_240, 10],
      ],
    });
    expect(requestsOf(wide)).toBe(requestsOf(curve));
    expect(coarsen(curve, 100)).toEqual(curve);
  });
});

describe("a typed curve", () => {
  it("goes through its points, with lines between them", () => {
    const { points } = typedCurve(
      [
        { at: 0, value: 100 },
        { at: 600, value: 400 },
        { at: 900, value: 100 },
      ],
      300,
    );
    expect(points).toEqual([
      [0, 100],
      [300, 250],
      [600, 400],
      [900, 100],
    ]);
  });
});
