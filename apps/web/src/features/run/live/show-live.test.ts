import { emptyCell, Sketch } from "@headroom/core";
import type { LiveRunView } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { applyDelta, deltaBetween } from "../../../feed/view-delta.ts";
import { showLive } from "./show-live.ts";

const NOW = new Date("2026-03-02T10:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const nothing = {
  min: null,
  mean: null,
  p50: null,
  p90: null,
  p95: null,
  p99: null,
  "p99.9": null,
  max: null,
};

function point(offsetSeconds: number, requests: number) {
  const all = Sketch.of(Array.from({ length: requests }, () => 20_000));
  const cell = { ...emptyCell(), requests, distribution: { kind: "sketch" as const, all, failed: null } };
  return { offsetSeconds, stepSeconds: 1, cell };
}

function timelineOf(seconds: number, fromSeconds = 0): NonNullable<LiveRunView["timeline"]> {
  return {
    origin: ago(seconds),
    pointSeconds: 1,
    finestStepSeconds: 1,
    fromSeconds,
    toSeconds: seconds,
    endSeconds: seconds,
    points: Array.from({ length: seconds - fromSeconds }, (_, at) => point(fromSeconds + at, 5)),
    absent: [],
  };
}

const run = (change: Partial<LiveRunView> = {}): LiveRunView => ({
  id: "1",
  number: 3,
  service: { slug: "shop", name: "Shop" },
  experiment: { id: "2", name: "Peak", hasPage: true },
  warnings: [],
  environment: "staging",
  commit: null,
  branch: null,
  openedAt: ago(90),
  heardAt: ago(2),
  span: { from: ago(90), to: ago(3) },
  writers: [{ name: "a", state: "open", requests: 450, heardAt: ago(2) }],
  summary: {
    requests: 450,
    items: 450,
    errors: 0,
    errorRate: 0,
    durationSeconds: 90,
    throughput: 5,
    latencyMs: nothing,
    latencyIntervalsMs: {},
  },
  targets: [],
  timeline: timelineOf(90),
  labels: { seconds: 60, total: 0, first: [] },
  gauges: [{ name: "cpu", unit: "%", value: 71, at: ago(600) }],
  ...change,
});

describe("what the page of a live run gets", () => {
  it("says who sends it", () => {
    const warning = { code: "traffic-simulated", count: 1, detail: "", lines: [] };
    expect(showLive(run(), NOW).run?.simulated).toBeNull();
    expect(showLive(run({ warnings: [warning] }), NOW).run?.simulated).toEqual({ withReal: false });
  });

  it("is figures and words, and the same once it was sent", () => {
    const shown = showLive(run(), NOW);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
    expect(shown.run).toMatchObject({
      heard: "just now",
      timeline: { window: null, frame: { endedAt: NOW.toISOString() } },
      gauges: [{ name: "cpu", value: "71%", age: "10m ago" }],
      writers: [{ name: "a", state: "open", requests: 450, age: "just now" }],
    });
    expect(shown.run?.timeline?.figures.points[0]).toMatchObject({ offsetSeconds: 0, requests: 5 });
  });

  it("sends only the seconds that are new", () => {
    const [before, after] = [timelineOf(90), { ...timelineOf(91), origin: ago(90) }].map((timeline) =>
      showLive(run({ timeline }), NOW),
    );
    if (before === undefined || after === undefined) throw new RangeError("there are two");
    const delta = deltaBetween(before, after);
    expect(delta.tails).toMatchObject([[["run", "timeline", "figures", "points"], 90, { length: 1 }]]);
    expect(applyDelta(before, delta)).toEqual(after);
  });

  it("says which stretch of a long run is drawn", () => {
    const shown = showLive(run({ timeline: timelineOf(5_000, 1_400) }), NOW);
    expect(shown.run?.timeline?.window).toEqual({ fromSeconds: 1_400, toSeconds: 5_000 });
  });

  it("has no times of what hasn't arrived, and nothing of a run that is finished", () => {
    const waiting = run({ span: null, timeline: null, gauges: [], writers: [] });
    expect(showLive(waiting, NOW).run).toMatchObject({ heard: null, timeline: null });
    expect(showLive(null, NOW)).toEqual({ now: NOW.toISOString(), run: null });
  });
});
