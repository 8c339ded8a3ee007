import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareTimeline } from "./prepare-timeline.ts";
import { loneIndexes } from "./time-grid.ts";
import type { TimeModel } from "../model/time-model.ts";
import type { TimelineInput, TimelinePoint } from "../model/timeline-input.ts";

const point = (offsetSeconds: number, requests = 400, p99 = 240_000): TimelinePoint => ({
  offsetSeconds,
  requests,
  errors: 0,
  latencyMicros: { p50: 34_000, p90: 118_000, p99, "p99.9": 470_000 },
});

function prepare(points: readonly TimelinePoint[], changes: Partial<TimelineInput> = {}) {
  return prepareTimeline({
    pointSeconds: 10,
    cellSeconds: 1,
    lengthSeconds: 40,
    points,
    leftOut: [],
    throughputTargets: [],
    latencyTargets: [],
    ...changes,
  });
}

const panel = (model: TimeModel, key: string) => model.panels.find((one) => one.key === key);
const values = (model: TimeModel, series: string) =>
  model.panels.flatMap(({ lines }) => lines).find((line) => line.series === series)?.values;
const column = (model: TimeModel, field: string) =>
  model.panels.flatMap(({ columns }) => columns).find((one) => one.field === field)?.values;

describe("timeline", () => {
  it("draws a point in its middle, as a rate and in milliseconds", () => {
    const model = prepare([point(0), point(10)]);
    expect(model.points[0]).toEqual({ at: 5, fromSeconds: 0 });
    expect(["throughput", "p50", "p90", "p99", "p99.9"].map((series) => values(model, series)?.[0])).toEqual([
      40, 34, 118, 240, 470,
    ]);
  });

  it("draws the line that the first target is for, and lets it lead", () => {
    const own = (offset: number): TimelinePoint => {
      const { latencyMicros, ...rest } = point(offset);
      return { ...rest, latencyMicros: { ...latencyMicros, p95: 180_000, mean: 60_000 } };
    };
    const lines = (latencyTargets: TimelineInput["latencyTargets"]) =>
      panel(prepare([own(0)], { latencyTargets }), "latency")?.lines ?? [];
    expect(lines([]).map(({ series }) => series)).toEqual(["p50", "p90", "p99", "p99.9"]);
    expect(lines([]).find(({ strong }) => strong)?.series).toBe("p99");
    const targeted = lines([
      { value: 200, text: "target p95 ≤ 200 ms", of: "p95" },
      { value: 80, text: "target mean ≤ 80 ms", of: "mean" },
    ]);
    expect(targeted.map(({ series }) => series)).toEqual(["mean", "p50", "p90", "p95", "p99", "p99.9"]);
    expect(targeted.filter(({ strong }) => strong).map(({ series }) => series)).toEqual(["p95"]);
    expect(targeted.find(({ series }) => series === "p95")?.values[0]).toBe(180);
  });

  it("draws the errors of each code beside those of all, which are left out where the codes are all", () => {
    const failures = [
      { name: "503", counts: [0, 6] },
      { name: "the connection was reset by the other side", counts: [0, 2] },
    ];
    const points = [point(0), { ...point(10), errors: 9 }];
    const errors = panel(prepare(points, { failures }), "errors");
    expect(errors?.bars).toBe(true);
    expect(errors?.unit).toBe("errors per 10 s, by code");
    expect(errors?.lines.map((line) => [line.name, line.values.slice(0, 2)])).toEqual([
      ["errors", [0, 9]],
      ["503", [0, 6]],
      ["the connection was reset by…", [0, 2]],
    ]);
    const whole = [point(0), { ...point(10), errors: 8 }];
    expect(panel(prepare(whole, { failures }), "errors")?.lines.map(({ name }) => name)).toEqual([
      "503",
      "the connection was reset by…",
    ]);
    expect(errors?.columns.map(({ head }) => head)).toEqual([
      "Errors",
      "Error rate, %",
      "503",
      "the connection was reset by the other side",
    ]);
  });

  it("draws errors as a count, and only if there are any", () => {
    const failed = { ...point(10), errors: 8 };
    const errors = panel(prepare([point(0), failed, { ...point(30), errors: null }]), "errors");
    expect(errors?.unit).toBe("errors per 10 s");
    expect(errors?.lines[0]?.values).toEqual([0, 8, null, null]);
    expect(errors?.columns.find(({ field }) => field === "error_percent")?.values).toEqual([
      0,
      2,
      null,
      null,
    ]);
    expect(panel(prepare([point(0)]), "errors")).toBeUndefined();
  });

  it("leaves what is missing empty: a gap, never zero", () => {
    const model = prepare([point(0), point(10), point(30)]);
    expect(values(model, "throughput")).toEqual([40, 40, null, 40]);
    expect(column(model, "requests")).toEqual([400, 400, null, 400]);
    expect(model.gaps).toEqual([{ from: 20, to: 30 }]);
    expect(loneIndexes(values(model, "throughput") ?? [])).toEqual([3]);
  });

  it("joins neighbouring missing points into one gap", () => {
    expect(prepare([point(0), point(30)]).gaps).toEqual([{ from: 10, to: 30 }]);
  });

  it("divides the last point by the seconds that it covers, and leaves out a mere touch", () => {
    const half = prepare([point(0), point(10, 200)], { lengthSeconds: 15 });
    expect(values(half, "throughput")).toEqual([40, 40]);
    const touched = prepare([point(0), point(10, 3)], { lengthSeconds: 11 });
    expect(values(touched, "throughput")).toEqual([40, null]);
    expect(values(touched, "p99")).toEqual([240, null]);
    expect(column(touched, "requests")).toEqual([400, 3]);
  });

  it("draws a shorter last interval of the source at its place, by its own length", () => {
    const minutes = Array.from({ length: 10 }, (_, at) => point(at * 60, 600));
    const shorter = { pointSeconds: 60, cellSeconds: 60, lengthSeconds: 607 };
    const model = prepare([...minutes, point(600, 70)], shorter);
    expect(values(model, "throughput")).toEqual(Array.from({ length: 11 }, () => 10));
    expect(values(model, "p99")?.at(-1)).toBe(240);
    expect(model.points.at(-1)).toEqual({ at: 603.5, fromSeconds: 600 });
  });

  it("keeps targets inside the axes", () => {
    const model = prepare([point(0)], {
      throughputTargets: [{ value: 50_000, text: "target" }],
      latencyTargets: [{ value: 2000, text: "target" }],
    });
    expect(panel(model, "throughput")?.axis.domain).toEqual([0, 60_000]);
    expect(panel(model, "latency")?.axis.domain[0]).toBe(20);
    expect(panel(model, "latency")?.axis.domain[1]).toBeGreaterThan(2000);
  });

  it("has no latency chart for a source without latencies over time", () => {
    const quoted = { ...point(0), latencyMicros: { p50: null, p90: null, p99: null, "p99.9": null } };
    expect(panel(prepare([quoted]), "latency")).toBeUndefined();
  });

  it("draws the upper ends of a source's own ranges, and lists both ends", () => {
    const none = { p50: null, p90: null, p99: null, "p99.9": null };
    const range = { lowMicros: 100_000, highMicros: 103_000 };
    const ranges = { p50: range, p90: range, p99: range, "p99.9": { lowMicros: 500_000, highMicros: null } };
    const model = prepare([{ ...point(0), errors: null, latencyMicros: none, latencyRanges: ranges }]);
    expect(values(model, "p99")).toEqual([103]);
    expect(values(model, "p99.9")).toEqual([null]);
    expect(model.pointText).toBe(
      "Each point covers 10 s. The source counts latencies in buckets: lines are at their upper ends, and p99 lies within the band.",
    );
    expect(panel(model, "latency")?.bands?.map(({ values: band }) => band)).toEqual([[[100, 103]]]);
    const open = { ...ranges, p99: { lowMicros: 500_000, highMicros: null } };
    const above = panel(prepare([{ ...point(0), latencyMicros: none, latencyRanges: open }]), "latency");
    expect(above?.bands?.[0]?.values).toEqual([[500, above?.axis.domain[1]]]);
    expect(panel(prepare([point(0)]), "latency")?.bands).toEqual([]);
    expect([column(model, "p99_low_ms"), column(model, "p99_high_ms")]).toEqual([[100], [103]]);
    expect([column(model, "p99.9_low_ms"), column(model, "p99.9_high_ms")]).toEqual([[500], [null]]);
    expect(panel(model, "errors")).toBeUndefined();
  });

  it("doesn't draw a p99.9 of which only the bucket is known, if asked to", () => {
    const none = { p50: null, p90: null, p99: null, "p99.9": null };
    const range = { lowMicros: 100_000, highMicros: 103_000 };
    const ranges = { p50: range, p90: range, p99: range, "p99.9": range };
    const lines = (one: TimelinePoint) =>
      panel(prepare([one], { hidesCoarseTail: true }), "latency")?.lines.map(({ series }) => series);
    expect(lines({ ...point(0), latencyMicros: none, latencyRanges: ranges })).toEqual(["p50", "p90", "p99"]);
    expect(lines(point(0))).toContain("p99.9");
  });

  it("shows a constant latency on an axis with more than one tick", () => {
    const constant = { ...point(0), latencyMicros: { p50: 1000, p90: 1000, p99: 1000, "p99.9": 1000 } };
    expect(panel(prepare([constant]), "latency")?.axis.ticks.map(({ label }) => label)).toEqual(["1", "2"]);
  });

  it("says what one point is", () => {
    expect(prepare([point(0)]).pointText).toBe("Each point covers 10 s.");
    expect(prepare([point(0)], { pointSeconds: 1 }).pointText).toBe("Each point covers 1 s.");
  });

  it("survives a run of nothing", () => {
    const model = prepare([], { lengthSeconds: 0 });
    expect(model).toMatchObject({ points: [], gaps: [], time: [0, 1] });
    expect(panel(model, "latency")).toBeUndefined();
  });
});

