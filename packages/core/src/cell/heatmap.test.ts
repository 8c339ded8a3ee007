import fc from "fast-check";
import { expect, it } from "vitest";
import { heatmapOf } from "./heatmap.ts";
import { Sketch } from "../sketch/sketch.ts";

const cellOf = (micros: readonly number[]) => ({
  requests: micros.length,
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
