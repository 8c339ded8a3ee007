import { expect, it } from "vitest";
import { GaugeRegister } from "../cell/gauge-register.ts";
import { gaugesAroundRun } from "./gauges-around-run.ts";

const ORIGIN = 1_700_000_000e6;
const RUN = { fromSeconds: 0, toSeconds: 600 };

/** A value of the gauge at each of these seconds from the start of the run. */
function measuredAt(seconds: readonly number[]) {
  const register = new GaugeRegister();
  const cpu = register.number("cpu", "%");
  for (const second of seconds) register.measure(cpu, { atMicros: ORIGIN + second * 1e6, value: 40 }, ORIGIN);
  return gaugesAroundRun(register.totals(), RUN);
}

const every = (from: number, to: number, step = 10) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
const warned = (seconds: readonly number[]) =>
  measuredAt(seconds).warnings.map(({ count, detail }) => [count, detail]);

it("half an hour before and after the run is kept without a warning", () => {
  const { gauges, warnings } = measuredAt(every(-1_790, 2_390));
  expect(warnings).toEqual([]);
  const seconds = gauges[0]?.rows.filter(({ stepSeconds }) => stepSeconds === 1);
  expect([seconds?.length, seconds?.[0]?.offsetSeconds, seconds?.at(-1)?.offsetSeconds]).toEqual([
    419, -1_790, 2_390,
  ]);
});

it("what is further away is left out and counted, with its distance", () => {
  expect(warned([...every(0, 600), 4_200])).toEqual([
    [
      1,
      "1 gauge value of 62 was measured more than 30 minutes before or after the run and left out, as far as 1h after its end.",
    ],
  ]);
  expect(warned([-7_200, 0, 5, 4_200])).toEqual([
    [
      2,
      "2 gauge values of 4 were measured more than 30 minutes before or after the run and left out, as far as 2h before its start and 1h after its end.",
    ],
  ]);
  const { gauges } = measuredAt([...every(0, 600), 4_200]);
  expect(gauges[0]?.rows.filter(({ stepSeconds }) => stepSeconds === 1)).toHaveLength(61);
});

it.each([
  [3_600, "50m after its end", "1h"],
  [-3_600, "50m before its start", "1h"],
  [1_800, "20m after its end", "30m"],
  [19_800, "5h 20m after its end", "5h 30m"],
])("a clock that is %i seconds off is recognized", (off, away, zone) => {
  expect(warned(every(off, off + 600))).toEqual([
    [
      61,
      `No gauge value was measured during the run: the nearest of all 61 is ${away}. Their times fit if they are moved by ${zone}: is their clock in another time zone?`,
    ],
  ]);
  const near = Math.abs(off) === 1_800 ? 1 : 0;
  expect(measuredAt(every(off, off + 600)).gauges).toHaveLength(near);
});

it("values of another day or of a longer time aren't said to be of another time zone", () => {
  for (const seconds of [every(86_400 * 3, 86_400 * 3 + 600), every(3_600, 9_000), [4_000]])
    expect(warned(seconds)[0]?.[1]).not.toContain("zone");
  expect(warned([3_000])[0]?.[1]).toBe(
    "No gauge value was measured during the run: the only one is 40m after its end.",
  );
});
