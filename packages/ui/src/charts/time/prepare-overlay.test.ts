import { describe, expect, it } from "vitest";
import { prepareOverlay } from "./prepare-overlay.ts";
import type { OverlayRun } from "./prepare-overlay.ts";

const run = (position: number, seconds: number, throughput = 100): OverlayRun => ({
  key: `run-${position}`,
  name: `Run ${position}`,
  position,
  lengthSeconds: seconds,
  points: Array.from({ length: seconds / 10 }, (_, index) => ({
    offsetSeconds: index * 10,
    throughput,
    latencyMillis: 20 + position,
    errors: 0,
  })),
});
const overlay = (runs: readonly OverlayRun[]) =>
  prepareOverlay({ pointSeconds: 10, cellSeconds: 1, runs, percentile: "p99" });

describe("runs laid over each other", () => {
  it("begin together, and a shorter one ends without being bridged", () => {
    const model = overlay([run(0, 40), run(1, 20)]);
    expect(model.time).toEqual([0, 40]);
    expect(model.panels[0]?.lines[1]?.values).toEqual([100, 100, null, null]);
    expect(model.gaps).toEqual([]);
  });
  it("keep their colour by their place, not by who else is there", () => {
    const [only] = overlay([run(4, 20)]).panels[0]?.lines ?? [];
    expect(only).toMatchObject({ name: "Run 4", color: "var(--s4)" });
    const [a, b] = overlay([run(0, 20), run(1, 20)]).panels[0]?.lines ?? [];
    expect([a?.color, b?.color]).toEqual(["var(--s8)", "var(--s1)"]);
  });
  it("look different from each other, all twenty of them", () => {
    const lines = overlay(Array.from({ length: 20 }, (_, index) => run(index, 20))).panels[0]?.lines ?? [];
    expect(new Set(lines.map(({ color, dash }) => `${color} ${dash ?? ""}`)).size).toBe(20);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(20);
  });
  it("have no latency chart when none has latencies", () => {
    const bare = {
      ...run(0, 20),
      points: [{ offsetSeconds: 0, throughput: 5, latencyMillis: null, errors: null }],
    };
    expect(overlay([bare]).panels.map(({ key }) => key)).toEqual(["throughput"]);
  });
  it("say a gap where no run has anything", () => {
    const first = run(0, 40);
    const holed = { ...first, points: first.points.filter(({ offsetSeconds }) => offsetSeconds !== 10) };
    expect(overlay([holed]).gaps).toEqual([{ from: 10, to: 20 }]);
  });
  it("count errors in a chart of their own, if there are any", () => {
    const first = run(0, 20);
    const failing = { ...first, points: first.points.map((point, at) => ({ ...point, errors: at })) };
    expect(overlay([first]).panels.map(({ key }) => key)).toEqual(["throughput", "latency"]);
    const [, , errors] = overlay([failing]).panels;
    expect([errors?.unit, errors?.lines[0]?.values]).toEqual(["errors in 10 s", [0, 1]]);
    expect(errors?.bars).toBe(true);
    expect(errors?.axis.ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
  });
  it("are grey but for the reference and the one that is looked at", () => {
    const runs = [run(0, 20), run(1, 20), run(2, 20)];
    const highlight = { run: "run-1", reference: "run-0" };
    const model = prepareOverlay({ pointSeconds: 10, cellSeconds: 1, runs, percentile: "p99", highlight });
    expect(model.panels[0]?.lines.map(({ name, color }) => [name, color])).toEqual([
      ["", "var(--line-strong)"],
      ["Run 0", "var(--s8)"],
      ["Run 1", "var(--s1)"],
    ]);
    expect(model.legend.map(({ name }) => name)).toEqual(["Run 1", "Run 0, reference", "1 other"]);
  });
  it("keep the axis to what most points show, and say what is cut off", () => {
    const runs = [run(0, 2_000), run(1, 2_000)];
    const stalled = {
      ...run(2, 2_000),
      points: run(2, 2_000).points.map((point, at) =>
        at === 5 ? { ...point, latencyMillis: 50_000 } : point,
      ),
    };
    const of = (highlight?: { run: string; reference: string }) =>
      prepareOverlay({
        pointSeconds: 10,
        cellSeconds: 10,
        runs: [...runs, stalled],
        percentile: "p99",
        ...(highlight === undefined ? {} : { highlight }),
      });
    for (const model of [of({ run: "run-2", reference: "run-0" }), of()]) {
      expect(model.panels[1]?.axis.domain[1]).toBeLessThan(100);
      expect(model.peaksText).toMatch(/^Peaks above \d+ ms are cut off\.$/);
    }
  });
  it("survive nothing", () => expect(overlay([]).points).toEqual([]));
});
