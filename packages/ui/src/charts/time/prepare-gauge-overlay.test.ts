import { describe, expect, it } from "vitest";
import { prepareGaugeOverlay } from "./prepare-gauge-overlay.ts";
import type { GaugeOverlayRun } from "./prepare-gauge-overlay.ts";

const run = (position: number, values: readonly number[], from = 0): GaugeOverlayRun => ({
  key: `run-${position}`,
  name: `run ${position}`,
  position,
  sampleSeconds: 0,
  samples: values.map((value, at) => ({ offsetSeconds: from + at * 10, value })),
});
const overlay = (runs: readonly GaugeOverlayRun[], toSeconds = 60) =>
  prepareGaugeOverlay({ name: "lag", unit: "messages", time: { fromSeconds: 0, toSeconds }, runs });

describe("a gauge of several runs", () => {
  it("begins together, each line with its run's name and its own times", () => {
    const model = overlay([run(0, [5, 7]), run(2, [1, 2, 3, 4])]);
    const [panel] = model.panels;
    expect(model.time).toEqual([0, 60]);
    expect(panel?.unit).toBe("lag, messages");
    expect(panel?.lines.map(({ name, trace }) => [name, trace?.map(({ at }) => at)])).toEqual([
      ["run 0", [0, 10]],
      ["run 2", [0, 10, 20, 30]],
    ]);
    expect(model.legend.map(({ name, position }) => [name, position])).toEqual([
      ["run 0", 0],
      ["run 2", 2],
    ]);
  });

  it("has no value after a run has ended, and none before its first", () => {
    const [line] = overlay([run(1, [5, 7], 20)]).panels[0]?.lines ?? [];
    expect([line?.values[19], line?.values[25], line?.values[31]]).toEqual([null, 5, null]);
  });

  it("has each run in its table and its file, only where it was measured", () => {
    const [a, b] = overlay([run(0, [5]), run(1, [6], 10)]).panels[0]?.columns ?? [];
    expect([a?.field, b?.field]).toEqual(["run_0_lag", "run_1_lag"]);
    expect([a?.values[0], a?.values[10], b?.values[10]]).toEqual([5, null, 6]);
  });

  it("survives twenty runs, negative values and nothing", () => {
    const lines = overlay(Array.from({ length: 20 }, (_, at) => run(at, [at]))).panels[0]?.lines ?? [];
    expect(new Set(lines.map(({ color, dash }) => `${color} ${dash ?? ""}`)).size).toBe(20);
    expect(overlay([run(0, [-5, 5])]).panels[0]?.axis.domain[0]).toBeLessThanOrEqual(-5);
    expect(overlay([]).panels[0]?.lines).toEqual([]);
    expect(overlay([], 0).points.length).toBeLessThanOrEqual(1);
  });
});
