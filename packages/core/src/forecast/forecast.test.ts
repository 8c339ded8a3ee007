import { describe, expect, it } from "vitest";
import { DAY_MILLIS, HOUR_SECONDS } from "../time.ts";
import { forecastDay } from "./forecast.ts";
import type { ExpectedPoint } from "./forecast.ts";
import { responseOf } from "./tested-loads.ts";
import type { TestedLoad } from "./tested-loads.ts";

const test = (
  day: number,
  load: number,
  rest: { errors?: number | null; p99?: number } = {},
): TestedLoad => ({
  ranAt: day * DAY_MILLIS,
  load,
  errorRate: rest.errors === undefined ? 0 : rest.errors,
  p99Ms: rest.p99 === undefined ? null : { low: rest.p99, high: rest.p99 },
});
const errorsAt = (tests: readonly TestedLoad[], load: number) => responseOf(tests, "errorRate")?.at(load);

describe("what tests say about a load", () => {
  const ramp = [test(1, 1_000, { errors: 0.001 }), test(1, 2_000, { errors: 0.004 })];

  it("lies between the tests below and above it", () => {
    expect(errorsAt(ramp, 1_500)).toEqual({ low: 0.001, high: 0.004 });
    expect(errorsAt(ramp, 2_000)).toEqual({ low: 0.001, high: 0.004 });
  });

  it("is at most what the lowest test saw, below it", () => {
    expect(errorsAt(ramp, 10)).toEqual({ low: 0, high: 0.001 });
  });

  it("is nothing above everything that was tested, or without tests", () => {
    expect(errorsAt(ramp, 2_001)).toBeNull();
    expect(responseOf([], "errorRate")).toBeNull();
    expect(responseOf([test(1, 1_000, { errors: null })], "errorRate")).toBeNull();
  });

  it("forgets a failure that was fixed, and a success that a later test contradicts", () => {
    const failed = test(1, 1_000, { errors: 0.2 });
    expect(errorsAt([failed, test(2, 1_200, { errors: 0.001 })], 900)).toEqual({ low: 0, high: 0.001 });
    expect(errorsAt([failed, test(2, 500, { errors: 0.001 })], 900)).toEqual({ low: 0.001, high: 0.2 });
    const fine = test(1, 1_000, { errors: 0.001 });
    expect(errorsAt([fine, test(2, 800, { errors: 0.3 })], 900)).toBeNull();
    expect(errorsAt([fine, test(2, 1_200, { errors: 0.3 })], 900)).toEqual({ low: 0, high: 0.001 });
  });
});

describe("a forecast", () => {
  const hours = (loads: readonly number[]): ExpectedPoint[] =>
    loads.map((load, at) => ({ second: at * HOUR_SECONDS, low: load, high: load * 1.2 }));
  const tests = [
    [
      test(1, 1_000, { errors: 0, p99: 80 }),
      test(1, 2_000, { errors: 0.001, p99: 150 }),
      test(1, 3_000, { errors: 0.01, p99: 400 }),
    ],
  ];
  const of = (loads: readonly number[], change: object = {}) =>
    forecastDay({
      points: hours(loads),
      pointSeconds: 3_600,
      tests,
      targets: { p99Ms: 200, errorRate: 0.001 },
      ...change,
    });

  it("counts the requests that fail beside those that may", () => {
    const found = of([500, 1_500, 2_400]);
    expect(found.requests).toEqual({
      low: 4_400 * HOUR_SECONDS,
      high: expect.closeTo(5_280 * HOUR_SECONDS, 3),
    });
    // 1,500 to 1,800 lies between the first two tests, 2,400 to 2,880 between the last two.
    expect(found.failed?.low).toBeCloseTo(2_400 * HOUR_SECONDS * 0.001, 3);
    expect(found.failed?.high).toBeCloseTo(HOUR_SECONDS * (1_800 * 0.001 + 2_880 * 0.01), 3);
    expect(found.allowed?.low).toBeCloseTo(4_400 * 3.6, 3);
    expect(found).toMatchObject({ testedUpTo: 3_000, secondsUntested: { low: 0, high: 0 } });
  });

  it("says where p99 lies at the peak, and for how long it is above its target", () => {
    expect(of([500, 2_400])).toMatchObject({
      p99AtPeakMs: { low: 150, high: 400 },
      secondsOverP99: { low: 0, high: 3_600 },
    });
    const slow = of([500, 2_400], { targets: { p99Ms: 100, errorRate: null } });
    expect(slow).toMatchObject({ secondsOverP99: { low: 3_600, high: 3_600 }, allowed: null });
  });

  it("forecasts nothing under load that wasn't tested, and says for how long", () => {
    const found = of([500, 2_600, 3_100]);
    expect(found.secondsUntested).toEqual({ low: 3_600, high: 7_200 });
    expect(found.p99AtPeakMs).toBeNull();
    expect(found.failed).toEqual({ low: 0, high: 0 });
  });

  it("is as bad as the worst experiment, and as far as all of them go", () => {
    const other = [test(1, 2_500, { errors: 0.05, p99: 90 })];
    const found = of([1_500], { tests: [...tests, other] });
    expect(found.failed?.high).toBeCloseTo(1_800 * HOUR_SECONDS * 0.05, 3);
    expect(found).toMatchObject({ p99AtPeakMs: { low: 80, high: 150 }, testedUpTo: 2_500 });
  });

  it("is silent on what no test says anything about", () => {
    const blind = [[test(1, 5_000, { errors: null, p99: 100 })]];
    expect(of([500], { tests: blind })).toMatchObject({ failed: null, p99AtPeakMs: { low: 0, high: 100 } });
    expect(of([500], { tests: [] })).toMatchObject({
      failed: null,
      p99AtPeakMs: null,
      secondsOverP99: null,
      testedUpTo: null,
      secondsUntested: { low: 3_600, high: 3_600 },
    });
  });
});
