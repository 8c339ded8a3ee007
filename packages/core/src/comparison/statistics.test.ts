import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FigureId } from "../targets/figures.ts";
import { reasonOf } from "../testing/reason-of.ts";
import type { ChangeReason } from "./change-sentences.ts";
import type { EarlierRun } from "./sides.ts";
import { compareFamily } from "./statistics.ts";
import type { MetricStatistic } from "./statistics.ts";
import { drawEarlier, drawNoise } from "../testing/drawn-runs.ts";
import type { RunNoise } from "./resample-run.ts";

function compare(
  before: RunNoise | readonly RunNoise[],
  after: RunNoise | readonly RunNoise[],
  {
    earlier = [],
    ...options
  }: {
    earlier?: EarlierRun[];
    veto?: ChangeReason;
    liveTraffic?: boolean;
    loadOfPlan?: boolean;
  } = {},
): Record<FigureId, MetricStatistic> {
  const sides = {
    before: [before].flat(),
    after: [after].flat(),
    earlier: [earlier],
    veto: null,
    ...options,
  };
  const [statistics = []] = compareFamily([sides]);
  return Object.fromEntries(statistics.map((one) => [one.metric, one])) as Record<FigureId, MetricStatistic>;
}

const plain = drawNoise({ seed: 1 });
const same = drawNoise({ seed: 2 });
const slower = drawNoise({ seed: 3, medianMicros: 26_000 });
const history = (count: number) => Array.from({ length: count }, (_, at) => drawEarlier({ seed: 100 + at }));

describe("a pair of live traffic", () => {
  const live = (count: number) => compare(plain, slower, { earlier: history(count), liveTraffic: true });

  it("isn't tested until it is known how much such runs vary", () => {
    for (const count of [0, 2]) {
      expect(live(count).p50).toMatchObject({
        verdict: "not-tested",
        interval: null,
        smallestDetectable: null,
      });
      expect(reasonOf(live(count).p50)).toContain("Live traffic changes with the hour");
      expect(live(count).p50.ratio).toBeCloseTo(1.3, 1);
    }
    expect(live(7).p50.verdict).toBe("regressed");
    const restless = [14_000, 20_000, 27_000].map((medianMicros, at) =>
      drawEarlier({ seed: 600 + at, medianMicros }),
    );
    const p50Of = (liveTraffic: boolean) => compare(plain, slower, { earlier: restless, liveTraffic }).p50;
    expect([p50Of(false).verdict, p50Of(true).verdict]).toEqual(["differs", "no-detectable-change"]);
  });

  it("isn't called unchanged for some equal figures either", () => {
    const verdicts = Object.values(compare(plain, plain, { liveTraffic: true })).map(
      ({ verdict }) => verdict,
    );
    expect(new Set(verdicts)).toEqual(new Set(["not-tested"]));
  });

  it("never has a verdict on its throughput, which users sent", () => {
    const half = drawNoise({ seed: 4, perSlice: 25 });
    const { throughput, items } = compare(plain, half, { earlier: history(9), liveTraffic: true });
    expect([throughput.verdict, items.verdict]).toEqual(["not-tested", "not-tested"]);
    expect(reasonOf(throughput)).toBe("Users sent this load, so a difference isn't one of the service.");
    expect(throughput).toMatchObject({ ratio: 0.5, interval: null });
    expect(compare(plain, half, { earlier: history(9) }).throughput.verdict).not.toBe("not-tested");
  });
});

it("has no verdict on a throughput that the plan set, and one on everything else", () => {
  const fewer = drawNoise({ seed: 4, perSlice: 40, medianMicros: 26_000 });
  const { throughput, items, p50 } = compare(plain, fewer, { earlier: history(9), loadOfPlan: true });
  expect([throughput.verdict, items.verdict, p50.verdict]).toEqual(["not-tested", "not-tested", "regressed"]);
  expect(reasonOf(throughput)).toBe("The load is open, so the plan set this, not the service.");
});

