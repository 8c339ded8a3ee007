import { describe, expect, it } from "vitest";
import { prepareTrendChart } from "./prepare-trend-chart.ts";
import type { TrendChartInput, TrendChartRun } from "./prepare-trend-chart.ts";

const run = (index: number, value: number | null, group: string | null = null): TrendChartRun => ({
  key: `k${index}`,
  name: `run ${index}`,
  at: Date.UTC(2025, 0, 1 + index),
  value,
  group,
});
const prepare = (runs: readonly TrendChartRun[], changes: Partial<TrendChartInput> = {}) =>
  prepareTrendChart({
    runs,
    axis: "date",
    name: "p99",
    unit: "ms",
    field: "p99_ms",
    scale: "log",
    show: String,
    timeZone: "UTC",
    ...changes,
  });

describe("trend", () => {
  it("stands in the order of dates, with gaps where a run has no figure", () => {
    const model = prepare([run(2, 30), run(0, 10), run(1, null)]);
    expect(model.points.map(({ name, value }) => [name, value])).toEqual([
      ["run 0", 10],
      ["run 1", null],
      ["run 2", 30],
    ]);
    expect(model.unit).toBe("p99, ms, log scale");
  });
  it("holds targets and baseline inside its axis", () => {
    const { y } = prepare([run(0, 100)], {
      targets: [{ value: 200, text: "target" }],
      baseline: { value: 20, text: "baseline" },
    });
    expect(y.domain[0]).toBeLessThanOrEqual(20);
    expect(y.domain[1]).toBeGreaterThan(200);
  });
  it("falls back to a linear axis for nothing but zeros", () =>
    expect(prepare([run(0, 0), run(1, 0)]).y).toMatchObject({ scale: "linear", domain: [0, 1] }));
  it("names versions where they begin", () => {
    const { x } = prepare([run(0, 1, "1.0"), run(1, 1, "1.0"), run(2, 1, "1.1")], { axis: "order" });
    expect(x.ticks).toEqual([
      { value: 0, label: "1.0" },
      { value: 2, label: "1.1" },
    ]);
  });
  it("marks a change at its run, and forgets one whose run is not shown", () => {
    const model = prepare([run(0, 1), run(1, 2)], {
      changes: [
        { runKey: "k1", text: "+100%" },
        { runKey: "gone", text: "x" },
      ],
    });
    expect(model.changes).toEqual([
      { key: "k1", x: Date.UTC(2025, 0, 2), text: "+100%", tone: "worse", line: null },
    ]);
  });
  it("gives one run room on both sides", () => {
    const [from, to] = prepare([run(0, 5)]).x.domain;
    expect(to).toBeGreaterThan(from);
  });
  it("hands out its figures with the date in UTC", () =>
    expect(prepare([run(0, 5.25)]).data.rows).toEqual([["run 0", "2025-01-01T00:00:00.000Z", 5.25]]));
  it("survives no runs", () => expect(prepare([]).points).toEqual([]));
});
