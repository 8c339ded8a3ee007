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
  it("keep letter and colour by their place, not by who else is there", () => {
    const [only] = overlay([run(4, 20)]).panels[0]?.lines ?? [];
    expect(only).toMatchObject({ name: "E", color: "var(--s4)" });
    const [a, b] = overlay([run(0, 20), run(1, 20)]).panels[0]?.lines ?? [];
    expect([a?.color, b?.color]).toEqual(["var(--s8)", "var(--s1)"]);
  });
  it("look different from each other, all twenty of them", () => {
    const lines = overlay(Array.from({ length: 20 }, (_, index) => run(index, 20))).panels[0]?.lines ?? [];
    expect(new Set(lines.map(({ color, dash }) => `${color} ${dash ?? ""}`)).size).toBe(20);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(20);
  });
  it("have no latency chart when none has latencies", () => {
    const bare = { ...run(0, 20), points: [{ offsetSeconds: 0, throughput: 5, latencyMillis: null }] };
    expect(overlay([bare]).panels.map(({ key }) => key)).toEqual(["throughput"]);
  });
  it("say a gap where no run has anything", () => {
    const first = run(0, 40);
    const holed = { ...first, points: first.points.filter(({ offsetSeconds }) => offsetSeconds !== 10) };
    expect(overlay([holed]).gaps).toEqual([{ from: 10, to: 20 }]);
  });
  it("survive nothing", () => expect(overlay([]).points).toEqual([]));
});
