import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatChange } from "../format/number.ts";
import { FIGURE_IDS } from "../targets/figures.ts";
import {
  comparedFigure,
  figureText,
  figureWithUnit,
  printedChange,
  printedFigures,
  printedInterval,
} from "./printed-change.ts";

const divided = (before: string, after: string) =>
  Number.parseFloat(after.replaceAll(",", "")) / Number.parseFloat(before.replaceAll(",", "")) - 1;

/** So near to where the printed percentage changes that a binary fraction falls on the other side of it. */
const isOnEdge = (share: number) => formatChange(share * (1 - 1e-9)) !== formatChange(share * (1 + 1e-9));

describe("a printed change", () => {
  it.each([
    ["p50", 42.041, 48.36, "42.04 ms", "48.36 ms", "+15.0%"],
    ["p99", 103.2, 113.99, "103.2 ms", "114.0 ms", "+10.5%"],
    ["p99", 1_400, 240, "1,400 ms", "240 ms", "−82.9%"],
    ["p50", 12.6, 13.4, "12.6 ms", "13.4 ms", "+6.3%"],
    ["throughput", 14_010, 40_269, "14,010/s", "40,269/s", "+187%"],
    ["error-rate", 0.002, 0.004, "0.20%", "0.40%", "+100%"],
    ["p50", 42, 42, "42 ms", "42 ms", "0.0%"],
    ["p90", 120.000_1, 139.502, "120.0 ms", "139.5 ms", "+16.3%"],
    ["p90", 120.000_1, 139.498, "120.000 ms", "139.498 ms", "+16.2%"],
    ["error-rate", 0.001_372_7, 0.022_824_5, "0.1373%", "2.2820%", "+1,560%"],
  ] as const)("of %s from %d to %d", (metric, before, after, from, to, size) => {
    expect(printedChange(metric, { before, after })).toEqual({ before: from, after: to, size });
  });

  it("goes from errors to none, and stays at 0% without any", () => {
    expect(printedChange("error-rate", { before: 0.048, after: 0 })).toEqual({
      before: "4.80%",
      after: "none",
      size: "−100%",
    });
    expect(printedChange("error-rate", { before: 0, after: 0 })).toMatchObject({ before: "0%", after: "0%" });
  });

  it("has no size from zero, or if a figure is unknown", () => {
    expect(printedChange("error-rate", { before: 0, after: 0.02 })).toEqual({
      before: "none",
      after: "2.00%",
      size: null,
    });
    expect(printedChange("p99", { before: null, after: 100 })).toEqual({
      before: "unknown",
      after: "100 ms",
      size: null,
    });
  });

  it("is the quotient of its two printed figures", () => {
    const value = fc.double({ min: 0.1, max: 90_000, noNaN: true });
    const times = fc.double({ min: 0.05, max: 20, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...FIGURE_IDS), value, times, (metric, given, factor) => {
        const before = metric === "error-rate" ? given / 10_000 : given;
        const printed = printedChange(metric, { before, after: before * factor });
        const quotient = divided(printed.before, printed.after);
        expect(isOnEdge(quotient) || formatChange(quotient) === printed.size).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("has all figures of a row with the digits that each of its changes takes", () => {
    expect(printedFigures("p99", [103.2, 113.99, null, 206.4], 0)).toEqual(["103.2", "114.0", null, "206.4"]);
    expect(printedFigures("p99", [103.2, 103.2], 1)).toEqual(["103", "103"]);
    expect(printedFigures("error-rate", [0, 0.000_001], 0)).toEqual(["0", "< 0.001"]);
    expect(printedFigures("error-rate", [0.000_002, 0.000_003], 0)).toEqual(["0.0002", "0.0003"]);
  });
});

it("a figure alone is as on the page of its run, and an interval has both of its ends", () => {
  expect(figureWithUnit("p50", 42.041)).toBe("42 ms");
  expect(printedInterval({ low: 1.117, high: 1.182 })).toBe("+11.7% to +18.2%");
  expect(printedInterval({ low: 0.9, high: null })).toBe("−10.0% to no upper limit");
});

it("a figure that is compared reads as on the page of its run, without being rounded twice", () => {
  const latencyMs = { p50: null, p90: null, p95: null, "p99.9": null };
  const others = { throughput: null, itemsThroughput: null, errorRate: null };
  const compared = (p99: number) =>
    comparedFigure("p99", { ...others, latencyMs: { ...latencyMs, p99 } }) ?? 0;
  expect([132.46, 132.5, 132.54, 9.9946].map((p99) => figureText("p99", compared(p99)))).toEqual([
    "132",
    "133",
    "133",
    "9.99",
  ]);
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e6, noNaN: true }), (p99) => {
      expect(figureText("p99", compared(p99))).toBe(figureText("p99", p99));
      expect(compared(compared(p99))).toBe(compared(p99));
    }),
  );
});
