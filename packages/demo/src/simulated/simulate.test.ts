import { describe, expect, it } from "vitest";
import { simulate, warmUp } from "./simulate.ts";
import type { Scenario } from "./simulate.ts";

const scenario: Scenario = {
  seed: 7,
  startMillis: 0,
  seconds: 100,
  operations: [
    { name: "GET /a", share: 0.75, medianMillis: 40, spread: 0.3, errorRate: 0.01 },
    { name: "GET /b", share: 0.25, medianMillis: 80, spread: 0.3, errorRate: 0 },
  ],
  rateAt: () => 50,
  slownessAt: () => 1,
  stall: null,
};

describe("simulating", () => {
  it("gives the same requests for the same seed, and others for another", () => {
    expect([...simulate(scenario)]).toEqual([...simulate(scenario)]);
    expect([...simulate({ ...scenario, seed: 8 })]).not.toEqual([...simulate(scenario)]);
  });

  it("keeps rate, mix, median and errors near what was asked for", () => {
    const requests = [...simulate(scenario)];
    expect(Math.abs(requests.length - 5_000)).toBeLessThan(150);
    const first = requests.filter(({ operation }) => operation.name === "GET /a");
    expect(first.length / requests.length).toBeCloseTo(0.75, 1);
    const sorted = first.map(({ latencyMillis }) => latencyMillis).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)] ?? 0).toBeCloseTo(40, -1);
    expect(first.filter(({ failed }) => failed).length / first.length).toBeCloseTo(0.01, 1);
  });

  it("lets what is asked in a stall wait for its end", () => {
    const stalled = [...simulate({ ...scenario, stall: { fromSecond: 50, seconds: 3 } })];
    const within = stalled.filter(({ startMillis }) => startMillis >= 50_000 && startMillis < 53_000);
    expect(within.every(({ startMillis, latencyMillis }) => startMillis + latencyMillis >= 53_000)).toBe(
      true,
    );
    expect(within.length).toBeGreaterThan(100);
  });

  it("sends no more while all threads wait", () => {
    const stalled = [...simulate({ ...scenario, stall: { fromSecond: 50, seconds: 30, threads: 20 } })];
    const within = stalled.filter(({ startMillis }) => startMillis >= 50_000 && startMillis < 80_000);
    expect(within).toHaveLength(20);
    expect(within.every(({ startMillis }) => startMillis < 51_000)).toBe(true);
  });

  it("warms up", () => {
    expect(warmUp(0, 3, 10)).toBe(3);
    expect(warmUp(60, 3, 10)).toBeCloseTo(1, 1);
  });
});
