import { describe, expect, it } from "vitest";
import { decodeDistribution, encodeDistribution } from "../cell/cell-codec.ts";
import { emptyCell, mergeAllCells, mergeCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { DAY_SECONDS, HOUR_SECONDS } from "../time.ts";
import { budgetOf } from "./budget.ts";
import { alertingRate, BURN_RULES, burnRate, readBurnRates } from "./burn-rate.ts";
import { addTallies, NO_REQUESTS, tallyOf } from "./tally.ts";
import type { SloTally } from "./tally.ts";

const THREE_NINES = 999_000;
const period = (tally: SloTally, goodPerMillion = THREE_NINES, measuredSeconds = 30 * DAY_SECONDS) => ({
  tally,
  goodPerMillion,
  measuredSeconds,
});
const bad = (requests: number, count: number) => ({ requests, badLow: count, badHigh: count });
const fastAndOk = (latencyMicros: number) => ({ kind: "fast-without-error" as const, latencyMicros });
const fast = (latencyMicros: number) => ({ kind: "fast" as const, latencyMicros });
const OK = { kind: "without-error" as const };

function sketched(ok: readonly number[], failed: readonly number[]): Cell {
  const all = Sketch.of([...ok, ...failed]);
  return {
    ...emptyCell(),
    requests: ok.length + failed.length,
    errors: failed.length,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: Sketch.of(failed) },
  };
}

describe("bad requests of a cell", () => {
  it("counts a request once that failed and was slow", () => {
    const cell = sketched([10_000, 20_000, 900_000], [5_000, 950_000]);
    // Two failed, and one of the three others took longer than 300 ms.
    expect(tallyOf(cell, fastAndOk(300_000))).toEqual(bad(5, 3));
    expect(tallyOf(cell, OK)).toEqual(bad(5, 2));
  });

  it("gives a range where the limit lies in the bucket of some requests", () => {
    const cell = sketched([100_000, 100_300, 500_000], []);
    expect(tallyOf(cell, fastAndOk(100_200))).toEqual({ requests: 3, badLow: 1, badHigh: 3 });
    expect(tallyOf(cell, fastAndOk(100_300))).toMatchObject({ badLow: 1 });
  });

  it("counts a request once that failed and was slow, if the source counts failures apart", () => {
    const of = (counts: number[], failed: boolean): Cell => {
      const requests = counts.reduce((sum, count) => sum + count, 0);
      const distribution = { kind: "buckets" as const, upperBoundsMicros: [250_000, 500_000], counts };
      return { ...emptyCell(), requests, errors: failed ? requests : 0, distribution };
    };
    const cells = [of([90, 5, 2], false), of([1, 0, 7], true), of([50, 0, 0], false), of([0, 3, 0], true)];
    // 2 were slow, and 11 failed: 7 of these were slow as well.
    expect(tallyOf(mergeAllCells(cells), fastAndOk(500_000))).toEqual(bad(158, 13));
    expect(tallyOf(mergeAllCells(cells.toReversed()), fastAndOk(500_000))).toEqual(bad(158, 13));
    const stored = mergeAllCells(cells);
    const read = { ...stored, distribution: decodeDistribution(encodeDistribution(stored.distribution)) };
    expect(tallyOf(mergeCells(read, of([4, 0, 0], true)), fastAndOk(500_000))).toEqual(bad(162, 17));
    // Of some, it isn't known how slow those were that failed.
    const mixed = { ...of([10, 0, 5], false), errors: 3 };
    expect(tallyOf(mergeCells(stored, mixed), fastAndOk(500_000))).toEqual({
      requests: 173,
      badLow: 14,
      badHigh: 28,
    });
  });

  it("takes a limit that is one of the source's bounds exactly, and any other as a range", () => {
    const buckets = {
      kind: "buckets" as const,
      upperBoundsMicros: [100_000, 250_000, 500_000],
      counts: [90, 6, 3, 1],
    };
    const cell = { ...emptyCell(), requests: 100, distribution: buckets };
    expect(tallyOf(cell, fastAndOk(250_000))).toEqual(bad(100, 4));
    expect(tallyOf(cell, fastAndOk(300_000))).toEqual({ requests: 100, badLow: 1, badHigh: 4 });
    // Failures may be among the slow ones, or not.
    expect(tallyOf({ ...cell, errors: 2 }, fastAndOk(250_000))).toEqual({
      requests: 100,
      badLow: 4,
      badHigh: 6,
    });
  });

  it("knows nothing of latencies that a source doesn't give, and nothing of failures that it doesn't report", () => {
    const cell = { ...emptyCell(), requests: 100, errors: 2 };
    expect(tallyOf(cell, fastAndOk(250_000))).toEqual({ requests: 100, badLow: 2, badHigh: 100 });
    expect(tallyOf({ ...cell, errors: 0, withoutOutcome: 100 }, OK)).toEqual({
      requests: 100,
      badLow: 0,
      badHigh: 100,
    });
    expect(tallyOf({ ...cell, maxMicros: 200_000 }, fastAndOk(250_000))).toEqual(bad(100, 2));
  });

  it("counts what may have failed beside what did, as far as failures are reported", () => {
    const cell = { ...emptyCell(), requests: 100, errors: 2, withoutOutcome: 30, maxMicros: 200_000 };
    expect(tallyOf(cell, OK)).toEqual({ requests: 100, badLow: 2, badHigh: 32 });
    expect(tallyOf(cell, fastAndOk(250_000))).toEqual({ requests: 100, badLow: 2, badHigh: 32 });
    expect(tallyOf(cell, fast(250_000))).toEqual(bad(100, 0));
  });

  it("leaves failures out where only the time counts", () => {
    const cell = sketched([10_000, 20_000, 900_000], [5_000, 950_000]);
    // The quick failure is good, and the slow one bad.
    expect(tallyOf(cell, fast(300_000))).toEqual(bad(5, 2));
    const buckets = { kind: "buckets" as const, upperBoundsMicros: [250_000, 500_000], counts: [95, 3, 2] };
    const counted = { ...emptyCell(), requests: 100, errors: 4, distribution: buckets };
    expect(tallyOf(counted, fast(250_000))).toEqual(bad(100, 5));
  });

  it("judges the time of requests from sources that don't report failures", () => {
    const cell = { ...sketched([10_000, 20_000, 900_000], []), withoutOutcome: 3 };
    expect(tallyOf(cell, fast(300_000))).toEqual(bad(3, 1));
    expect(tallyOf(cell, fastAndOk(300_000))).toEqual({ requests: 3, badLow: 1, badHigh: 3 });
    expect(tallyOf({ ...emptyCell(), requests: 100, withoutOutcome: 100 }, fast(300_000))).toEqual({
      requests: 100,
      badLow: 0,
      badHigh: 100,
    });
  });

  it("adds up", () => {
    expect(addTallies([bad(10, 1), { requests: 5, badLow: 0, badHigh: 2 }])).toEqual({
      requests: 15,
      badLow: 1,
      badHigh: 3,
    });
    expect(addTallies([])).toEqual(NO_REQUESTS);
  });
});