describe("the verdict on a figure", () => {
  it("is no detectable change for a run compared with itself, at a ratio of exactly 1", () => {
    for (const one of Object.values(compare(plain, plain, { earlier: history(5) }))) {
      expect(one.verdict).toBe(one.metric === "p99.9" ? "not-tested" : "no-detectable-change");
      if (one.metric !== "error-rate") expect(one.ratio).toBe(1);
    }
  });

  it("is no detectable change for two runs of one system", () => {
    const verdicts = Object.values(compare(plain, same, { earlier: history(5) })).map(
      ({ verdict }) => verdict,
    );
    expect(new Set(verdicts)).toEqual(new Set(["no-detectable-change", "not-tested"]));
  });

  it("is at most a difference while fewer than three earlier runs show how runs scatter", () => {
    for (const count of [0, 1, 2]) {
      const { p50 } = compare(plain, slower, { earlier: history(count) });
      expect(p50.verdict).toBe("differs");
      expect(p50.runsToSettle).toBeGreaterThanOrEqual(2);
      expect(p50.noise?.between).toBeNull();
    }
    expect(compare(plain, slower, { earlier: history(5) }).p50).toMatchObject({
      verdict: "regressed",
      runsToSettle: null,
    });
  });

  it("finds 30% with three earlier runs", () => {
    for (const seed of [0, 10, 20]) {
      const earlier = [1, 2, 3].map((at) => drawEarlier({ seed: 400 + seed + at }));
      const { p50, p99 } = compare(
        drawNoise({ seed: 500 + seed }),
        drawNoise({ seed: 501 + seed, medianMicros: 26_000 }),
        { earlier },
      );
      expect([p50.verdict, p99.verdict]).toEqual(["regressed", "regressed"]);
    }
  });

  it("stays a difference while fewer than seven earlier runs show how much runs vary", () => {
    const earlier = [19_000, 20_000, 21_500].map((medianMicros, at) =>
      drawEarlier({ seed: 600 + at, medianMicros }),
    );
    const { p50 } = compare(plain, slower, { earlier });
    expect(p50).toMatchObject({ verdict: "differs", noise: { earlierRuns: 3 } });
    expect(reasonOf(p50)).toBe(
      "The difference exceeds the noise within these runs, but only 3 earlier runs show how much such runs vary. Seven or more earlier runs would settle it.",
    );
    const restless = [14_000, 20_000, 27_000].map((medianMicros, at) =>
      drawEarlier({ seed: 600 + at, medianMicros }),
    );
    expect(compare(plain, slower, { earlier: restless }).p50.verdict).toBe("differs");
    expect(compare(plain, same, { earlier: restless }).p50.verdict).toBe("no-detectable-change");
    const slow = drawEarlier({ seed: 620, medianMicros: 32_000 });
    expect(compare(plain, slower, { earlier: history(3).with(1, slow) }).p50.verdict).toBe("differs");
    const many = [0, 1, 2].flatMap((round) =>
      [19_000, 20_000, 21_500, 17_000].map((medianMicros, at) =>
        drawEarlier({ seed: 610 + 10 * round + at, medianMicros }),
      ),
    );
    expect(compare(plain, drawNoise({ seed: 3, medianMicros: 22_500 }), { earlier: many }).p50.verdict).toBe(
      "no-detectable-change",
    );
  });

  it("is confirmed by runs in between, which never hide one", () => {
    const between = (count: number, medianMicros: number) =>
      Array.from({ length: count }, (_, at) => drawEarlier({ seed: 700 + at, medianMicros }));
    const verdictWith = (...runs: EarlierRun[]) => {
      const sides = { before: [plain], after: [slower], earlier: [[]], between: [runs], veto: null };
      return compareFamily([sides])[0]?.find(({ metric }) => metric === "p50")?.verdict;
    };
    expect(verdictWith(...between(8, 20_000))).toBe("regressed");
    expect(verdictWith(...between(8, 20_000), ...between(2, 26_000))).toBe("regressed");
    expect(verdictWith(...between(9, 26_000))).toBe("regressed");
    expect(verdictWith(...between(5, 20_000))).toBe("differs");
    const restless = [14_000, 27_000, 19_000, 34_000, 22_000, 15_000, 30_000, 17_000];
    expect(verdictWith(...restless.flatMap((medianMicros) => between(1, medianMicros)))).toBe("differs");
  });

  it("tests items only where they aren't throughput again", () => {
    const withRate = (throughput: number, items: number): RunNoise => {
      const of = (value: number) => ({ value, shown: value, within: 0.01, doubt: null, freedom: 39 });
      return { ...plain, estimates: { ...plain.estimates, throughput: of(throughput), items: of(items) } };
    };
    // Alone, such a difference has a probability of 0.9%, and one of seven metrics has to be below 0.7%.
    const alike = compare(withRate(100, 100), withRate(104, 104));
    expect(alike.throughput.pValue).toBeCloseTo(0.009, 2);
    expect(alike.throughput.verdict).toBe("no-detectable-change");
    expect(alike.items).toEqual({ ...alike.throughput, metric: "items" });
    const other = compare(withRate(100, 300), withRate(104, 306));
    expect(other.items.ratio).toBeCloseTo(1.02, 5);
    expect(other.items.verdict).toBe("no-detectable-change");
  });

  it("needs no earlier runs where each side has several", () => {
    const again = [drawNoise({ seed: 11 }), drawNoise({ seed: 12 })];
    const worse = [
      drawNoise({ seed: 13, medianMicros: 60_000 }),
      drawNoise({ seed: 14, medianMicros: 60_000 }),
    ];
    expect(compare([plain, ...again], [slower, ...worse]).p50.noise?.between).not.toBeNull();
    expect(compare(again, worse).p50).toMatchObject({ verdict: "regressed" });
    expect(compare(worse, again).p50).toMatchObject({ verdict: "improved" });
  });

  it("knows which way is good", () => {
    const busier = drawNoise({ seed: 5, perSlice: 80 });
    const earlier = history(6);
    expect(compare(plain, busier, { earlier }).throughput.verdict).toBe("improved");
    expect(compare(busier, plain, { earlier }).throughput.verdict).toBe("regressed");
    expect(compare(slower, plain, { earlier }).p90.verdict).toBe("improved");
  });

  it("counts less than one percent as no change, however sure", () => {
    const many = { slices: 60, perSlice: 20_000, sigma: 0.05 };
    const { p50 } = compare(
      drawNoise({ seed: 1, ...many }),
      drawNoise({ seed: 2, ...many, medianMicros: 20_120 }),
    );
    expect(p50.pValue).toBeLessThan(0.05);
    expect(p50.verdict).toBe("no-detectable-change");
    expect(reasonOf(p50)).toMatch(/below 1%/);
  });

  it.each<ChangeReason>([
    { code: "by-load" },
    { code: "one-ramp", side: "reference" },
    { code: "ramps-of", before: "users", after: "requests" },
  ])("has the figures of ramps, but no change of them: $code", (veto) => {
    const known = { before: expect.any(Number), after: expect.any(Number) };
    const none = { ratio: null, interval: null, smallestDetectable: null, pValue: null, noise: null };
    expect(compare(plain, slower, { veto }).p99).toMatchObject({
      verdict: "not-comparable",
      ...known,
      ...none,
    });
  });

  it("is not comparable under a veto, and still says the figures", () => {
    const { p99 } = compare(plain, slower, { veto: { code: "both-quoted" } });
    expect(p99).toMatchObject({ verdict: "not-comparable", reasons: [{ code: "both-quoted" }] });
    expect(p99.ratio).toBeCloseTo(1.3, 1);
  });

  it("is regressed although one earlier night was bad", () => {
    for (const count of [6, 10]) {
      const bad = drawEarlier({ seed: 300, medianMicros: 32_000 });
      const earlier = history(count).with(2, bad);
      const { p50, p99 } = compare(plain, slower, { earlier });
      expect(p50).toMatchObject({ verdict: "regressed", noise: { earlierRuns: count - 1 } });
      expect(p99.verdict).toBe("regressed");
    }
  });

  it("is regressed although the first runs after a past change are among the earlier ones", () => {
    const old = Array.from({ length: 8 }, (_, at) => drawEarlier({ seed: 200 + at, medianMicros: 26_000 }));
    for (const recent of [1, 2, 3])
      expect(compare(plain, slower, { earlier: [...old, ...history(recent)] }).p50.verdict).toBe("regressed");
  });

  it("is not taken from scatter when the system really changed between the earlier runs", () => {
    const old = Array.from({ length: 5 }, (_, at) => drawEarlier({ seed: 200 + at, medianMicros: 60_000 }));
    expect(compare(plain, slower, { earlier: [...old, ...history(5)] }).p50.verdict).toBe("regressed");
  });
});

