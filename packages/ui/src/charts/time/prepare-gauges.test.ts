import { describe, expect, it } from "vitest";
import { prepareGaugeAxes, prepareGauges } from "./prepare-gauges.ts";

const cpu = (samples: { offsetSeconds: number; value: number }[]) => ({
  key: "cpu",
  name: "cpu",
  unit: "%",
  lines: [{ name: "cpu", samples }],
});

describe("the gauges of a run without a time series", () => {
  it("are drawn over the run, each at its own times", () => {
    const model = prepareGauges({
      lengthSeconds: 600,
      gauges: [cpu([30, 45, 60].map((offsetSeconds) => ({ offsetSeconds, value: 70 })))],
      events: [
        { key: "a", atSeconds: 40, text: "deploy" },
        { key: "b", atSeconds: 900, text: "later" },
      ],
    });
    expect(model.time).toEqual([0, 600]);
    expect(model.panels.map(({ key }) => key)).toEqual(["gauge-cpu"]);
    expect(model.panels[0]?.lines[0]?.trace?.map(({ at }) => at)).toEqual([30, 45, 60]);
    expect(model.events.map(({ text }) => text)).toEqual(["deploy"]);
    expect(model.points).toHaveLength(600);
  });

  it("are drawn to the last of them where the run's length is unknown", () => {
    const model = prepareGauges({ lengthSeconds: 0, gauges: [cpu([{ offsetSeconds: 89, value: 1 }])] });
    expect(model.time).toEqual([0, 90]);
    expect(prepareGauges({ lengthSeconds: 0, gauges: [] }).panels).toEqual([]);
  });
});

describe("gauges with two axes", () => {
  const lag = {
    key: "lag",
    name: "lag",
    unit: null,
    lines: [
      { name: "lag", samples: [-60, 0, 600, 900].map((at) => ({ offsetSeconds: at, value: at + 60 })) },
    ],
    ranges: [{ offsetSeconds: 0, low: 10, high: 90 }],
  };
  const model = prepareGaugeAxes({
    lengthSeconds: 600,
    left: [lag],
    right: [cpu([{ offsetSeconds: 0, value: 40 }])],
  });
  const [panel] = model.panels;

  it("have lines of their own look on each, and say which is which", () => {
    expect(panel?.unit).toBe("left: lag; right, dashed: cpu, %");
    expect(panel?.lines.map(({ name, onRight, dash }) => [name, onRight ?? false, dash ?? null])).toEqual([
      ["lag", false, null],
      ["cpu", true, "6 4"],
    ]);
    expect(new Set(panel?.lines.map(({ color }) => color)).size).toBe(2);
    expect([panel?.axis.domain[1], panel?.right?.domain[1]]).toEqual([1_000, 40]);
    expect(model.legend.map(({ name, dash }) => [name, dash])).toEqual([
      ["lag", undefined],
      ["cpu", "6 4"],
    ]);
  });

  it("reach before and after the run, which is said", () => {
    expect(model.time[0]).toBeLessThanOrEqual(-60);
    expect(model.shades.map(({ label }) => label)).toEqual(["before the run", "after the run"]);
    const during = prepareGaugeAxes({
      lengthSeconds: 600,
      left: [cpu([{ offsetSeconds: 0, value: 40 }])],
      right: [],
    });
    expect([during.shades, during.panels[0]?.right]).toEqual([[], undefined]);
  });

  it("have a table with every gauge, and what it lay between", () => {
    expect(panel?.columns.map(({ head }) => head)).toEqual(["lag", "lag, lowest", "lag, highest", "cpu, %"]);
    const highest = panel?.columns[2]?.values ?? [];
    expect(highest.filter((value) => value !== null)).toEqual([90]);
  });
});
