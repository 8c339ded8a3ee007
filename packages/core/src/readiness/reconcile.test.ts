import { describe, expect, it } from "vitest";
import { reconcile } from "./reconcile.ts";
import type { DayPoint, ReconcileInput } from "./reconcile.ts";

/** Minutes of a day, each with its throughput and p99. */
const day = (...minutes: [throughput: number, p99: number | null, errorRate?: number][]): DayPoint[] =>
  minutes.map(([throughput, p99, errorRate = 0], at) => ({
    second: at * 60,
    throughput,
    errorRate,
    p99: p99 === null ? null : { low: p99, high: p99 },
  }));
const times = (count: number, throughput: number, p99: number | null, errorRate = 0) =>
  Array.from({ length: count }, (): [number, number | null, number] => [throughput, p99, errorRate]);
const of = (points: DayPoint[], change: Partial<ReconcileInput> = {}) =>
  reconcile({
    proven: 10_000,
    targets: { p99Ms: 200, errorRate: 0.001 },
    points,
    pointSeconds: 60,
    holdSeconds: 300,
    ...change,
  });

describe("a proof against the day it was for", () => {
  it("is confirmed by a day that held more", () => {
    expect(of(day(...times(5, 12_000, 150)))).toEqual({ outcome: "confirmed", held: 12_000, missedAt: null });
  });

  it("is not reached by a day that held, with less load", () => {
    expect(of(day(...times(10, 7_000, 90)))).toEqual({ outcome: "not-reached", held: 7_000, missedAt: null });
  });

  it("was worth less if the day missed its targets under less load, and more than it held", () => {
    const points = day(...times(5, 7_500, 150), ...times(5, 9_000, 400), ...times(5, 8_500, 300));
    expect(of(points)).toEqual({ outcome: "lower", held: 7_500, missedAt: 8_500, factor: 0.75 });
    const failed = day(...times(5, 7_500, 150), ...times(5, 9_000, 150, 0.2));
    expect(of(failed)).toMatchObject({ outcome: "lower", factor: 0.75 });
  });

  it("isn't judged by an outage in a quiet hour, by a blip, or by what lies above it", () => {
    const outage = day(...times(20, 100, 9_000, 0.9), ...times(5, 7_000, 90));
    expect(of(outage)).toEqual({ outcome: "not-reached", held: 7_000, missedAt: null });
    const blip = day(...times(5, 7_000, 90), ...times(2, 9_000, 900), ...times(5, 7_000, 90));
    expect(of(blip)).toEqual({ outcome: "not-reached", held: 7_000, missedAt: null });
    const above = day(...times(5, 9_000, 150), ...times(5, 12_000, 900));
    expect(of(above)).toEqual({ outcome: "not-reached", held: 9_000, missedAt: 12_000 });
  });

  it("is unknown where nothing was held, or nothing is known of what the targets are about", () => {
    expect(of(day(...times(20, 5_000, 900)))).toEqual({ outcome: "unknown" });
    expect(of(day(...times(20, 5_000, null)))).toEqual({ outcome: "unknown" });
    expect(of(day(...times(20, 5_000, 90)), { targets: { p99Ms: null, errorRate: null } })).toEqual({
      outcome: "unknown",
    });
    expect(of(day(...times(4, 12_000, 90)))).toEqual({ outcome: "unknown" });
    expect(of([])).toEqual({ outcome: "unknown" });
  });

  it("neither holds nor misses across a hole, or where a percentile lies on both sides", () => {
    const holed = day(...times(6, 12_000, 90)).filter(({ second }) => second !== 120);
    expect(of(holed)).toEqual({ outcome: "unknown" });
    const wide = day(...times(5, 12_000, 90)).map((point) => ({ ...point, p99: { low: 150, high: 250 } }));
    expect(of(wide)).toEqual({ outcome: "unknown" });
  });
});
