import { describe, expect, it } from "vitest";
import { emptyCell, mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";
import { cellOf, p99, SECONDS, sharesOf } from "../testing/drawn-run.ts";
import type { Drawn } from "../testing/drawn-run.ts";
import { cell, figures, verdictOf } from "../testing/judged.ts";

describe("a target exactly at the true figure", () => {
  it.each([
    ["p99 of 990 requests", `p99 <= ${p99(0.5).toFixed(4)} ms`, { requests: 990, sigma: 0.5 }],
    ["p99 of 1,080 requests", `p99 <= ${p99(0.5).toFixed(4)} ms`, { requests: 1_080, sigma: 0.5 }],
    ["p99 of 3,000 requests", `p99 <= ${p99(1).toFixed(4)} ms`, { requests: 3_000, sigma: 1 }],
    ["the median", "p50 <= 20 ms", { requests: 3_000, sigma: 1 }],
    ["the error rate", "error rate <= 1%", { requests: 3_000, sigma: 0.5, errorRate: 0.01 }],
    ["errors in bursts", "error rate <= 2%", { requests: 1_500, sigma: 0.5, errorRate: 0.02, burst: 5 }],
    [
      "the median of a run that depends on its past",
      "p50 <= 20 ms",
      { requests: 3_000, sigma: 0.5, correlation: 0.8, swing: 0.2 },
    ],
  ] satisfies [string, string, Drawn][])("is met in at most one of ten runs: %s", (_, text, law) => {
    // 10% of sixty runs is known to eight points.
    expect(sharesOf(text, law).met).toBeLessThanOrEqual(0.18);
  });

  it("would often be met by chance if a run's dependence on its past didn't count", () => {
    const law = { requests: 3_000, sigma: 0.5, correlation: 0.9, swing: 0.3 };
    expect(sharesOf("p50 <= 20 ms", law, { slices: false }).met).toBeGreaterThan(0.25);
    expect(sharesOf("p50 <= 20 ms", law).met).toBeLessThanOrEqual(0.18);
  });
});

it("three times as many errors as allowed are a miss, even if all of them came at once", () => {
  const burst = { requests: 6_000, sigma: 0.5, errorRate: 0.05, burst: 50 };
  expect(sharesOf("error rate <= 0.5%", burst).missed).toBeGreaterThan(0.9);
  expect(sharesOf("error rate <= 5%", burst).missed).toBeLessThanOrEqual(0.1);
});

it("a service that is 10% beyond its target is hardly ever met, however noisy its figure", () => {
  for (const requests of [480, 990]) {
    const { met } = sharesOf(`p99 <= ${(p99(1) / 1.1).toFixed(4)} ms`, { requests, sigma: 1 });
    expect(met).toBeLessThanOrEqual(0.02);
  }
  expect(
    sharesOf("error rate <= 0.5%", { requests: 3_000, sigma: 0.5, errorRate: 0.01 }).met,
  ).toBeLessThanOrEqual(0.02);
});

it("a run of normal size settles what isn't close", () => {
  const law = { requests: 6_000, sigma: 0.5 };
  expect(sharesOf(`p99 <= ${(p99(0.5) / 0.85).toFixed(4)} ms`, law).met).toBeGreaterThan(0.9);
  expect(sharesOf(`p99 <= ${(p99(0.5) / 1.15).toFixed(4)} ms`, law).missed).toBeGreaterThan(0.9);
});

describe("what chance may do", () => {
  it("keeps an error rate from being met below what no errors can show", () => {
    const verdict = verdictOf("error rate <= 0.1%", cell({ 20: 1_003 }));
    expect(verdict).toMatchObject({
      verdict: "unsure",
      value: 0,
      interval: { low: 0, high: expect.closeTo(0.229, 3) },
      confidence: 0.9,
    });
    expect(verdict.reason).toBe(
      "Error rate is 0%, 0.1 percentage points below the target of 0.1%. By chance, the true figure may be as high as 0.23% (90% confidence). About 2,400 requests (3m 50s at this rate) would settle it. No errors in 1,003 requests: the true rate is below 0.30% with 95% confidence.",
    );
    expect(verdictOf("error rate <= 0.1%", cell({ 20: 2_400 })).verdict).toBe("met");
  });

  it("is said with the requests that would settle it", () => {
    const close = cell({ 20: 2_965, 60: 13, 300: 22 });
    expect(verdictOf("p99 <= 200 ms", close).reason).toBe(
      "p99 is 60.2 ms, 140 ms below the target of 200 ms. By chance, the true figure may be as high as 300 ms (99% confidence). About 7,400 requests (4m 10s at this rate) would settle it.",
    );
    const timeless = verdictOf("p99 <= 200 ms", close, { figures: figures(close, {}, 0) });
    expect(timeless.reason).toContain("(99% confidence). About 7,400 requests would settle it.");
    expect(timeless.doubt).toEqual({ code: "chance", requests: 7_400, seconds: null });
    expect(verdictOf("p99 <= 200 ms", cell({ 20: 29_699, 300: 301 })).reason).toContain(
      "It is too close to the target for a run of reasonable length to settle it.",
    );
  });

  it("counts with the confidence that is asked for", () => {
    const close = cell({ 20: 2_983, 300: 17 });
    expect(verdictOf("p99 <= 200 ms", close, { confidence: 0.9 }).verdict).toBe("met");
    expect(verdictOf("p99 <= 200 ms", close, { confidence: 0.99 }).verdict).toBe("unsure");
  });

  it("is left aside where the target says so, and the reason says that", () => {
    const verdict = verdictOf("p99 <= 200 ms as measured", cell({ 20: 990, 300: 9 }));
    expect(verdict).toMatchObject({ verdict: "met", text: "p99 <= 200 ms as measured" });
    expect(verdict.reason).toBe(
      "p99 is 20.1 ms, 180 ms below the target of 200 ms. Judged as measured, leaving chance aside.",
    );
    expect(verdictOf("p99 <= 200 ms", cell({ 20: 990, 300: 9 })).verdict).toBe("unsure");
  });

  it("never puts a percentile that meets its target above it, however much requests depend on each other", () => {
    for (const slowSeconds of [6, 12, 24, 48]) {
      // Of all requests, just less than 5%.
      const slow = Math.floor((0.049 * SECONDS * 1_000) / slowSeconds);
      const slices = Array.from({ length: SECONDS }, (_, second) =>
        cell(second < SECONDS - slowSeconds ? { 20: 1_000 } : { 20: 1_000 - slow, 3_000: slow }),
      );
      const all = mergeAllCells(slices);
      const own = { ...figures(all, {}, SECONDS), slices };
      const { verdict, value, interval } = verdictOf("p95 <= 600 ms", all, { figures: own });
      expect([slowSeconds, verdict]).not.toEqual([slowSeconds, "missed"]);
      expect(interval?.low).toBeLessThanOrEqual(value ?? 0);
    }
  });

  it("has a part in a throughput as far as its slices are uneven", () => {
    const evenly = (counts: number[]) => counts.map((count) => cell({ 20: count }));
    const judged = (counts: number[]) => {
      const slices = evenly(counts);
      const all = mergeAllCells(slices);
      const target = (0.99 * all.requests) / counts.length;
      return verdictOf(`throughput >= ${target.toFixed(3)}/s`, all, {
        figures: { ...figures(all, {}, counts.length), slices },
      });
    };
    expect(judged(Array.from({ length: 60 }, () => 100))).toMatchObject({
      verdict: "met",
      interval: { low: 100, high: 100 },
    });
    const random = seededRandom(3);
    const uneven = judged(Array.from({ length: 60 }, () => 60 + Math.round(84 * random())));
    expect(uneven.verdict).toBe("unsure");
    expect(uneven.reason).toMatch(
      /^Throughput is \S+ req\/s, .* By chance, the true figure may be as low as \S+ req\/s \(90% confidence\)\. /,
    );
  });

  it("can't make a throughput higher than the highest of all slices, however much a load that rises scatters", () => {
    const slices = Array.from({ length: 60 }, (_, at): Cell => ({
      ...emptyCell(),
      requests: 150 * (at + 1),
    }));
    const all = mergeAllCells(slices);
    const own = { ...figures(all, {}, 60), slices };
    const { interval, value } = verdictOf("throughput >= 9000/s", all, { figures: own });
    expect(value).toBe(4_575);
    expect(interval?.high).toBeGreaterThanOrEqual(4_575);
    expect(interval?.high).toBeLessThanOrEqual(9_000);
  });

  it("has none in what a tool quotes, nor in a gauge", () => {
    const quoted: Cell = {
      ...cell({ 20: 5_000 }),
      distribution: { kind: "quoted", micros: { p99: 199_000 } },
    };
    expect(verdictOf("p99 <= 200 ms", quoted)).toMatchObject({ verdict: "met", interval: null });
    const gauge = () => ({ unit: "%", mean: 79.9, min: 10, max: 80 });
    expect(verdictOf("mean cpu <= 80%", cell({ 20: 10 }), { gauge })).toMatchObject({
      verdict: "met",
      interval: null,
    });
  });

  it("applies to a tool's own buckets, whose counts it knows", () => {
    const buckets = (above: number): Cell => ({
      ...cell({ 20: 3_000 }),
      maxMicros: 300_000,
      distribution: {
        kind: "buckets",
        upperBoundsMicros: [200_000, 400_000],
        counts: [3_000 - above, above, 0],
      },
    });
    expect(verdictOf("p99 <= 200 ms", buckets(29)).verdict).toBe("unsure");
    expect(verdictOf("p99 <= 200 ms", buckets(15)).verdict).toBe("met");
  });
});

describe("the throughput of a run with an outage", () => {
  /** 55 requests a second for 120 s, none from `from` to `to`. */
  const withOutage = (from: number, to: number) => {
    const random = seededRandom(5);
    const slices = Array.from({ length: SECONDS }, (_, at): Cell | null => {
      if (at >= from && at < to) return null;
      const all = new Sketch();
      for (let request = 0; request < 45 + 20 * random(); request++) all.add(20_000);
      return cellOf(all, 0);
    });
    const all = mergeAllCells(slices.flatMap((slice) => slice ?? []));
    const own = { ...figures(all, {}, SECONDS), slices };
    return (text: string) => verdictOf(text, all, { figures: own });
  };

  it.each([
    [40, 52],
    [40, 64],
    [60, 120],
  ])("from %i s to %i s is at most what it is otherwise", (from, to) => {
    const judged = withOutage(from, to);
    expect(judged("throughput >= 58/s").verdict).toBe("missed");
    const { interval, value } = judged("throughput >= 45/s");
    expect(interval?.high).toBeLessThan(57);
    expect(interval?.high).toBeGreaterThan(value ?? NaN);
  });

  it("is not one where slices have few requests", () => {
    const slices = Array.from({ length: SECONDS }, (_, at) => {
      const all = new Sketch();
      for (let request = 0; request < at % 3; request++) all.add(20_000);
      return all.count === 0 ? null : cellOf(all, 0);
    });
    const all = mergeAllCells(slices.flatMap((slice) => slice ?? []));
    const own = { ...figures(all, {}, SECONDS), slices };
    const { interval } = verdictOf("throughput >= 1/s", all, { figures: own });
    expect(interval?.high).toBeLessThan(1.3);
  });
});