describe("what is laid into the timeline", () => {
  const four = [point(0), point(10), point(20), point(30)];

  it("follows the chosen window", () => {
    const model = prepare(four, {
      window: { fromSeconds: 10, toSeconds: 30 },
      leftOut: [
        { fromSeconds: 0, toSeconds: 15, label: "warm-up" },
        { fromSeconds: 35, toSeconds: 40, label: "cool-down" },
      ],
      outages: [
        { fromSeconds: 22, toSeconds: 24, label: "outage 0:02" },
        { fromSeconds: 32, toSeconds: 34, label: "outage 0:02" },
      ],
      events: [
        { key: "a", atSeconds: 5, text: "before" },
        { key: "b", atSeconds: 20, text: "deploy" },
      ],
    });
    expect(model.time).toEqual([10, 30]);
    expect(model.points.map(({ fromSeconds }) => fromSeconds)).toEqual([10, 20]);
    expect(model.shades).toEqual([
      { from: 10, to: 15, label: "warm-up" },
      { from: 22, to: 24, label: "outage 0:02", tone: "outage" },
    ]);
    expect(model.events.map(({ text }) => text)).toEqual(["deploy"]);
  });

  it("draws what was to be sent beside what completed, inside the axis", () => {
    const constant = prepare(four, { expected: { text: "expected", perSecond: 90 } });
    expect(values(constant, "expected")).toEqual([90, 90, 90, 90]);
    expect(panel(constant, "throughput")?.axis.domain[1]).toBeGreaterThanOrEqual(90);
    const ramp = prepare(four, {
      expected: {
        text: "offered",
        perSecond: [
          { offsetSeconds: 0, perSecond: 10 },
          { offsetSeconds: 20, perSecond: 30 },
        ],
      },
    });
    expect(values(ramp, "expected")).toEqual([10, null, 30, null]);
  });

  it("draws gauges at their own times, joined across points, and broken where a scrape is missing", () => {
    const scrapes = [0, 15, 30, 45, 60, 75, 135, 150].map((offsetSeconds) => ({
      offsetSeconds: offsetSeconds + 2,
      value: offsetSeconds,
    }));
    const points = Array.from({ length: 16 }, (_, at) => point(at * 10));
    const model = prepare(points, {
      lengthSeconds: 160,
      gauges: [{ key: "cpu", name: "cpu", unit: "%", lines: [{ name: "cpu", samples: scrapes }] }],
    });
    const cpu = panel(model, "gauge-cpu");
    expect(cpu?.lines[0]?.trace?.map(({ at, value }) => [at, value])).toEqual([
      ...[2, 17, 32, 47, 62, 77].map((at) => [at, at - 2]),
      [77, null],
      [137, 135],
      [152, 150],
    ]);
    expect(column(model, "cpu")?.slice(0, 6)).toEqual([0, 15, null, 30, 45, null]);
    // What is read under the crosshair is the value last seen, but not across the gap.
    expect(values(model, "cpu cpu")).toEqual([
      0,
      15,
      15,
      30,
      45,
      45,
      60,
      75,
      null,
      null,
      null,
      null,
      null,
      135,
      135,
      150,
    ]);
  });

  it("puts gauges on the same moments and an axis of their own", () => {
    const samples = [
      { offsetSeconds: 1, value: 50 },
      { offsetSeconds: 9, value: 70 },
      { offsetSeconds: 31, value: 92 },
      { offsetSeconds: 99, value: 1 },
    ];
    const model = prepare(four, {
      gauges: [{ key: "cpu", name: "cpu", unit: "%", lines: [{ name: "all", samples }] }],
    });
    const cpu = panel(model, "gauge-cpu");
    expect(cpu?.lines[0]?.values).toEqual([70, 70, 70, 92]);
    expect(cpu?.unit).toBe("cpu, %");
    expect(cpu?.axis.domain).toEqual([0, 100]);
  });

  it("keeps every line inside its axis, whatever the figures", () => {
    const anyValue = fc.double({ min: -1e9, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(anyValue, { minLength: 1, maxLength: 4 }), (numbers) => {
        const samples = numbers.map((value, index) => ({ offsetSeconds: index * 10, value }));
        const axis = panel(
          prepare(four, {
            gauges: [{ key: "g", name: "g", unit: null, lines: [{ name: "g", samples }] }],
          }),
          "gauge-g",
        )?.axis;
        const [low, high] = axis?.domain ?? [0, 0];
        const slack = (high - low) * 1e-9 + 1e-12;
        for (const value of numbers) {
          expect(value).toBeGreaterThanOrEqual(low - slack);
          expect(value).toBeLessThanOrEqual(high + slack);
        }
      }),
    );
  });
});
