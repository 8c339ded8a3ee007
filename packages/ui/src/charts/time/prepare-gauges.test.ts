import { describe, expect, it } from "vitest";
import { prepareGauges } from "./prepare-gauges.ts";

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
