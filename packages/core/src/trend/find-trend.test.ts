import { describe, expect, it } from "vitest";
import { findTrend } from "./find-trend.ts";
import { seededRandom } from "../random.ts";

type Random = () => number;
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
/** A latency of 200 ms that scatters by 3%, times a level. */
const series = (length: number, seed: number, level: (at: number) => number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length }, (_, at) => 200 * level(at) * Math.exp(0.03 * normal(random)));
};
const hundred = (length: number, level: (at: number) => number) =>
  Array.from({ length: 100 }, (_, seed) => findTrend(series(length, seed + 1, level)));
const drift = (share: number, runs: number) => (at: number) => (1 + share) ** (at / (runs - 1));
const step = (share: number) => (at: number) => (at < 30 ? 1 : 1 + share);

describe("a slow drift", () => {
  it.each([
    [0.3, 60, 93],
    [0.1, 60, 75],
    [-0.3, 60, 93],
    [0.3, 500, 94],
    [0.2, 20, 75],
    [0.4, 24, 93],
  ])("by %d over %i runs is one drift instead of several steps", (share, runs, atLeast) => {
    const alone = hundred(runs, drift(share, runs)).filter(
      ({ steps, drifts }) => steps.length === 0 && drifts.length === 1,
    );
    expect(alone.length).toBeGreaterThanOrEqual(atLeast);
  });

  it("has the first and last run, and where the line begins and ends", () => {
    const { drifts } = findTrend(series(60, 1, drift(0.3, 60)));
    expect(drifts).toHaveLength(1);
    expect(drifts[0]).toMatchObject({ from: 0, to: 59 });
    expect((drifts[0]?.after ?? 0) / (drifts[0]?.before ?? 1)).toBeCloseTo(1.3, 1);
  });

  it("begins where the level ends", () => {
    const { drifts } = findTrend(series(120, 3, (at) => 1.4 ** (Math.max(0, at - 60) / 60)));
    expect(drifts).toHaveLength(1);
    expect(drifts[0]?.from).toBeGreaterThanOrEqual(50);
    expect(drifts[0]?.from).toBeLessThanOrEqual(75);
    expect(drifts[0]?.to).toBe(119);
  });

  it("isn't hidden by runs that went wrong", () => {
    const values = series(60, 2, drift(0.3, 60)).map((value, at) => (at % 17 === 5 ? value * 4 : value));
    expect(findTrend(values)).toMatchObject({ steps: [], drifts: [{ from: 0, to: 59 }] });
  });
});

describe("a step", () => {
  it("stays a step", () => {
    const found = hundred(60, step(0.1));
    const drifted = found.filter(({ drifts }) => drifts.length > 0);
    const near = found.filter(({ steps }) => steps.some(({ index }) => Math.abs(index - 30) <= 4));
    expect(drifted.length).toBeLessThanOrEqual(4);
    expect(near.length).toBeGreaterThanOrEqual(97);
  });

  it("on top of a drift is still found", () => {
    const found = hundred(60, (at) => step(0.2)(at) * drift(0.1, 60)(at));
    const near = found.filter(({ steps }) => steps.some(({ index }) => Math.abs(index - 30) <= 4));
    expect(near.length).toBeGreaterThanOrEqual(97);
  });

  it("of several in a row stays one of several", () => {
    const found = hundred(80, (at) => 1.1 ** Math.floor(at / 20));
    expect(found.filter(({ steps }) => steps.length === 3).length).toBeGreaterThanOrEqual(85);
  });

  it("between equal runs has no noise to compare with", () => {
    const values = Array.from({ length: 40 }, (_, at) => (at < 20 ? 100 : 120));
    expect(findTrend(values)).toMatchObject({ steps: [{ index: 20 }], drifts: [] });
  });
});

/** 45 nights, asked each night with the runs so far. */
describe("a month of nights that vary by 2%", () => {
  const months = Array.from({ length: 25 }, (_, month) => month + 1);
  const nights = (month: number, level: (at: number) => number) => {
    const random = seededRandom(month);
    return Array.from({ length: 45 }, (_, at) => 65 * level(at) * Math.exp(0.02 * normal(random)));
  };

  it("names 8% from night 26 on within five nights", () => {
    const named = months.filter((month) => {
      const values = nights(month, (at) => (at < 25 ? 1 : 1.08));
      return [28, 29, 30].some((count) => findTrend(values.slice(0, count)).steps.length === 1);
    });
    expect(named.length).toBeGreaterThanOrEqual(24);
  });

  it("rarely shows anything if nothing changes", () => {
    const wrong = months.filter((month) => {
      const values = nights(month, () => 1);
      return values.some((_, at) => findTrend(values.slice(0, at + 1)).steps.length > 0);
    });
    expect(wrong.length).toBeLessThanOrEqual(2);
  });
});

it("what shows no step shows no drift", () => {
  expect(hundred(60, () => 1).filter(({ drifts }) => drifts.length > 0)).toEqual([]);
  expect(findTrend([])).toEqual({ steps: [], drifts: [] });
});
