import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import type { FigureId } from "../targets/figures.ts";
import { reasonOf } from "../testing/reason-of.ts";
import type { EarlierRun, Moved, UsualDay } from "./sides.ts";
import { compareFamily } from "./statistics.ts";
import type { MetricStatistic } from "./statistics.ts";
import { drawEarlier, drawNoise } from "../testing/drawn-runs.ts";
import type { DrawnRun } from "../testing/drawn-runs.ts";
import { movedMore } from "./usual.ts";

const DAYS = [0.97, 1.02, 1, 1.05, 0.99, 1.01, 1.03];
const MEDIAN = 20_000;

/** Days on which latency changed by these ratios from one hour to the next. */
function daysOf(ratios: readonly number[], options: Partial<DrawnRun> = {}): UsualDay[] {
  return ratios.map((ratio, at) => ({
    before: drawEarlier({ seed: 100 + at, ...options }),
    after: drawEarlier({ seed: 200 + at, ...options, medianMicros: MEDIAN * ratio }),
  }));
}

interface Pair {
  before?: Partial<DrawnRun>;
  after?: Partial<DrawnRun>;
  days: readonly UsualDay[];
  moved?: Moved;
}

function compare({ before, after, days, moved = STILL }: Pair): Record<FigureId, MetricStatistic> {
  const sides = {
    before: [drawNoise({ seed: 1, ...before })],
    after: [drawNoise({ seed: 2, ...after })],
    earlier: [],
    liveTraffic: true,
    usual: { days, moved },
    veto: null,
  };
  const [statistics = []] = compareFamily([sides]);
  return Object.fromEntries(statistics.map((one) => [one.metric, one])) as Record<FigureId, MetricStatistic>;
}

const STILL: Moved = { load: null, labels: false };
const slower = { medianMicros: MEDIAN * 1.3 };
const faster = { medianMicros: MEDIAN * 0.7 };

