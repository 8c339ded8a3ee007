import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { hasTooFew, screenLabels } from "./screen-labels.ts";
import type { KnownLabel, ScreenedTotals, SideTotals } from "./screen-labels.ts";

const random = seededRandom(45);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The totals of a label whose latencies are lognormal around 100 ms, drawn. */
function side(requests: number, { slower = 1, runs = 1, varies = 0, errors = 0 } = {}): SideTotals {
  const sigma = 0.5;
  const logs = Array.from({ length: runs }, () => {
    const move = Math.log(100_000 * slower) + varies * normal();
    const near = (z: number, times: number) =>
      move + sigma * z + (sigma * Math.sqrt(times) * normal()) / Math.sqrt(requests / runs);
    return { p50: near(0, 1.57), p90: near(1.2816, 2.92), p99: near(2.3263, 13.9) };
  });
  const mean = (of: "p50" | "p90" | "p99") => logs.reduce((sum, log) => sum + log[of] / runs, 0);
  return { runs, requests, errors, logs: { p50: mean("p50"), p90: mean("p90"), p99: mean("p99") } };
}

const VARIES = { p50: null, p90: null, p99: null };
const label = (before: SideTotals, after: SideTotals): ScreenedTotals => ({ before, after, varies: VARIES });
const noise = (within: number, between: number | null) => ({ within, between, earlierRuns: 8 });
const known = (within: number, between: number): KnownLabel => ({
  totals: label(side(10_000), side(10_000)),
  metrics: (["p50", "p90", "p99"] as const).map((metric) => ({ metric, noise: noise(within, between) })),
});
const FIRM = [known(0.006, 0)];

const others = (count: number, requests = 100) =>
  Array.from({ length: count }, () => label(side(requests), side(requests)));

describe("the screen of labels", () => {
  it("finds a rare label that is four times as slow, and none of the others", () => {
    const slow = label(side(81), side(81, { slower: 4 }));
    expect(screenLabels([...others(44), slow], FIRM, 1).found).toEqual([slow]);
    expect(screenLabels([...others(1_999), slow], FIRM, 1).found[0]).toBe(slow);
  });

  it("finds labels whose requests fail now, however few they are", () => {
    const failing = label(side(15), side(15, { errors: 12 }));
    const { found, tooFew } = screenLabels([...others(44), failing], FIRM, 1);
    expect(found).toEqual([failing]);
    expect(tooFew).toBe(1);
  });

  it("finds nothing in labels with too few requests that don't fail", () => {
    expect(screenLabels(others(3, 3), FIRM, 1)).toEqual({ tooFew: 3, found: [] });
  });

  it("seldom finds anything where nothing changed", () => {
    const found = Array.from({ length: 200 }, () => screenLabels(others(45), FIRM, 1).found.length);
    expect(found.filter((count) => count > 0).length).toBeLessThan(20);
  });

  it("knows from the busiest labels how much labels vary from run to run", () => {
    const vary = () =>
      others(45, 5_000).map(() => label(side(5_000, { varies: 0.1 }), side(5_000, { varies: 0.1 })));
    const count = (labels: readonly KnownLabel[]) =>
      Array.from({ length: 40 }, () => screenLabels(vary(), labels, 1).found.length).filter((one) => one > 0)
        .length;
    expect(count(FIRM)).toBe(40);
    expect(count([known(0.006, 0.1)])).toBeLessThan(6);
  });

  it("doesn't take the tool's rounding for a change", () => {
    const rounded = (log: number): SideTotals => ({
      runs: 1,
      requests: 4_000,
      errors: 0,
      logs: { p50: log, p90: log + 0.05, p99: log + 0.1 },
    });
    const one = label(rounded(Math.log(1_000)), rounded(Math.log(2_000)));
    expect(screenLabels([one], FIRM, 1_000).found).toEqual([]);
    expect(screenLabels([one], FIRM, 1).found).toEqual([one]);
  });

  it("lets a label that varies by itself vary", () => {
    const before = side(8_000, { runs: 8 });
    const after = side(1_000, { slower: 1.6 });
    const restless = { before, after, varies: { p50: 0.25, p90: 0.25, p99: 0.25 } };
    expect(screenLabels([restless], FIRM, 1).found).toEqual([]);
    expect(screenLabels([label(before, after)], FIRM, 1).found).toHaveLength(1);
  });

  it("says which labels have too few requests in a run for a p50", () => {
    expect(hasTooFew(label(side(20), side(20)))).toBe(false);
    expect(hasTooFew(label(side(20), side(19)))).toBe(true);
    expect(hasTooFew(label(side(60, { runs: 4 }), side(20)))).toBe(true);
  });
});
