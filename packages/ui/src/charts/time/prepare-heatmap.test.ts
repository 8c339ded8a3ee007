import { describe, expect, it } from "vitest";
import { prepareHeatmap } from "./prepare-heatmap.ts";
import type { HeatmapInput } from "./prepare-heatmap.ts";

const edgesMicros = [0, 10_000, 20_000, 40_000];
const column = (offsetSeconds: number, counts: number[], p99Micros: number | null = 39_000) => ({
  offsetSeconds,
  counts,
  requests: counts.reduce((sum, count) => sum + count, 0),
  p99Micros,
});
const prepare = (columns: HeatmapInput["columns"]) =>
  prepareHeatmap({ edgesMicros, columns, columnSeconds: 10, lengthSeconds: 40 });

describe("heatmap", () => {
  const model = prepare([column(0, [0, 80, 20]), column(10, [100, 0, 0]), column(30, [0, 0, 4], null)]);
  const [panel] = model.panels;

  it("is strongest where the share is largest, and empty where nothing is", () => {
    expect(panel?.heat?.opacities[1]).toEqual([1, 0, 0]);
    const [none, many, few] = panel?.heat?.opacities[0] ?? [];
    expect(none).toBe(0);
    expect(many).toBeGreaterThan(few ?? 1);
    expect(few).toBeGreaterThan(0.06);
  });
  it("shows shares: a quiet moment is not pale", () => expect(panel?.heat?.opacities[3]).toEqual([0, 0, 1]));
  it("leaves a gap a gap, in the line over it too", () => {
    expect(panel?.heat?.opacities[2]).toBeNull();
    expect(model.gaps).toEqual([{ from: 20, to: 30 }]);
    expect(panel?.lines[0]?.values).toEqual([39, 39, null, null]);
  });
  it("draws no line to the stragglers of a last moment that the run only touches", () => {
    const columns = [column(0, [0, 80, 20]), column(10, [0, 0, 1])];
    const touched = prepareHeatmap({ edgesMicros, columns, columnSeconds: 10, lengthSeconds: 11 });
    expect(touched.panels[0]?.lines[0]?.values).toEqual([39, null]);
  });
  it("doesn't say where the last row ends if nobody knows", () => {
    const columns = [column(0, [0, 0, 4])];
    const open = prepareHeatmap({
      edgesMicros,
      columns,
      openEnd: true,
      columnSeconds: 10,
      lengthSeconds: 10,
    });
    expect(open.panels[0]?.columns[1]?.show(2)).toBe("over 20 ms");
  });
  it("says where most requests lie", () =>
    expect(panel?.columns[1]?.values.map((row) => row && panel.columns[1]?.show(row))).toEqual([
      "10–20 ms",
      0,
      null,
      "20–40 ms",
    ]));
  it("hands out every count", () => {
    expect(panel?.file?.columns.map(({ field }) => field)).toEqual([
      "offset_seconds",
      "from_0_ms",
      "from_10_ms",
      "from_20_ms",
    ]);
    expect(panel?.file?.rows[0]).toEqual([0, 0, 80, 20]);
  });
  it("has no chart without latencies", () => expect(prepare([]).panels).toEqual([]));
});