describe("what cannot be told", () => {
  it("a percentile with few requests beyond it has no interval", () => {
    const few = drawNoise({ seed: 1, slices: 30, perSlice: 20 });
    const p99 = compare(few, drawNoise({ seed: 2, slices: 30, perSlice: 20, medianMicros: 40_000 })).p99;
    expect(p99).toMatchObject({ interval: null, pValue: null, verdict: "not-tested" });
    expect(reasonOf(p99)).toMatch(/6 beyond p99/);
  });

  it("a run of a few slices has none at all, and three times the latency isn't called unchanged", () => {
    const short = compare(
      drawNoise({ seed: 1, slices: 5 }),
      drawNoise({ seed: 2, slices: 5, medianMicros: 60_000 }),
    );
    for (const one of Object.values(short))
      expect(one).toMatchObject({ interval: null, verdict: "not-tested" });
    expect(reasonOf(short.p50)).toMatch(/Too short/);
  });

  it("rounding to a millisecond isn't a change of a millisecond", () => {
    const rounded = { medianMicros: 1_480, sigma: 0.1, resolutionMicros: 1_000 };
    const { p50 } = compare(
      drawNoise({ seed: 1, ...rounded }),
      drawNoise({ seed: 2, ...rounded, medianMicros: 1_490 }),
    );
    expect(p50.verdict).toBe("no-detectable-change");
  });
});

