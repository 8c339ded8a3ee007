import { describe, expect, it } from "vitest";
import { prepareTimeline } from "./prepare-timeline.ts";
import type { TimelineInput, TimelineSlice } from "./timeline-model.ts";

const slice = (offsetSeconds: number, requests = 400, p99 = 240_000): TimelineSlice => ({
  offsetSeconds,
  requests,
  errors: 0,
  latencyMicros: { p50: 34_000, p90: 118_000, p99, "p99.9": 470_000 },
});

function prepare(slices: readonly TimelineSlice[], changes: Partial<TimelineInput> = {}) {
  return prepareTimeline({
    sliceSeconds: 10,
    cellSeconds: 1,
    lengthSeconds: 40,
    slices,
    leftOut: [],
    throughputTargets: [],
    latencyTargets: [],
    ...changes,
  });
}

describe("timeline", () => {
  it("draws a slice in its middle, as a rate and in milliseconds", () => {
    const [point] = prepare([slice(0), slice(10)]).points;
    expect(point).toMatchObject({
      at: 5,
      throughput: 40,
      p50: 34,
      p90: 118,
      p99: 240,
      "p99.9": 470,
      alone: false,
    });
  });

  it("leaves what is missing empty: a gap, never zero", () => {
    const model = prepare([slice(0), slice(10), slice(30)]);
    expect(model.points.map(({ throughput }) => throughput)).toEqual([40, 40, null, 40]);
    expect(model.points[2]).toMatchObject({ requests: null, p99: null });
    expect(model.gaps).toEqual([{ from: 20, to: 30 }]);
    expect(model.points[3]?.alone).toBe(true);
  });

  it("joins neighbouring missing slices into one gap", () => {
    expect(prepare([slice(0), slice(30)]).gaps).toEqual([{ from: 10, to: 30 }]);
  });

  it("divides the last slice by the seconds that it covers, and leaves out a mere touch", () => {
    expect(prepare([slice(0), slice(10, 200)], { lengthSeconds: 15 }).points[1]?.throughput).toBe(40);
    const touched = prepare([slice(0), slice(10, 3)], { lengthSeconds: 11 }).points[1];
    expect(touched).toMatchObject({ throughput: null, p99: null, requests: 3 });
  });

  it("keeps targets inside the axes", () => {
    const model = prepare([slice(0)], {
      throughputTargets: [{ value: 50_000, text: "target" }],
      latencyTargets: [{ value: 2000, text: "target" }],
    });
    expect(model.throughput.domain).toEqual([0, 60_000]);
    expect(model.latency?.domain[0]).toBe(20);
    expect(model.latency?.domain[1]).toBeGreaterThan(2000);
  });

  it("has no latency chart for a source without latencies over time", () => {
    const quoted = { ...slice(0), latencyMicros: { p50: null, p90: null, p99: null, "p99.9": null } };
    expect(prepare([quoted]).latency).toBeNull();
  });

  it("shows a constant latency on an axis with more than one tick", () => {
    const constant = { ...slice(0), latencyMicros: { p50: 1000, p90: 1000, p99: 1000, "p99.9": 1000 } };
    expect(prepare([constant]).latency?.ticks.map(({ label }) => label)).toEqual(["1", "2"]);
  });

  it("says what one point is", () => {
    expect(prepare([slice(0)]).pointText).toBe("One point is 10 s, merged from 10 cells, never averaged.");
    expect(prepare([slice(0)], { sliceSeconds: 1 }).pointText).toBe("One point is 1 s.");
  });

  it("survives a run of nothing", () => {
    expect(prepare([], { lengthSeconds: 0 })).toMatchObject({
      points: [],
      gaps: [],
      time: [0, 1],
      latency: null,
    });
  });
});
