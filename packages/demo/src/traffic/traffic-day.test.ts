import { DAY_SECONDS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { SCENARIOS } from "./scenarios.ts";
import { BOUNDS, TrafficCounters } from "./traffic-counters.ts";
import { STEP_SECONDS, TrafficDay } from "./traffic-day.ts";

const STEPS = DAY_SECONDS / STEP_SECONDS;

function dayOf(name: string, seed = 1): TrafficDay {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return new TrafficDay(scenario, seed);
}

/** What its processes count in a stretch around the peak. */
function around(day: TrafficDay, seconds: number) {
  const counters = new TrafficCounters(day, "test");
  const first = (day.peakSecond - seconds / 2) / STEP_SECONDS;
  for (let step = 0; step < seconds / STEP_SECONDS; step++) counters.advance(first + step);
  const totals = counters.totals();
  const requests = totals.reduce((sum, one) => sum + one.requests, 0);
  const samples = counters.samples(0);
  const gaugeOf = (name: string) =>
    samples.filter(({ labels }) => labels[0]?.[1] === name).map(({ value }) => value);
  const seconds_ = gaugeOf("http_server_request_duration_seconds_sum");
  const meanMillis = (seconds_.reduce((sum, value) => sum + value, 0) / requests) * 1_000;
  const shareOf = (label: string) => (totals.find((one) => one.label === label)?.requests ?? 0) / requests;
  return { counters, totals, requests, meanMillis, shareOf, gaugeOf };
}

describe("Green Saturday", () => {
  const day = dayOf("green-saturday");

  it("has 100,000 requests in its busiest minute, at 80 ms, and about three times a usual Saturday", () => {
    const { requests, meanMillis } = around(day, 60);
    expect(Math.abs(requests / 100_000 - 1)).toBeLessThan(0.01);
    expect(Math.abs(meanMillis / 80 - 1)).toBeLessThan(0.02);
    const usual = around(dayOf("usual-day"), 60).requests;
    expect(requests / usual).toBeCloseTo(3, 0);
  });

  it("has 53% of its requests in the Discovery API, 9% of those from its cache, and 20% in location", () => {
    const { shareOf, gaugeOf } = around(day, 3_600);
    expect(shareOf("GET /discovery")).toBeCloseTo(0.53, 2);
    expect(shareOf("GET /location")).toBeCloseTo(0.2, 2);
    for (const share of gaugeOf("discovery_cache_hit_ratio")) expect(share).toBeCloseTo(0.09, 2);
    for (const share of around(dayOf("usual-day"), 3_600).gaugeOf("discovery_cache_hit_ratio"))
      expect(share).toBeCloseTo(0.055, 2);
    const counters = new TrafficCounters(day, "test");
    counters.advance((4.5 * 3_600) / STEP_SECONDS);
    const idle = counters.samples(0).find(({ labels }) => labels[0]?.[1] === "discovery_cache_hit_ratio");
    expect(idle?.value).toBeLessThan(0.065);
  });
});

describe("Black Friday", () => {
  it("has 35.29 million requests in its busiest hour, with a p99 of 91 ms", () => {
    const { counters, requests } = around(dayOf("black-friday"), 3_600);
    expect(Math.abs(requests / 35_290_000 - 1)).toBeLessThan(0.001);
    let below = 0;
    const counts = counters.bucketCounts();
    const at = counts.findIndex((count) => (below += count) >= requests * 0.99);
    expect([BOUNDS[at - 1], BOUNDS[at]]).toEqual([0.075, 0.1]);
  });
});

describe.each(SCENARIOS)("$name", ({ name, operations, shape }) => {
  it("has shares that add up, a shape of a whole day, and a few errors", () => {
    expect(operations.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect([shape[0]?.[0], shape.at(-1)?.[0]]).toEqual([0, 24]);
    const { totals, requests } = around(dayOf(name), 3_600);
    const errors = totals.reduce((sum, one) => sum + one.errors, 0);
    expect(errors).toBeGreaterThan(0);
    expect(errors / requests).toBeLessThan(0.001);
  });

  it("is the same for the same seed, whatever stretch is replayed, and differs for another", () => {
    const of = (seed: number, steps: readonly number[]) => {
      const counters = new TrafficCounters(dayOf(name, seed), "test");
      for (const step of steps) counters.advance(step);
      return counters.samples(0).map(({ value }) => value);
    };
    expect(of(3, [100, 101])).toEqual(of(3, [100, 101]));
    expect(of(4, [100, 101])).not.toEqual(of(3, [100, 101]));
    const before = of(3, [100]);
    const between = of(3, [100, 101]).map((value, at) => value - (before[at] ?? 0));
    const alone = of(3, [101]);
    // The last series of each process are gauges.
    for (const at of [0, 7, 14]) expect(between[at]).toBeCloseTo(alone[at] ?? NaN, 6);
  });

  it("has traffic at every time of the day, and most of it at the peak", () => {
    const day = dayOf(name);
    const loads = Array.from({ length: STEPS }, (_, step) => day.loadIn(step));
    expect(Math.min(...loads)).toBeGreaterThan(0.05);
    expect(Math.max(...loads)).toBeLessThan(1.06);
  });

  it("has series as Prometheus sends them: sorted by name, marked, each once, and never falling", () => {
    const counters = new TrafficCounters(dayOf(name), "test");
    const before = counters.samples(0).filter(({ labels }) => labels[0]?.[1].startsWith("http_"));
    counters.advance(2_000);
    const after = counters.samples(15_000).filter(({ labels }) => labels[0]?.[1].startsWith("http_"));
    expect(before.every(({ value }) => value === 0)).toBe(true);
    expect(after.every(({ value }, at) => value >= (before[at]?.value ?? NaN))).toBe(true);
    for (const { labels } of after) {
      const names = labels.map(([own]) => own);
      expect(names).toEqual(names.toSorted());
      expect(new Map(labels).get("headroom_simulated")).toBe("true");
    }
    expect(new Set(after.map(({ labels }) => JSON.stringify(labels))).size).toBe(after.length);
  });
});
