import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heatmapOf } from "./heatmap.ts";
import { Sketch } from "../sketch/sketch.ts";

const cellOf = (micros: readonly number[]) => ({
  requests: micros.length,
  maxMicros: micros.length === 0 ? null : Math.max(...micros),
  distribution: { kind: "sketch" as const, all: Sketch.of(micros), failed: null },
});

it("counts every request of every moment once, on one grid that holds them all", () => {
  const moment = fc.array(fc.integer({ min: 0, max: 3_000_000_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1, maxLength: 12 }), (moments) => {
      const map = heatmapOf(moments.map((micros, at) => ({ offsetSeconds: at * 10, cell: cellOf(micros) })));
      const filled = moments.flatMap((micros, at) =>
        micros.length > 0 ? [{ at, count: micros.length }] : [],
      );
      expect(map === null).toBe(filled.length === 0);
      if (map === null) return;
      expect(map.columns.map(({ offsetSeconds }) => offsetSeconds / 10)).toEqual(filled.map(({ at }) => at));
      const sums = map.columns.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
      expect(sums).toEqual(filled.map(({ count }) => count));
      const edges = map.edgesMicros;
      expect(edges.length).toBe((map.columns[0]?.counts.length ?? 0) + 1);
      expect(edges.length).toBeLessThanOrEqual(50);
      expect(edges.every((edge, at) => at === 0 || edge >= (edges[at - 1] ?? 0))).toBe(true);
    }),
  );
});

it("two latencies lie in two rows, at their height", () => {
  const map = heatmapOf([{ offsetSeconds: 0, cell: cellOf([10_000, 10_000, 160_000]) }]);
  const [column] = map?.columns ?? [];
  const used = column?.counts.flatMap((count, row) => (count > 0 ? [[row, count]] : []));
  expect(used?.map(([, count]) => count)).toEqual([2, 1]);
  for (const [row] of used ?? []) {
    const [low, high] = [map?.edgesMicros[row ?? 0] ?? 0, map?.edgesMicros[(row ?? 0) + 1] ?? 0];
    expect([10_000, 160_000].some((micros) => low <= micros * 1.01 && micros <= high * 1.01)).toBe(true);
  }
});

describe("of a source's own buckets", () => {
  const bucketed = (counts: number[], upperBoundsMicros: number[], maxMicros: number | null = null) => ({
    requests: counts.reduce((sum, count) => sum + count, 0),
    maxMicros,
    distribution: { kind: "buckets" as const, upperBoundsMicros, counts },
  });
  const columnsOf = (...cells: Parameters<typeof heatmapOf>[0][number]["cell"][]) =>
    heatmapOf(cells.map((cell, at) => ({ offsetSeconds: at * 10, cell })));

  it("the rows are the bounds, up to the first that nothing lies above", () => {
    const bounds = [5_000, 10_000, 25_000, 50_000];
    const map = columnsOf(bucketed([3, 4, 1, 0, 0], bounds), bucketed([1, 0, 0, 0, 0], bounds));
    expect(map).toMatchObject({ edgesMicros: [0, 5_000, 10_000, 25_000], openEnd: false });
    expect(map?.columns.map(({ counts }) => counts)).toEqual([
      [3, 4, 1],
      [1, 0, 0],
    ]);
  });

  it("requests above the last bound have a row that ends at the highest of them, or nowhere", () => {
    const bounds = [5_000, 10_000];
    const known = columnsOf(bucketed([1, 1, 2], bounds, 70_000));
    expect(known).toMatchObject({ edgesMicros: [0, 5_000, 10_000, 70_000], openEnd: false });
    const open = columnsOf(bucketed([1, 1, 2], bounds, 70_000), bucketed([0, 0, 1], bounds));
    expect(open).toMatchObject({ edgesMicros: [0, 5_000, 10_000, 20_000], openEnd: true });
    expect(open?.columns.map(({ counts }) => counts)).toEqual([
      [1, 1, 2],
      [0, 0, 1],
    ]);
  });

  it("columns with different bounds share those that all have", () => {
    const map = columnsOf(
      bucketed([1, 2, 3, 0], [5_000, 10_000, 20_000]),
      bucketed([4, 5, 0], [10_000, 20_000]),
    );
    expect(map?.edgesMicros).toEqual([0, 10_000, 20_000]);
    expect(map?.columns.map(({ counts }) => counts)).toEqual([
      [3, 3],
      [4, 5],
    ]);
    expect(columnsOf(bucketed([1, 0], [5_000]), bucketed([1, 0], [7_000]))).toBeNull();
  });

  it("columns of samples beside them are counted in the same rows", () => {
    const map = columnsOf(bucketed([1, 1, 0], [5_000, 10_000]), cellOf([3_000, 8_000, 8_000, 90_000]));
    expect(map?.columns.map(({ counts }) => counts)).toEqual([
      [1, 1, 0],
      [1, 2, 1],
    ]);
    expect(map).toMatchObject({ edgesMicros: [0, 5_000, 10_000, 90_000], openEnd: false });
  });
});
