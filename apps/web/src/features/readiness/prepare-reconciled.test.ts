import { describe, expect, it } from "vitest";
import { prepareReconciled } from "./prepare-reconciled.ts";

const lower = {
  expected: 9_802,
  real: 10_300,
  simulated: false,
  proven: 10_000,
  accepted: null,
  environment: "staging",
  outcome: "lower" as const,
  held: 7_500,
  missedAt: 9_000,
  factor: 0.75,
  changesUntil: null,
  busiestHour: null,
  volume: null,
  day: {
    verdict: "missed" as const,
    missedSeconds: 300,
    unknownSeconds: 0,
    targets: { p99Ms: 200, errorRate: null },
    byTodaysTargets: false,
    imported: null,
  },
  realP99Ms: { low: 310, high: 310 },
  predictedP99Ms: { low: 120, high: 180 },
};
const words = (change: object = {}) => prepareReconciled({ ...lower, ...change }).words;

describe("what a peak day showed", () => {
  it("is what was predicted beside what was real", () => {
    const { figures } = prepareReconciled(lower);
    expect(figures.map(({ label, value, caption }) => [label, value, caption])).toEqual([
      ["Expected peak", "9,802", "as predicted"],
      ["Real peak", "10,300", "the busiest minute, +5.1% against what was expected"],
      ["Proven before", "10,000", "by tests on staging"],
      ["Held on the day", "7,500", "for 5m with all targets met"],
      ["p99 when busiest", "310", "tests had seen 120–180 ms under that load"],
    ]);
    const unknown = prepareReconciled({ ...lower, realP99Ms: null, predictedP99Ms: null }).figures.at(-1);
    expect(unknown).toMatchObject({ value: "Not known", caption: "tests say nothing about that load" });
  });

  it("has no figures if nothing is known", () => {
    const nothing = { outcome: "unknown" as const, real: null, proven: null, held: null };
    expect(prepareReconciled({ ...lower, ...nothing }).figures).toEqual([]);
  });

  it("was measured with an accepted risk, which is no proof", () => {
    const change = { outcome: "unknown" as const, proven: null, accepted: 40_269, held: 9_800, factor: null };
    const { figures, words: said } = prepareReconciled({
      ...lower,
      ...change,
      missedAt: null,
      realP99Ms: null,
    });
    expect(figures.map(({ label, value }) => [label, value])).toContainEqual(["Measured before", "40,269"]);
    expect(figures.map(({ label, value }) => [label, value])).toContainEqual(["Held on the day", "9,800"]);
    expect(said).toBe(
      "Tests on staging had measured 40,269 req/s and missed a target, which was accepted as a risk, so there is no proof to confirm. It held 9,800 req/s with its targets met.",
    );
  });

  it("says what follows for later proofs, and only then", () => {
    expect(words()).toBe(
      "Tests on staging had proven 10,000 req/s. The day missed its targets at 9,000 req/s and held 7,500 req/s. From now on, proofs of the same environment count 0.75x, until a later peak day shows more. p99 was higher than anything that tests had seen under that load.",
    );
    expect(words({ realP99Ms: { low: 170, high: 170 } })).not.toContain("p99");
    expect(words({ changesUntil: "2026-11-29T01:00:00.000Z" })).toContain(
      "Once this is final, proofs of the same environment count 0.75x",
    );
    const confirmed = { outcome: "confirmed" as const, held: 12_000, missedAt: null, factor: null };
    expect(words(confirmed)).toContain("The day confirmed the tests: it held 12,000 req/s");
    expect(words({ ...confirmed, missedAt: 15_000 })).toContain("It missed its targets at 15,000 req/s");
  });

  it("never says that a day held what it missed somewhere", () => {
    const held = { verdict: "held" as const, missedSeconds: 0, unknownSeconds: 0 };
    const less = { outcome: "not-reached" as const, held: 7_000, missedAt: null, factor: null };
    expect(words({ ...less, day: held })).toContain("The day held what it was asked for. It didn't reach");
    expect(words(less)).toMatch(/^The most that the day held is 7,000 req\/s\. It didn't reach/);
    expect(words({ ...less, held: 9_000, missedAt: 12_000 })).toContain(
      "The day held 9,000 req/s and missed its targets at 12,000 req/s. Tests had proven 10,000 req/s, which is between the two",
    );
  });

  it("never judges tests by a day that says nothing about them", () => {
    const unknown = { outcome: "unknown" as const, held: null, missedAt: null, factor: null };
    expect(words({ ...unknown, proven: null })).toContain("isn't known what tests had proven");
    expect(words(unknown)).toMatch(/it never held its targets for 5m\./);
    expect(words({ ...unknown, day: null })).toContain("or doesn't show them");
    expect(words({ ...unknown, simulated: true })).toContain("simulated");
  });
});