describe("error budget", () => {
  // requests, bad, objective, allowed, left of the budget, state
  it.each([
    [1_000_000, 0, 999_000, 1_000, 1, "kept"],
    [1_000_000, 250, 999_000, 1_000, 0.75, "kept"],
    [1_000_000, 1_000, 999_000, 1_000, 0, "kept"],
    [1_000_000, 1_001, 999_000, 1_000, -0.001, "spent"],
    [1_000_000, 3_500, 999_000, 1_000, -2.5, "spent"],
    [35_290_000, 1_764, 999_950, 1_764.5, 0.5 / 1_764.5, "kept"],
    [100, 1, 999_000, 0.1, -9, "spent"],
    [100, 1, 990_000, 1, 0, "kept"],
  ])(
    "of %i requests with %i bad at %i per million",
    (requests, count, goodPerMillion, allowed, left, state) => {
      const budget = budgetOf([period(bad(requests, count), goodPerMillion)]);
      expect(budget).toMatchObject({ allowedRequests: allowed, state });
      expect(budget.leftShare?.low).toBeCloseTo(left, 12);
      expect(budget.leftShare?.high).toBeCloseTo(left, 12);
      expect(budget.goodShare?.low).toBeCloseTo((requests - count) / requests, 12);
    },
  );

  it("says nothing about a window without requests", () => {
    expect(budgetOf([period(NO_REQUESTS, THREE_NINES, 0)])).toMatchObject({
      state: "no-requests",
      leftShare: null,
      goodShare: null,
    });
    expect(budgetOf([]).state).toBe("no-requests");
  });

  it("is unsure where only a range of the bad requests is known", () => {
    const budget = budgetOf([period({ requests: 10_000, badLow: 5, badHigh: 20 })]);
    expect(budget.state).toBe("unsure");
    expect(budget.leftShare).toEqual({ low: -1, high: 0.5 });
  });

  it("measures each period by the objective of its time", () => {
    const before = period(bad(1_000_000, 4_000), 990_000);
    const after = period(bad(1_000_000, 900));
    // 10,000 were allowed before the change, 1,000 after it.
    expect(budgetOf([before, after])).toMatchObject({
      allowedRequests: 11_000,
      badLow: 4_900,
      state: "kept",
    });
  });

  it("is as many minutes of full outage as it allows in the time that was measured", () => {
    const minutes = (days: number, goodPerMillion: number) =>
      budgetOf([period(bad(50_000, 0), goodPerMillion, days * DAY_SECONDS)]).allowedMinutes;
    expect(minutes(30, THREE_NINES)).toBeCloseTo(43.2, 10);
    expect(minutes(28, 999_900)).toBeCloseTo(4.032, 10);
    expect(minutes(7, 950_000)).toBeCloseTo(504, 10);
    expect(budgetOf([]).allowedMinutes).toBe(0);
  });

  it("allows nothing where all requests have to be good", () => {
    expect(budgetOf([period(bad(1_000, 0), 1_000_000)])).toMatchObject({ state: "kept", leftShare: null });
    expect(budgetOf([period(bad(1_000, 1), 1_000_000)])).toMatchObject({ state: "spent", leftShare: null });
  });
});