describe("errors", () => {
  const failing = (seed: number, errorsIn: number[]) => drawNoise({ seed, errorsIn });
  const spread = (count: number) => Array.from({ length: count }, (_, at) => (at * 7) % 60);

  it("0 and 3 in 3,000 is no detectable change, with an interval that has no upper end", () => {
    const rate = compare(plain, failing(2, [5, 20, 40]))["error-rate"];
    expect(rate).toMatchObject({ verdict: "no-detectable-change", ratio: null });
    expect(rate.interval?.high).toBeNull();
    expect(rate.pValue).toBeCloseTo(0.25, 2);
  });

  it("0 and 18 differ; 18 in one burst do not", () => {
    expect(compare(plain, failing(2, spread(18)))["error-rate"].verdict).toBe("differs");
    const burst = Array.from({ length: 18 }, () => 30);
    expect(compare(plain, failing(2, burst))["error-rate"].verdict).toBe("no-detectable-change");
  });

  it("many in bursts are never called no change, unless runs of this kind have such bursts", () => {
    const bursts = [10, 30, 31].flatMap((slice) => Array.from({ length: 20 }, () => slice));
    const rate = compare(plain, failing(2, bursts))["error-rate"];
    expect(rate).toMatchObject({ verdict: "differs", before: 0, after: 0.02 });
    expect(reasonOf(rate)).toMatch(/in few bursts.*Another run would tell/);
    const better = compare(failing(2, bursts), plain)["error-rate"];
    expect(better.verdict).not.toBe("differs");
    const earlier = Array.from({ length: 6 }, (_, at) =>
      drawEarlier({ seed: 300 + at, errorsIn: at % 2 === 0 ? [] : bursts }),
    );
    expect(compare(plain, failing(2, bursts), { earlier })["error-rate"].verdict).toBe(
      "no-detectable-change",
    );
  });

  it("many more errors than before are a regression once the scatter is known", () => {
    const earlier = Array.from({ length: 5 }, (_, at) =>
      drawEarlier({ seed: 300 + at, errorsIn: spread(30) }),
    );
    const { "error-rate": rate } = compare(failing(1, spread(30)), failing(2, spread(240)), { earlier });
    expect(rate.verdict).toBe("regressed");
    expect(rate.interval?.low).toBeGreaterThan(2);
  });
});

