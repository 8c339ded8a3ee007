import { SECOND_MICROS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { Recorder } from "../recorder.ts";
import { PeakGauge } from "./peak-gauge.ts";

const START = 1_795_200_000 * SECOND_MICROS;

function thinned(...values: readonly [second: number, value: number][]) {
  const recorder = new Recorder();
  const gauge = new PeakGauge(recorder, "users", null);
  for (const [second, value] of values) gauge.see(START + second * SECOND_MICROS, value);
  gauge.end();
  return recorder.gauges.map(({ name, unit, values: given }) => ({
    name,
    unit,
    given: given.map(({ atMicros, value }) => [(atMicros - START) / SECOND_MICROS, value]),
  }));
}

describe("a gauge told with every sample", () => {
  it("keeps the highest value of each second, in order of time", () => {
    const given = [
      [0.1, 3],
      [1.5, 5],
    ];
    expect(thinned([1.2, 4], [0.1, 3], [1.5, 5], [0.9, 2], [1.9, 1])).toEqual([
      { name: "users", unit: null, given },
    ]);
  });

  it("gives a second anew that comes again hours later, and loses none", () => {
    const given = thinned([0, 1], [4_096, 2], [0.5, 3])[0]?.given;
    expect(given).toEqual([
      [0, 1],
      [4_096, 2],
      [0.5, 3],
    ]);
  });

  it("passes a second on while the file goes on", () => {
    const recorder = new Recorder();
    const gauge = new PeakGauge(recorder, "users", null);
    for (let second = 0; second <= 40; second++) gauge.see(START + second * SECOND_MICROS, second);
    expect(recorder.gauges[0]?.values.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("is none where nothing was told", () => {
    expect(thinned()).toEqual([]);
  });
});