describe("burn rate", () => {
  it.each([
    [1_000, 1, 999_000, 1],
    [1_000, 0, 999_000, 0],
    [1_000, 1_000, 999_000, 1_000],
    [50_000, 720, 999_000, 14.4],
    [50_000, 720, 990_000, 1.44],
  ])("of %i requests with %i bad at %i per million is %d", (requests, count, goodPerMillion, rate) => {
    expect(burnRate([period(bad(requests, count), goodPerMillion)])?.low).toBeCloseTo(rate, 10);
  });

  it("doesn't exist without requests", () => {
    expect(burnRate([period(NO_REQUESTS)])).toBeNull();
    expect(burnRate([])).toBeNull();
  });

  it("is one of numbers where all requests have to be good", () => {
    expect(burnRate([period(bad(1_000, 0), 1_000_000)])).toMatchObject({ low: 0, high: 0 });
    expect(burnRate([period(bad(1_000, 1), 1_000_000)])).toMatchObject({ low: Infinity, high: Infinity });
  });

  it("measures each stretch by the objective of its time, and says how much was measured", () => {
    const rate = burnRate([period(bad(1_000, 10), 990_000, 1_200), period(bad(1_000, 1), THREE_NINES, 600)]);
    expect(rate).toEqual({ low: 1, high: 1, measuredSeconds: 1_800 });
  });

  it.each([
    [30, [14.4, 6, 1]],
    [28, [13.44, 5.6, 1]],
    [90, [43.2, 18, 3]],
    [7, [3.36, 1.4, 1]],
  ])("alerts at these rates over %i days", (days, rates) => {
    for (const [at, rule] of BURN_RULES.entries())
      expect(alertingRate(rule, days * DAY_SECONDS)).toBeCloseTo(rates[at] ?? Number.NaN, 10);
  });
});

describe("alerts", () => {
  /** A steady 100 requests a second, of which this share was bad from `from` to `to` seconds ago. */
  function read(share: number, from: number, to = 0, windowDays = 30) {
    return readBurnRates({
      windowSeconds: windowDays * DAY_SECONDS,
      last: (seconds) => {
        const within = Math.max(0, Math.min(seconds, from) - to);
        return [period(bad(seconds * 100, within * 100 * share), THREE_NINES, seconds)];
      },
    }).map(({ state }) => state);
  }

  it("pages for a fast burn, and stops soon after it ends", () => {
    expect(read(0.02, HOUR_SECONDS)).toEqual(["alert", "quiet", "quiet"]);
    // 2% of bad requests for 40 minutes is a rate of 13.3 over the hour.
    expect(read(0.02, (2 * HOUR_SECONDS) / 3)).toEqual(["quiet", "quiet", "quiet"]);
    expect(read(0.02, HOUR_SECONDS + 300, 300)).toEqual(["quiet", "quiet", "quiet"]);
  });

  it("pages for six hours at a rate of 6, and opens a ticket for three days at 1", () => {
    expect(read(0.006, 6 * HOUR_SECONDS)).toEqual(["quiet", "alert", "quiet"]);
    expect(read(0.001, 72 * HOUR_SECONDS)).toEqual(["quiet", "quiet", "alert"]);
    expect(read(0.000_99, 72 * HOUR_SECONDS)).toEqual(["quiet", "quiet", "quiet"]);
  });

  it("has no rule that looks back further than the window", () => {
    expect(read(0.02, HOUR_SECONDS, 0, 3)).toHaveLength(2);
    expect(read(0.02, HOUR_SECONDS, 0, 1)).toHaveLength(2);
  });

  it("neither alerts nor gives the all-clear without requests, and says so where buckets leave it open", () => {
    const states = (tally: typeof NO_REQUESTS) =>
      readBurnRates({ windowSeconds: 30 * DAY_SECONDS, last: () => [period(tally)] }).map(
        ({ state }) => state,
      );
    expect(states(NO_REQUESTS)).toEqual(["no-requests", "no-requests", "no-requests"]);
    expect(states({ requests: 10_000, badLow: 70, badHigh: 200 })).toEqual(["unsure", "alert", "alert"]);
  });

  it("are over once the long stretch has spent too little, also where the short one has no requests", () => {
    const after = (longRate: number) =>
      readBurnRates({
        windowSeconds: 30 * DAY_SECONDS,
        last: (seconds) => [
          period(seconds < HOUR_SECONDS ? NO_REQUESTS : bad(1_000_000, longRate * 1_000), THREE_NINES),
        ],
      })[0]?.state;
    expect(after(14)).toBe("quiet");
    expect(after(15)).toBe("no-requests");
  });
});