describe("properties", () => {
  const seeds = fc.integer({ min: 1, max: 1e6 });

  it("sides that are swapped give the inverse ratio and interval and the same chance", () => {
    fc.assert(
      fc.property(seeds, seeds, (a, b) => {
        const [one, other] = [drawNoise({ seed: a, slices: 20 }), drawNoise({ seed: b, slices: 20 })];
        const earlier = history(3);
        const there = compare(one, other, { earlier }).p90;
        const back = compare(other, one, { earlier }).p90;
        expect(there.ratio).toBeCloseTo(1 / (back.ratio ?? NaN), 9);
        expect(there.interval?.low).toBeCloseTo(1 / (back.interval?.high ?? NaN), 9);
        expect(there.pValue).toBeCloseTo(back.pValue ?? NaN, 9);
      }),
      { numRuns: 10 },
    );
  });

  it("the same figures give the same answer, whatever was drawn before", () => {
    const first = compare(drawNoise({ seed: 8 }), drawNoise({ seed: 9 }));
    drawNoise({ seed: 77 });
    const strip = (all: Record<string, MetricStatistic>) => JSON.stringify(all);
    expect(strip(compare(drawNoise({ seed: 8 }), drawNoise({ seed: 9 })))).toBe(strip(first));
  });

  it("latencies of another scale have the same ratio, and an interval as wide", () => {
    const tenfold = (seed: number, medianMicros: number) =>
      compare(drawNoise({ seed: 8, medianMicros }), drawNoise({ seed, medianMicros: medianMicros * 1.2 }))
        .p90;
    const [small, large] = [tenfold(9, 10_000), tenfold(9, 100_000)];
    expect(large.ratio).toBeCloseTo(small.ratio ?? NaN, 1);
    expect(large.smallestDetectable).toBeCloseTo(small.smallestDetectable ?? NaN, 1);
  });

  it("calls few of many pairs without change different, correlated or not", () => {
    for (const law of [{}, { correlation: 0.7, swing: 0.1 }]) {
      let wrong = 0;
      for (let pair = 0; pair < 60; pair++) {
        const sides = [1, 2].map((side) =>
          drawNoise({ seed: pair * 10 + side, slices: 40, perSlice: 30, ...law }),
        );
        const found = Object.values(compare(sides.slice(0, 1), sides.slice(1)));
        if (found.some(({ pValue, verdict }) => pValue !== null && verdict !== "no-detectable-change"))
          wrong++;
      }
      // 5% of 60 is 3; ten or more happen once in a thousand times.
      expect(wrong).toBeLessThan(10);
    }
  });

  it("has intervals that contain the truth, also where runs wander for a minute", () => {
    let missed = 0;
    for (let pair = 0; pair < 100; pair++) {
      const [a, b] = [1, 2].map((side) =>
        drawNoise({
          seed: 1_000 + pair * 10 + side,
          slices: 100,
          perSlice: 30,
          correlation: 0.88,
          swing: 0.2,
        }),
      );
      if (a === undefined || b === undefined) continue;
      const { interval } = compare([a], [b]).p50;
      if (interval !== null && (interval.low > 1 || (interval.high ?? Infinity) < 1)) missed++;
    }
    // 5% of 100; ten or more happen 3 times in a hundred.
    expect(missed).toBeLessThan(10);
  });
});
