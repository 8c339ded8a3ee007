import { describe, expect, it } from "vitest";
import { levelsOfRamp, readRamp } from "../capacity/ramp/ramp.ts";
import { fitUsl, throughputAt } from "../capacity/usl/fit-usl.ts";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileInterval } from "../cell/interval.ts";
import { responseOf } from "../forecast/tested-loads.ts";
import { seededRandom } from "../random.ts";
import { rankOf } from "../sketch/rank.ts";
import { budgetOf } from "../slo/budget.ts";
import { tallyOf } from "../slo/tally.ts";
import { bendsAt, rampOf } from "../testing/ramps.ts";
import { rateRange } from "./binomial-range.ts";

const DRAWS = 40;
/** Of intervals that hold nine of ten: fewer happen once in a hundred times. */
const NINE_OF_TEN = 31;

interface Interval {
  low: number;
  high: number;
}

/** How many of the drawn intervals hold the truth. */
function held(
  draw: (random: () => number, at: number) => Interval | null,
  truth: number,
  draws = DRAWS,
): number {
  const random = seededRandom(31);
  let count = 0;
  for (let at = 0; at < draws; at++) {
    const interval = draw(random, at);
    if (interval !== null && interval.low <= truth && truth <= interval.high) count++;
  }
  return count;
}

describe("in 40 draws, an interval that holds nine of ten", () => {
  it.each([
    { of: "levels off", slopeAfter: 0.1 },
    { of: "falls", slopeAfter: -0.3 },
  ])("is the knee's of a ramp that $of", ({ slopeAfter }) => {
    const steps = (share: number) => 5 * Math.min(20, Math.floor(share * 20) + 1);
    const kneeOf = (seed: number) => {
      const points = rampOf({ service: bendsAt(60, slopeAfter), load: steps, seed, minutes: 20 });
      const levels = levelsOfRamp({ points, of: "users", outages: [], absent: [] });
      return "problem" in levels ? null : readRamp(levels, { absent: [], random: seededRandom(1) }).knee;
    };
    expect(held((_, at) => kneeOf(at + 1), 60)).toBeGreaterThanOrEqual(NINE_OF_TEN);
  });

  it("is the scalability law's, of its peak and of the throughput that it predicts", () => {
    const law = { lambda: 20, sigma: 0.02, kappa: 1e-4 };
    const fitOf = (random: () => number) => {
      const observations = Array.from({ length: 60 }, (_, at) => 4 * (at + 1)).map((load) => ({
        load,
        throughput: throughputAt(law, load) * (1 + 0.05 * (random() + random() + random() - 1.5)),
      }));
      const result = fitUsl(observations, random);
      if ("problem" in result) throw new Error(result.problem);
      return result;
    };
    const peak = Math.sqrt((1 - law.sigma) / law.kappa);
    expect(held((random) => fitOf(random).fit.peak?.load ?? null, peak)).toBeGreaterThanOrEqual(NINE_OF_TEN);
    const at300 = (random: () => number) => {
      const predicted = fitOf(random).predict(300);
      return "refused" in predicted ? null : predicted;
    };
    expect(held(at300, throughputAt(law, 300))).toBeGreaterThanOrEqual(NINE_OF_TEN);
  });

  it.each([0.01, 0.2])("is a rate's of %f, with 95% at either end, in 400 draws", (rate) => {
    const draw = (random: () => number) => {
      const hits = Array.from({ length: 1_000 }, random).filter((one) => one < rate).length;
      return rateRange(hits, 1_000, 0.95);
    };
    expect(held(draw, rate, 400)).toBeGreaterThanOrEqual(346);
  });
});

/** Of buckets that a source chose, with the latencies that are in them. */
function bucketed(random: () => number): { cell: Cell; latencies: number[] } {
  const upperBoundsMicros = [50_000, 100_000, 250_000, 500_000, 1_000_000];
  const latencies = Array.from({ length: 500 }, () => Math.round(20_000 * Math.exp(4 * random())));
  const counts = [...upperBoundsMicros, Infinity].map(
    (upper, at) => latencies.filter((one) => one <= upper && one > (upperBoundsMicros[at - 1] ?? 0)).length,
  );
  const distribution = { kind: "buckets" as const, upperBoundsMicros, counts };
  return { cell: { ...emptyCell(), requests: latencies.length, distribution }, latencies };
}

describe("in 40 draws, a range that holds always", () => {
  it.each([0.5, 0.95, 0.99])("is a percentile's, %f of a source's buckets", (share) => {
    const random = seededRandom(32);
    for (let at = 0; at < DRAWS; at++) {
      const { cell, latencies } = bucketed(random);
      const exact = latencies.toSorted((a, b) => a - b)[rankOf(share, latencies.length) - 1] ?? 0;
      const range = quantileInterval([cell], share);
      expect(range?.lowMicros).toBeLessThanOrEqual(exact);
      expect(range?.highMicros ?? Infinity).toBeGreaterThanOrEqual(exact);
    }
  });

  it("is an error budget's, whose limit lies within a bucket", () => {
    const random = seededRandom(33);
    for (let at = 0; at < DRAWS; at++) {
      const { cell, latencies } = bucketed(random);
      const latencyMicros = Math.round(60_000 + 800_000 * random());
      const slow = latencies.filter((one) => one > latencyMicros).length;
      const tally = tallyOf(cell, { kind: "fast", latencyMicros });
      const share = budgetOf([{ tally, goodPerMillion: 900_000, measuredSeconds: 3_600 }]).goodShare;
      expect(share?.low).toBeLessThanOrEqual(1 - slow / latencies.length);
      expect(share?.high).toBeGreaterThanOrEqual(1 - slow / latencies.length);
    }
  });

  it("is a forecast's, between tested loads under which latency rises", () => {
    const random = seededRandom(34);
    const p99 = (load: number) => 80 + (load / 100) ** 2;
    for (let at = 0; at < DRAWS; at++) {
      const tests = Array.from({ length: 6 }, (_, test) => ({ ranAt: test, load: 3_000 * random() }));
      const response = responseOf(
        tests.map((test) => ({
          ...test,
          errorRate: 0,
          p99Ms: { low: p99(test.load), high: p99(test.load) },
        })),
        "p99Ms",
      );
      const load = random() * (response?.tested ?? 0);
      const range = response?.at(load);
      expect(range?.low).toBeLessThanOrEqual(p99(load));
      expect(range?.high).toBeGreaterThanOrEqual(p99(load));
    }
  });
});
