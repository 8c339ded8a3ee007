import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import { busy, cell, figures, verdictOf, window } from "../testing/judged.ts";

describe("a target relative to the baseline", () => {
  const slower = figures(cell({ 20: 5_000, 30: 5_000 }), { "GET /a": cell({ 50: 5_000 }) });

  it("is worked out in the baseline's figures", () => {
    expect(verdictOf("p50 <= baseline + 10%", busy, { baseline: slower })).toMatchObject({
      verdict: "met",
      threshold: expect.closeTo(22, 0),
      unit: "ms",
    });
    expect(verdictOf("p90 <= baseline - 50%", busy, { baseline: slower })).toMatchObject({
      verdict: "missed",
    });
    expect(verdictOf("throughput >= baseline", busy, { baseline: slower })).toMatchObject({
      verdict: "met",
      threshold: 100,
      unit: "/s",
      margin: 0,
    });
  });

  it("is unsure when either figure's bound reaches over", () => {
    expect(
      verdictOf("p50 <= baseline", cell({ 20: 4_000, 30: 6_000 }), {
        baseline: figures(cell({ 20: 6_000, 30: 4_000 })),
      }).verdict,
    ).toBe("missed");
    // Half of either run is at 20 ms and half at 30: which side its median is on is chance.
    expect(verdictOf("p50 <= baseline", cell({ 20: 5_000, 30: 5_010 }), { baseline: slower }).verdict).toBe(
      "unsure",
    );
    const same = cell({ 19: 100, 20: 5_000, 30: 5_000 });
    const alike = figures(cell({ 19: 200, 20: 5_000, 30: 5_000 }));
    expect(verdictOf("p25 <= baseline", same, { baseline: alike })).toMatchObject({ verdict: "unsure" });
  });

  it("waits for a baseline, and is unsure with one that has no such label", () => {
    expect(verdictOf("p99 <= baseline + 10%", busy)).toMatchObject({
      verdict: "no-baseline",
      reason: "No baseline yet. The target applies once the experiment has one.",
      threshold: 110,
      unit: "% of baseline",
      value: null,
    });
    const receiving = verdictOf("p99 <= baseline + 10%", busy, { baseline: "receiving" });
    expect(receiving).toMatchObject({ verdict: "unsure", value: null });
    expect(receiving.reason).toContain("in progress again");
    const input = { baseline: slower, figures: figures(busy, { "GET /b": busy }) };
    expect(verdictOf('p99 of "GET /b" <= baseline', busy, input).reason).toContain("In the baseline");
  });
});

describe("gauges, loads and ramps", () => {
  const cpu = {
    gauge: (name: string) => (name === "cpu" ? { unit: "%", mean: 60, min: 20, max: 92 } : null),
  };

  it("judges a gauge, and is unsure without it or in another unit", () => {
    expect(verdictOf("max cpu <= 80%", busy, cpu)).toMatchObject({
      verdict: "missed",
      value: 92,
      unit: "%",
    });
    expect(verdictOf("mean cpu <= 80", busy, cpu)).toMatchObject({ verdict: "met", value: 60 });
    expect(verdictOf("max lag <= 80", busy, cpu)).toMatchObject({ verdict: "unsure", value: null });
    expect(verdictOf("max cpu <= 80 cores", busy, cpu).verdict).toBe("unsure");
  });

  it("judges a target under a load by the figures of that load", () => {
    const at600 = { ...figures(cell({ 700: 5_000 })), window: { ...window, kind: "whole" as const } };
    const input = {
      atUsers: (users: number) => (users === 600 ? at600 : null),
      ramp: { code: "throughput-trend", change: 1.6 } as const,
    };
    expect(verdictOf("p95 <= 1 s at 600 users", busy, input)).toMatchObject({
      verdict: "met",
      value: 0.7,
      window: { kind: "whole" },
    });
    expect(verdictOf("p95 <= 1 s at 900 users", busy, input)).toMatchObject({
      verdict: "unsure",
      window: null,
    });
  });

  it("compares a figure under a load with the baseline's under the same load", () => {
    const under = (millis: number) => () => figures(cell({ [millis]: 5_000 }));
    const baseline = figures(cell({ 100: 5_000 }));
    const input = { atUsers: under(700), baseline, baselineAtUsers: under(690) };
    expect(verdictOf("p95 <= baseline + 10% at 600 users", busy, input)).toMatchObject({ verdict: "met" });
    const without = verdictOf("p95 <= baseline + 10% at 600 users", busy, { atUsers: under(700), baseline });
    expect(without.verdict).toBe("unsure");
    expect(without.reason).toMatch(/^In the baseline: .*600 users/);
  });

  it("is unsure of a share of requests that were not counted", () => {
    const uncounted = { ...figures(emptyCell()), absent: ["requests" as const] };
    expect(verdictOf("error rate <= 1%", busy, { figures: uncounted })).toMatchObject({
      verdict: "unsure",
      value: null,
    });
  });

  it("is unsure on a ramp without a load", () => {
    for (const text of ["p99 <= 200 ms", "p99 <= 5 ms", "throughput >= 1/s", "error rate <= 1%"]) {
      const verdict = verdictOf(text, busy, { ramp: { code: "throughput-trend", change: 1.6 } });
      expect(verdict).toMatchObject({ verdict: "unsure", value: expect.any(Number) });
      expect(verdict.reason).toContain("(throughput rises by 160% of its mean)");
    }
  });
});
