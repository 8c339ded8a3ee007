import { describe, expect, it } from "vitest";
import { dayShown } from "./day-shown.ts";
import type { DayShownInput } from "./day-shown.ts";
import type { DayPoint } from "./reconcile.ts";

/** An hour in minutes at 100 requests a second and 90 ms, except for those given by their place. */
const hour = (other: Record<number, Partial<{ throughput: number; p99: number | null }>> = {}): DayPoint[] =>
  Array.from({ length: 60 }, (_, at) => {
    const { throughput = 100, p99 = 90 } = other[at] ?? {};
    return {
      second: at * 60,
      throughput,
      errorRate: 0,
      p99: p99 === null ? null : { low: p99, high: p99 },
    };
  });
const at = <Of>(places: readonly number[], value: Of) =>
  Object.fromEntries(places.map((one) => [one, value]));
const of = (points: DayPoint[], change: Partial<DayShownInput> = {}) =>
  dayShown({
    points,
    targets: { p99Ms: 200, errorRate: 0.001 },
    pointSeconds: 60,
    holdSeconds: 300,
    seconds: 3_600,
    ...change,
  });

describe("a peak day", () => {
  it("held if its targets were met, or missed for a moment", () => {
    expect(of(hour())).toEqual({ verdict: "held", missedSeconds: 0, unknownSeconds: 0 });
    expect(of(hour(at([3, 40], { p99: 900 })))).toEqual({
      verdict: "held",
      missedSeconds: 120,
      unknownSeconds: 0,
    });
  });

  it("missed its targets if it did for the policy's time, at whatever load", () => {
    const quiet = hour(at([10, 11, 12, 13, 14], { throughput: 5, p99: 900 }));
    expect(of(quiet)).toMatchObject({ verdict: "missed", missedSeconds: 300 });
    expect(of(hour(at([10, 11, 12, 13, 14], { throughput: 900, p99: 900 })))).toMatchObject({
      verdict: "missed",
    });
  });

  it("missed them if it did again and again, however short each time was", () => {
    const flapping = hour(at([2, 10, 20, 30], { p99: 900 }));
    expect(of(flapping)).toMatchObject({ verdict: "missed", missedSeconds: 240 });
  });

  it("isn't known to have held if much of it isn't known, or its busiest minute isn't", () => {
    expect(of(hour().slice(0, 50))).toMatchObject({ verdict: "unknown", unknownSeconds: 600 });
    expect(of(hour({ 30: { throughput: 500, p99: null } }))).toMatchObject({ verdict: "unknown" });
    expect(of(hour(), { targets: { p99Ms: null, errorRate: null } })).toMatchObject({ verdict: "unknown" });
    expect(of([])).toEqual({ verdict: "unknown", missedSeconds: 0, unknownSeconds: 3_600 });
  });

  it("missed its targets even if the rest isn't known", () => {
    expect(of(hour(at([0, 1, 2, 3, 4], { p99: 900 })).slice(0, 10))).toMatchObject({ verdict: "missed" });
  });
});
