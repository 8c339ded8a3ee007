import { describe, expect, it } from "vitest";
import { preparePeakDay } from "./prepare-peak-day.ts";
import type { PeakDayInput } from "./prepare-peak-day.ts";

const point = (offsetSeconds: number, throughput: number, p99Ms: number | null = 20) => {
  return { offsetSeconds, throughput, p99Ms, p99Range: null, errorRate: null };
};
const input: PeakDayInput = {
  clock: { originMillis: 0, timeZone: "UTC" },
  spanSeconds: 600,
  pointSeconds: 60,
  name: "2026",
  points: [point(60, 10), point(120, 20), point(300, 30)],
  knownSeconds: 400,
  earlier: [
    {
      key: "l",
      name: "2025",
      stepSeconds: 120,
      growth: [1.5, 2] as const,
      samples: [
        { offsetSeconds: 30, value: 8 },
        { offsetSeconds: 150, value: 12 },
      ],
    },
  ],
  usual: null,
  gauges: [],
  latencyTargets: [],
  errorTargets: [],
  throughputTargets: [{ value: 50, text: "proven", kind: "ceiling" }],
  events: [],
};

describe("the chart of a peak day", () => {
  it("has the whole day, with gaps only between the first point and what is known", () => {
    const { time, points, gaps, panels } = preparePeakDay(input);
    expect([time, points.length, gaps]).toEqual([[0, 600], 10, [{ from: 180, to: 300 }]]);
    expect(panels[0]?.lines.at(-1)?.values).toEqual([null, 10, 20, null, null, 30, null, null, null, null]);
  });

  it("draws an earlier day at its own times, and the expected growth over it as a band", () => {
    const [throughput] = preparePeakDay(input).panels;
    expect(throughput?.lines[0]?.trace).toEqual([
      { at: 90, value: 8 },
      { at: 210, value: 12 },
    ]);
    // Points in the middle of which the earlier day has a value.
    expect(throughput?.lines[0]?.values.slice(0, 6)).toEqual([8, 8, 12, 12, null, null]);
    expect(throughput?.bands?.[0]?.values.slice(0, 5)).toEqual([
      [12, 16],
      [12, 16],
      [18, 24],
      [18, 24],
      null,
    ]);
  });

  it.each([
    [0.0002, [], "var(--s1)"],
    [0.06, [], "var(--bad)"],
    [0.006, [{ value: 1, text: "target 1%" }], "var(--s1)"],
    [0.012, [{ value: 1, text: "target 1%" }], "var(--bad)"],
  ])("has a red line only of errors that are too many: %d", (errorRate, errorTargets, color) => {
    const points = [point(60, 10), { ...point(120, 20), errorRate }];
    const { panels } = preparePeakDay({ ...input, points, errorTargets });
    expect(panels.find(({ key }) => key === "errors")?.lines[0]?.color).toBe(color);
  });

  it("has room for the ceiling, and no chart of what isn't reported", () => {
    const { panels } = preparePeakDay({ ...input, points: [point(60, 10, null)] });
    expect(panels.map(({ key }) => key)).toEqual(["throughput"]);
    expect(panels[0]?.axis.domain[1]).toBeGreaterThanOrEqual(50);
  });

  it("has the usual weekday as a line that nothing grows from", () => {
    const usual = {
      key: "usual",
      name: "Usual Friday",
      stepSeconds: 60,
      samples: [{ offsetSeconds: 60, value: 7 }],
    };
    const [throughput] = preparePeakDay({ ...input, earlier: [], usual }).panels;
    expect(throughput?.lines[0]).toMatchObject({
      name: "Usual Friday",
      values: [null, 7, ...Array(8).fill(null)],
    });
    expect(throughput?.bands).toEqual([]);
    const both = preparePeakDay({ ...input, usual });
    expect(both.panels[0]?.lines.map(({ name }) => name)).toEqual(["2025", "Usual Friday", "2026"]);
    expect(both.panels[0]?.bands?.[0]?.values[0]).toEqual([12, 16]);
  });

  it("has gauges and the lines of targets under the same crosshair", () => {
    const cpu = {
      key: "cpu",
      name: "cpu",
      unit: "%",
      sampleSeconds: 60,
      lines: [
        { name: "cpu", samples: [60, 120, 180].map((offsetSeconds) => ({ offsetSeconds, value: 70 })) },
      ],
    };
    const target = { value: 900, text: "target 900 ms" };
    const model = preparePeakDay({ ...input, gauges: [cpu], latencyTargets: [target] });
    expect(model.panels.map(({ key }) => key)).toEqual(["throughput", "p99", "gauge-cpu"]);
    expect(model.panels[1]).toMatchObject({ targets: [target] });
    expect(model.panels[1]?.axis.domain[1]).toBeGreaterThanOrEqual(900);
    expect(model.panels[2]?.columns[0]?.values.slice(0, 4)).toEqual([null, 70, 70, 70]);
    expect(model.legend.at(-1)?.series).toBe("cpu cpu");
    const silent = { ...input, points: [point(60, 10, null)], latencyTargets: [target] };
    expect(preparePeakDay(silent).panels.map(({ key }) => key)).toEqual(["throughput"]);
  });

  it("shows p99 of buckets as the band in which it lies, up to the top where the last bucket has no end", () => {
    const within = (offsetSeconds: number, low: number, high: number | null) => {
      return { ...point(offsetSeconds, 10, null), p99Range: { low, high } };
    };
    const points = [within(0, 50, 100), within(60, 100, null)];
    const { panels, legend } = preparePeakDay({ ...input, points });
    const p99 = panels.find(({ key }) => key === "p99");
    expect(p99?.lines[0]?.values.slice(0, 3)).toEqual([100, 100, null]);
    const top = p99?.axis.domain[1] ?? 0;
    expect(top).toBeGreaterThan(100);
    expect(p99?.bands?.[0]?.values.slice(0, 3)).toEqual([[50, 100], [100, top], null]);
    expect(p99?.unit).toContain("within the source's buckets");
    expect(p99?.columns.map(({ values }) => values.slice(0, 2))).toEqual([
      [50, 100],
      [100, null],
    ]);
    const read = (at: number) =>
      legend[0]?.readings.flatMap(({ values, show }) => {
        const value = values[at];
        return value == null ? [] : [show(value)];
      });
    expect([read(0), read(1)]).toEqual([
      ["10.0 req/s", "p99 up to 100 ms"],
      ["10.0 req/s", "p99 above 100 ms"],
    ]);
  });
});