describe("live traffic tested against the same hours of earlier days", () => {
  it("regressed or improved if it changed more than on those days", () => {
    const { p50 } = compare({ after: slower, days: daysOf(DAYS) });
    expect(p50).toMatchObject({ verdict: "regressed", interval: null, usual: { days: 7 } });
    expect(p50.usual?.low).toBeCloseTo(0.97, 1);
    expect(p50.usual?.high).toBeCloseTo(1.05, 1);
    expect(reasonOf(p50)).toMatch(
      /^On 7 earlier days at the same hours it changed by −\d\.\d% to \+\d\.\d%\. This is more than the time of day and chance explain\.$/,
    );
    expect(compare({ after: faster, days: daysOf(DAYS) }).p50.verdict).toBe("improved");
  });

  it("shows no change where every day has the same one", () => {
    const ramps = daysOf(DAYS.map((ratio) => ratio * 1.3));
    const { p50 } = compare({ after: slower, days: ramps });
    expect(p50.verdict).toBe("no-detectable-change");
    expect(reasonOf(p50)).toMatch(/Only \d.*% more or less than usual would have been detected\.$/);
  });

  it("is at most a difference where every day changes and this one doesn't", () => {
    const ramps = daysOf(DAYS.map((ratio) => ratio * 1.3));
    for (const times of [0.98, 1.02])
      expect(compare({ after: { medianMicros: MEDIAN * times }, days: ramps }).p50).toMatchObject({
        verdict: "differs",
        reasons: [{ code: "usually" }, { code: "unusually-still" }],
      });
  });

  it("isn't tested with fewer than three days", () => {
    const { p50 } = compare({ after: slower, days: daysOf(DAYS.slice(0, 2)) });
    expect(p50).toMatchObject({ verdict: "not-tested", usual: null });
    expect(compare({ after: slower, days: daysOf(DAYS.slice(0, 3)) }).p50.verdict).not.toBe("not-tested");
  });

  it("is never a change within the range of those days, however steady all others are", () => {
    const restless = daysOf([1, 1, 1, 1, 1, 1.32, 1.31]);
    expect(compare({ after: slower, days: restless }).p50.verdict).toBe("no-detectable-change");
  });

  it("isn't hidden by one bad day", () => {
    const outage = daysOf([...DAYS, 40]);
    expect(compare({ after: slower, days: outage }).p50).toMatchObject({
      verdict: "regressed",
      usual: { days: 7 },
    });
  });

  it("is at most a difference if load or labels moved, too, in the way that explains it", () => {
    const verdict = (after: Partial<DrawnRun>, moved: Partial<Moved>) =>
      compare({ after, days: daysOf(DAYS), moved: { ...STILL, ...moved } }).p50.verdict;
    expect([verdict(slower, { load: "more" }), verdict(slower, { load: "less" })]).toEqual([
      "differs",
      "regressed",
    ]);
    expect([verdict(faster, { load: "less" }), verdict(faster, { load: "more" })]).toEqual([
      "differs",
      "improved",
    ]);
    expect([verdict(slower, { labels: true }), verdict(faster, { labels: true })]).toEqual([
      "differs",
      "differs",
    ]);
  });

  it("finds an outage after the event when earlier days had no errors", () => {
    const errors = Array.from({ length: 1_500 }, (_, at) => Math.floor(at / 25));
    const { "error-rate": rate, throughput } = compare({ after: { errorsIn: errors }, days: daysOf(DAYS) });
    expect(rate.verdict).toBe("regressed");
    expect(reasonOf(rate)).toContain("it changed by 0 to 0 percentage points");
    expect(throughput).toMatchObject({ verdict: "not-tested", usual: { days: 7 } });
    const few = compare({ after: { errorsIn: [3, 40] }, days: daysOf(DAYS) })["error-rate"];
    expect(few.verdict).toBe("no-detectable-change");
    const burst = compare({ after: { errorsIn: [3, 3, 3, 3, 3, 3, 3] }, days: daysOf(DAYS) })["error-rate"];
    expect(burst.verdict).toBe("no-detectable-change");
  });

  it("doesn't pass over traffic that fell away, and blames nobody for it", () => {
    const verdict = (perSlice: number) => compare({ after: { perSlice }, days: daysOf(DAYS) }).throughput;
    expect(verdict(50)).toMatchObject({
      verdict: "not-tested",
      reasons: [{ code: "load-of-users" }],
    });
    for (const perSlice of [25, 75]) expect(verdict(perSlice).verdict).toBe("differs");
    expect(reasonOf(verdict(25))).toContain("A service that was away or turned users away looks the same.");
  });

  it("doesn't pass over a silence in the hour after the event", () => {
    const before = drawNoise({ seed: 1 });
    const cut = drawNoise({ seed: 2, perSlice: 15 });
    const gap = {
      ...cut,
      estimates: { ...cut.estimates, throughput: { ...cut.estimates.throughput, within: 1.5 } },
    };
    const usual = { days: daysOf(DAYS), moved: STILL };
    const sides = { before: [before], after: [gap], earlier: [], liveTraffic: true, usual, veto: null };
    const throughput = compareFamily([sides])[0]?.find(({ metric }) => metric === "throughput");
    expect(throughput?.verdict).toBe("differs");
  });

  it("finds the load that moved, and the labels", () => {
    const days = daysOf(DAYS);
    const sides = (perSlice: number) => ({
      before: [drawNoise({ seed: 1 })],
      after: [drawNoise({ seed: 2, perSlice })],
    });
    const apart = { now: 0.03, days: [0.02, 0.04] };
    expect(movedMore(sides(50), { days, apart })).toEqual(STILL);
    expect(movedMore(sides(60), { days, apart }).load).toBe("more");
    expect(movedMore(sides(40), { days, apart }).load).toBe("less");
    expect(movedMore(sides(50), { days, apart: { now: 0.1, days: [0.02, 0.04] } }).labels).toBe(true);
  });

  it("raises few false alarms, and finds a change of 20%", () => {
    const normal = seededNormal(7);
    const day = (at: number, shift = 0): UsualDay => {
      const [a, b] = [Math.exp(0.04 * normal()), Math.exp(0.2 + shift + 0.04 * normal())];
      return { before: flat(`${at}`, a), after: flat(`${at}`, b) };
    };
    const rounds = 400;
    let [alarms, finds] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const days = Array.from({ length: 10 }, (_, at) => day(at));
      const ratio = (shift: number) => {
        const { before, after } = day(99, shift);
        return (after.figures.latencyMs.p50 ?? 0) / (before.figures.latencyMs.p50 ?? 1);
      };
      const changed = (shift: number) =>
        compare({ after: { seed: 1, medianMicros: MEDIAN * ratio(shift) }, days }).p50.verdict ===
        "regressed";
      if (round < 200 && changed(0)) alarms += 1;
      if (round < 100 && changed(Math.log(1.2))) finds += 1;
    }
    expect(alarms / 200).toBeLessThan(0.05);
    expect(finds / 100).toBeGreaterThan(0.6);
  });
});

/** A stretch whose latencies are all as this many times the usual one. */
function flat(id: string, times: number): EarlierRun {
  const ms = 20 * times;
  return {
    id,
    requests: 3_000,
    errors: 0,
    figures: {
      throughput: 50,
      itemsThroughput: 50,
      errorRate: 0,
      latencyMs: { p50: ms, p90: ms, p95: ms, p99: ms, "p99.9": ms },
    },
  };
}

function seededNormal(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
