import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { badnessOf, changeOf } from "./change.ts";

/** All pairs that the recommendation service published, with their changes. */
const PUBLISHED = [
  ["throughput", 14_010, 40_269, "+187%", "2.87x", "better"],
  ["throughput", 16_831, 258_640, "+1,440%", "15.4x", "better"],
  ["throughput", 120_835, 317_474, "+163%", "2.63x", "better"],
  ["throughput", 52_399, 317_474, "+506%", "6.06x", "better"],
  ["p99", 1_400, 240, "−82.9%", "5.83x faster", "better"],
  ["p99", 410, 75, "−81.7%", "5.47x faster", "better"],
  ["p99", 120, 60, "−50.0%", "2.00x faster", "better"],
  ["p99", 100, 60, "−40.0%", "1.67x faster", "better"],
] as const;

describe("a change in words", () => {
  it.each(PUBLISHED)("%s from %d to %d is %s and %s", (metric, before, after, percent, times, direction) => {
    const change = changeOf(metric, before, after);
    expect(change.words).toEqual({ percent, times });
    expect(change.direction).toBe(direction);
    expect(change.absolute).toBe(after - before);
  });

  it.each([
    ["throughput", 40_269, 14_010, "−65.2%", "0.35x", "worse"],
    ["p99", 240, 1_400, "+483%", "5.83x slower", "worse"],
    ["p99", 200, 200, "0.0%", "1.00x", "same"],
    ["error-rate", 0.001, 0.003, "+200%", "3.00x", "worse"],
    ["error-rate", 0.001, 0, "−100%", "to none", "better"],
    ["p50", 45, 30, "−33.3%", "1.50x faster", "better"],
  ] as const)("%s from %d to %d is %s and %s", (metric, before, after, percent, times, direction) => {
    expect(changeOf(metric, before, after)).toMatchObject({ words: { percent, times }, direction });
  });

  it("says what it cannot say as null: absent figures, and a share of nothing", () => {
    expect(changeOf("p99", null, 240)).toMatchObject({ absolute: null, times: null, words: null });
    expect(changeOf("error-rate", 0, 0.003)).toMatchObject({
      absolute: 0.003,
      share: null,
      words: null,
      direction: "worse",
    });
  });
});

describe("the worst change", () => {
  const figure = fc.double({ min: 1e-3, max: 1e6, noNaN: true });

  it("is as bad one way as it is good the other", () => {
    fc.assert(
      fc.property(figure, figure, (a, b) => {
        const there = badnessOf("p99", changeOf("p99", a, b)) ?? NaN;
        const back = badnessOf("p99", changeOf("p99", b, a)) ?? NaN;
        expect(there).toBeCloseTo(-back, 9);
        expect(badnessOf("throughput", changeOf("throughput", a, b))).toBeCloseTo(-there, 9);
      }),
    );
  });

  it("ranks errors by how many requests they cost", () => {
    const bad = (before: number, after: number) =>
      badnessOf("error-rate", changeOf("error-rate", before, after)) ?? NaN;
    expect(bad(1 / 65_000, 10 / 65_000)).toBeLessThan(0.001);
    expect(bad(0, 0.1)).toBeCloseTo(0.105, 3);
    expect(bad(0.1, 0)).toBeCloseTo(-0.105, 3);
    expect(bad(0.5, 1)).toBe(Infinity);
    expect(badnessOf("error-rate", changeOf("error-rate", 0, 0))).toBe(0);
    expect(badnessOf("throughput", changeOf("throughput", 10, 0))).toBe(Infinity);
    expect(badnessOf("p99", changeOf("p99", null, 10))).toBeNull();
  });
});
