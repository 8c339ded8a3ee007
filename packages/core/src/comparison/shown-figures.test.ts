import { describe, expect, it } from "vitest";
import { FIGURE_IDS } from "../targets/figures.ts";
import { drawEarlier, drawNoise } from "../testing/drawn-runs.ts";
import type { DrawnRun } from "../testing/drawn-runs.ts";
import { reasonOf } from "../testing/reason-of.ts";
import type { RunNoise } from "./resample-run.ts";
import { withShown } from "./shown-figures.ts";
import { compareFamily } from "./statistics.ts";

/** A run whose page shows what a tool that rounds to so many milliseconds reports. */
function rounded(options: DrawnRun, stepMs: number): RunNoise {
  const noise = drawNoise({ ...options, resolutionMicros: stepMs * 1_000 });
  const { figures } = drawEarlier({ ...options, resolutionMicros: stepMs * 1_000 });
  const toStep = (value: number | null) => (value === null ? null : Math.round(value / stepMs) * stepMs);
  const { p50, p90, p95, p99, "p99.9": highest } = figures.latencyMs;
  const latencyMs = {
    p50: toStep(p50),
    p90: toStep(p90),
    p95: toStep(p95),
    p99: toStep(p99),
    "p99.9": toStep(highest),
  };
  return withShown(noise, { ...figures, latencyMs });
}

function compare(before: RunNoise, after: RunNoise, earlier = 8) {
  const runs = Array.from({ length: earlier }, (_, at) =>
    drawEarlier({ seed: 100 + at, medianMicros: 3_400 }),
  );
  const [statistics = []] = compareFamily([
    { before: [before], after: [after], earlier: [runs], veto: null },
  ]);
  return (metric: string) => statistics.find((one) => one.metric === metric);
}

describe("the figures that pages show", () => {
  it("are the two figures of a change, and their quotient is its ratio", () => {
    const [a, b] = [drawNoise({ seed: 1 }), drawNoise({ seed: 2, medianMicros: 23_000 })];
    const shown = { throughput: 50, itemsThroughput: 50, errorRate: 0, errorsAtLeast: true as const };
    const before = withShown(a, {
      ...shown,
      latencyMs: { p50: 20, p90: 40, p95: 45, p99: 66, "p99.9": null },
    });
    const after = withShown(b, {
      ...shown,
      latencyMs: { p50: 23, p90: 44, p95: 54, p99: 72, "p99.9": null },
    });
    const of = compare(before, after);
    expect(of("p50")).toMatchObject({ before: 20, after: 23, ratio: 23 / 20 });
    expect(of("p99")).toMatchObject({ before: 66, after: 72, ratio: 72 / 66 });
    expect(of("p99.9")).toMatchObject({ before: null, ratio: null, interval: null, verdict: "not-tested" });
    expect(of("error-rate")).toMatchObject({ before: null, after: null, verdict: "not-tested" });
  });

  it("move the interval with them, and change neither its width nor the chance by more than the rounding", () => {
    const [a, b] = [drawNoise({ seed: 1 }), drawNoise({ seed: 2, medianMicros: 23_000 })];
    const { figures } = drawEarlier({ seed: 2, medianMicros: 23_000 });
    const p50 = (figures.latencyMs.p50 ?? 0) * 1.004;
    const moved = withShown(b, { ...figures, latencyMs: { ...figures.latencyMs, p50 } });
    const [plain, shown] = [compare(a, b)("p50"), compare(a, moved)("p50")];
    expect(shown?.ratio).toBeCloseTo((plain?.ratio ?? 0) * 1.004, 3);
    expect([shown?.pValue, shown?.smallestDetectable]).toEqual([plain?.pValue, plain?.smallestDetectable]);
    expect(shown?.interval?.low).toBeCloseTo(plain?.interval?.low ?? 0, 9);
    expect(shown?.interval?.high).toBeCloseTo((plain?.interval?.high ?? 0) * 1.004, 3);
  });

  it("have an interval that contains the truth, however coarsely the tool rounds", () => {
    let held = 0;
    let known = 0;
    let moved = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const options = { medianMicros: 3_490, sigma: 0.3 };
      const of = compare(rounded({ seed, ...options }, 1), rounded({ seed: 500 + seed, ...options }, 1), 0);
      for (const metric of FIGURE_IDS) {
        const { interval = null, ratio = null } = of(metric) ?? {};
        if (interval === null || interval.high === null || ratio === null) continue;
        expect(interval.low).toBeLessThanOrEqual(ratio);
        expect(interval.high).toBeGreaterThanOrEqual(ratio);
        known++;
        if (ratio !== 1 && metric === "p50") moved++;
        if (interval.low <= 1 && interval.high >= 1) held++;
      }
    }
    expect(moved).toBeGreaterThan(5);
    expect(held / known).toBeGreaterThan(0.93);
  });

  it("that are equal hide no difference, and show no direction", () => {
    const options = { sigma: 0.3, perSlice: 400 };
    const before = rounded({ seed: 1, ...options, medianMicros: 3_000 }, 1);
    const after = rounded({ seed: 2, ...options, medianMicros: 3_400 }, 1);
    const p50 = compare(before, after)("p50");
    expect(p50).toMatchObject({ before: 3, after: 3, ratio: 1, verdict: "differs" });
    expect(p50 && reasonOf(p50)).toContain("rounded too coarsely");
    expect(p50?.interval?.high).toBeGreaterThan(1.1);
    const same = compare(before, rounded({ seed: 3, ...options, medianMicros: 3_000 }, 1))("p50");
    expect(same).toMatchObject({ before: 3, after: 3, verdict: "no-detectable-change" });
  });
});
