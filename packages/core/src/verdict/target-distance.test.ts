import { describe, expect, it } from "vitest";
import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { p99, SECONDS, sharesOf, verdictsOf } from "../testing/drawn-run.ts";
import type { Drawn } from "../testing/drawn-run.ts";
import { cell, figures, verdictOf } from "../testing/judged.ts";

const pauses = { everySeconds: 30, seconds: 0.5 };

describe("a target at twice the run's maximum", () => {
  const twice = (percent: number) => (all: Cell) => `p${percent} <= ${(2 * (all.maxMicros ?? 0)) / 1_000} ms`;

  it.each([
    ["independent requests", { requests: 600, sigma: 0.5 }],
    ["requests that wait in pauses", { requests: 600, sigma: 0.5, pauses }],
    ["latency that swings", { requests: 960, sigma: 0.5, correlation: 0.9, swing: 0.3 }],
  ] satisfies [string, Drawn][])("is met: %s", (_, law) => {
    expect(sharesOf(twice(99), law).met).toBe(1);
  });

  it("is unsure where too few requests could show it, and the reason says how many could", () => {
    const verdicts = verdictsOf(twice(99.9), { requests: 600, sigma: 0.5, pauses });
    for (const { verdict, interval, reason } of verdicts) {
      expect({ verdict, high: interval?.high }).toEqual({ verdict: "unsure", high: null });
      expect(reason).toMatch(
        /Too few requests: 600 requests can't show it with 90% confidence\. About 4,700 requests \(.*\) would settle it\.$/,
      );
    }
  });
});

describe("a target at 1.5 times what the service needs", () => {
  it.each([
    ["sigma 1", 1.5 * p99(1), { requests: 3_000, sigma: 1 }],
    ["pauses", 500, { requests: 3_000, sigma: 0.5, pauses }],
    ["swings", 1.5 * p99(0.51), { requests: 3_000, sigma: 0.5, correlation: 0.9, swing: 0.1 }],
  ] satisfies [string, number, Drawn][])("is rarely unsure: %s", (_, millis, law) => {
    expect(sharesOf(`p99 <= ${millis.toFixed(3)} ms`, law).unsure).toBeLessThanOrEqual(0.1);
  });
});

describe("a service beyond its target", () => {
  it("is hardly ever met where only pauses exceed it", () => {
    // 1% of the requests wait for at least 0.2 s.
    expect(sharesOf("p99 <= 200 ms", { requests: 3_000, sigma: 0.5, pauses }).met).toBeLessThanOrEqual(0.05);
  });

  it("has its rate of errors met in less than one of ten runs at 10% beyond", () => {
    const law = { requests: 3_000, sigma: 0.5, errorRate: 0.011, burst: 3 };
    expect(sharesOf("error rate <= 1%", law).met).toBeLessThanOrEqual(0.1);
  });
});

describe("the reason", () => {
  /** Two minutes of 26 requests a second; in three of the seconds, thirteen of them are slow. */
  const clumped = (errors = 0) => {
    const slices = Array.from({ length: SECONDS }, (_, second) =>
      second % 40 === 7 ? cell({ 20: 13, 300: 12, 307: 1 }, errors) : cell({ 20: 22, 21: 4 }),
    );
    const all = mergeAllCells(slices);
    const own = { figures: { ...figures(all, {}, SECONDS), slices } };
    return { all, own };
  };

  it("says that the slowest request is far from the target", () => {
    const { all, own } = clumped();
    expect(verdictOf("p99 <= 4 s", all, own)).toMatchObject({
      verdict: "met",
      reason:
        "p99 is 0.301 s, 3.7 s below the target of 4 s. The slowest of 3,120 requests took only 0.307 s, so each counts as independent.",
    });
  });

  it("takes twice the slowest as far, whatever the tool rounds", () => {
    const { all, own } = clumped();
    const at = (text: string) => verdictOf(text, all, { ...own, latencyResolutionMicros: 1_000 }).verdict;
    expect([at("p99 <= 614 ms"), at("p99 <= 400 ms")]).toEqual(["met", "unsure"]);
  });

  it("says that requests were counted as fewer, and how high the figure may be", () => {
    const { all, own } = clumped();
    const near = verdictOf("p99 <= 400 ms", all, own);
    expect(near).toMatchObject({ verdict: "unsure" });
    expect(near.reason).toMatch(
      /By chance, the true figure may be as high as 614 ms \(99% confidence\), because slow requests came together, so that 3,120 requests count as about \d+\. /,
    );
  });

  it.each([
    ["a request failed", () => clumped(1), {}],
    [
      "nothing succeeded for a while",
      clumped,
      { holes: [{ from: "2026-11-21T12:00:10.000Z", to: "2026-11-21T12:00:16.000Z" }] },
    ],
  ])("doesn't count on the slowest request if %s", (_, draw, changes) => {
    const { all, own } = draw();
    const verdict = verdictOf("p99 <= 4 s", all, { ...own, ...changes });
    expect(verdict).toMatchObject({ verdict: "unsure" });
    expect(verdict.reason).toMatch(
      /Too few requests: slow requests came together, so that 3,120 requests count as about \d+, which can't show it with 99% confidence\. About \S+ requests /,
    );
  });
});
