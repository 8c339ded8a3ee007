import { describe, expect, it } from "vitest";
import { drawingOfBuckets } from "./bucket-drawing.ts";

describe("the source's own buckets", () => {
  const cell = {
    requests: 100,
    minMicros: 400,
    maxMicros: 9_000,
    distribution: {
      kind: "buckets" as const,
      upperBoundsMicros: [1_000, 2_000, 5_000],
      counts: [50, 0, 45, 5],
    },
  };

  it("are bars between their bounds, and a curve along the upper ends", () => {
    const { histogram, curve } = drawingOfBuckets(cell);
    expect(histogram).toEqual([
      { fromMicros: 400, toMicros: 1_000, count: 50 },
      { fromMicros: 2_000, toMicros: 5_000, count: 45 },
      { fromMicros: 5_000, toMicros: 9_000, count: 5 },
    ]);
    const at = (percent: number) => curve.find((point) => point.percent === percent)?.micros;
    expect([at(50), at(75), at(95), at(99)]).toEqual([1_000, 5_000, 5_000, 9_000]);
  });

  it("have no end where the source doesn't give one", () => {
    const open = drawingOfBuckets({ ...cell, maxMicros: null });
    expect(open.histogram).toHaveLength(2);
    expect(open.curve.at(-1)?.percent).toBeLessThan(99);
    expect(
      drawingOfBuckets({ ...cell, distribution: { ...cell.distribution, counts: [0, 0, 0, 0] } }),
    ).toEqual({ histogram: [], curve: [] });
  });
});
