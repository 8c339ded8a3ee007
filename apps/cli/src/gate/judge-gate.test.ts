import { describe, expect, it } from "vitest";
import type { ComparisonAnswer, MetricStatistic, PairStatistics } from "@headroom/contract";
import { exitOf, ifIntended, judgePair, outcomeOf } from "./judge-gate.ts";
import type { Finding } from "./judge-gate.ts";

const LIMITS = { minChange: 0.05, detect: null };

function metric(over: Partial<MetricStatistic>): MetricStatistic {
  return {
    metric: "p99",
    verdict: "no-detectable-change",
    reason: "Within the noise.",
    before: 100,
    after: 101,
    ratio: 1.01,
    interval: { low: 0.95, high: 1.07 },
    smallestDetectable: 0.08,
    pValue: 0.5,
    runsToSettle: null,
    noise: null,
    ...over,
  };
}

function pair(whole: MetricStatistic[], labels: PairStatistics["labels"] = [], vetoes: string[] = []) {
  const statistics: PairStatistics = {
    verdict: "no-detectable-change",
    whole,
    labels,
    method: {
      sliceSeconds: null,
      blockSeconds: null,
      earlierRuns: 8,
      resamples: 1_000,
      confidence: 0.95,
      falseDiscoveryRate: 0.05,
      relevantShare: 0.01,
    },
  };
  return {
    comparability: [
      {
        run: 1,
        comparable: vetoes.length === 0,
        differences: vetoes.map((words) => ({
          kind: "tool" as const,
          severity: "veto" as const,
          words,
        })),
        alike: [],
        unknown: [],
      },
    ],
    labels: { rows: [], total: 0, sortedAmong: null },
    statistics: [{ before: ["a"], after: ["b"], state: "ready" as const, statistics, trend: [] }],
  } satisfies Pick<ComparisonAnswer, "comparability" | "labels" | "statistics">;
}

const regressed = (over: Partial<MetricStatistic> = {}) =>
  metric({
    verdict: "regressed",
    reason: "Real.",
    after: 134,
    ratio: 1.34,
    interval: { low: 1.2, high: 1.5 },
    ...over,
  });
const codeOf = (...given: Parameters<typeof judgePair>) => exitOf(judgePair(...given), false);

describe("the gate", () => {
  it("names the label, size and interval of a real regression", () => {
    const found = judgePair(
      pair([metric({})], [{ label: "GET /item", kind: "request", metrics: [regressed()] }]),
      LIMITS,
    );
    expect(exitOf(found, false)).toBe(10);
    expect(found).toContainEqual({
      outcome: "fail",
      about: 'p99 of "GET /item"',
      words: "Rose 34% (95% interval +20% to +50%), from 100 ms to 134 ms.",
      why: "Real.",
      isWorse: true,
    });
  });

  it("says what to do about a slower run that is meant to stay, and of no other", () => {
    const of = (one: MetricStatistic) => ifIntended(judgePair(pair([one]), LIMITS));
    const differs = { verdict: "differs", after: 134, ratio: 1.34 } as const;
    for (const worse of [regressed(), metric(differs)])
      expect(of(worse)).toMatchObject([{ outcome: "note", words: expect.stringContaining("baseline") }]);
    for (const other of [metric({}), metric({ ...differs, after: 50, ratio: 0.5 })])
      expect(of(other)).toEqual([]);
  });

  it("fails on no regression below the size that matters, and on none for the better", () => {
    expect(codeOf(pair([regressed({ ratio: 1.04, after: 104 })]), LIMITS)).toBe(0);
    expect(codeOf(pair([metric({ verdict: "improved", ratio: 0.5, after: 50 })]), LIMITS)).toBe(0);
    expect(codeOf(pair([metric({ verdict: "differs", ratio: 0.5, after: 50 })]), LIMITS)).toBe(0);
  });

  it("fails on throughput that falls and on errors where there were none", () => {
    expect(codeOf(pair([regressed({ metric: "throughput", ratio: 0.7, after: 70 })]), LIMITS)).toBe(10);
    const errors = {
      metric: "error-rate",
      before: 0,
      after: 0.02,
      ratio: null,
      interval: null,
    } as const;
    expect(codeOf(pair([regressed(errors)]), LIMITS)).toBe(10);
  });

  it("is unsure about a difference that may be chance, too little data and what can't be compared", () => {
    expect(codeOf(pair([metric({ verdict: "differs", ratio: 1.3, after: 130 })]), LIMITS)).toBe(11);
    expect(codeOf(pair([metric({}), metric({ metric: "p95", verdict: "not-tested" })]), LIMITS)).toBe(11);
    expect(codeOf(pair([]), LIMITS)).toBe(11);
    const vetoed = judgePair(pair([regressed()], [], ["One run used k6, the other JMeter."]), LIMITS);
    expect(vetoed.map(({ words }) => words)).toEqual(["Not comparable: One run used k6, the other JMeter."]);
    expect(outcomeOf(vetoed)).toBe("unsure");
  });

  it("is unsure on request if a large change could have been missed", () => {
    const blind = pair([metric({ smallestDetectable: 0.4 })]);
    expect(codeOf(blind, LIMITS)).toBe(0);
    expect(codeOf(blind, { ...LIMITS, detect: 0.1 })).toBe(11);
  });

  it("is unsure about what has no counterpart, in the words of its own sides", () => {
    const unseen = (kind: "left-out" | "lost-labels" | "duration") => {
      const words = "The other run is longer than the reference.";
      const of = pair([metric({})]);
      const difference = { kind, severity: "warn" as const, words };
      return judgePair(
        { ...of, comparability: of.comparability.map((one) => ({ ...one, differences: [difference] })) },
        LIMITS,
      );
    };
    for (const [kind, outcome] of [
      ["left-out", "unsure"],
      ["lost-labels", "unsure"],
      ["duration", "note"],
    ] as const)
      expect(unseen(kind)).toContainEqual(
        expect.objectContaining({
          outcome,
          about: "comparison",
          words: "This run is longer than the baseline.",
        }),
      );
    expect(ifIntended(unseen("left-out"))).toHaveLength(1);
    expect(ifIntended(unseen("lost-labels"))).toEqual([]);
  });

  it("is unsure if a large fall of the throughput would have been missed", () => {
    const throughput = (smallestDetectable: number) =>
      pair([metric({ metric: "throughput", before: 60, after: 45, ratio: 0.75, smallestDetectable })]);
    expect(codeOf(throughput(0.84), LIMITS)).toBe(11);
    expect(codeOf(throughput(0.25), LIMITS)).toBe(0);
    expect(judgePair(throughput(0.25), LIMITS)[0]?.words).toBe(
      "No change detected. Falls below 20% would have been missed.",
    );
    expect(codeOf(throughput(0.25), { ...LIMITS, detect: 0.1 })).toBe(11);
  });

  it("shows what is much worse, although it can be chance", () => {
    const found = judgePair(
      pair([metric({}), metric({ metric: "p99.9", after: 3_000, ratio: 30, interval: null, pValue: 0.01 })]),
      LIMITS,
    );
    expect(found).toContainEqual({
      outcome: "note",
      about: "p99.9",
      words: "Rose 2,900%, from 100 ms to 3,000 ms.",
      why: "Within the noise.",
    });
    expect(exitOf(found, false)).toBe(0);
    const quiet = metric({ metric: "p99.9", after: 140, ratio: 1.4, pValue: 0.01 });
    expect(judgePair(pair([metric({}), quiet]), LIMITS)).toHaveLength(2);
  });

  it("is unsure if even three times as much would have been missed, whatever is accepted", () => {
    expect(codeOf(pair([metric({ smallestDetectable: 93_000 })]), LIMITS)).toBe(11);
  });

  it("says what the errors were, even where they didn't change", () => {
    const errors = metric({ metric: "error-rate", before: 0, after: 0.002, smallestDetectable: null });
    expect(judgePair(pair([errors]), LIMITS)).toContainEqual({
      outcome: "pass",
      about: "error rate",
      words: "No change detected, from 0% to 0.2%.",
    });
    const some = metric({ metric: "error-rate", before: 0.002, after: 0.004, smallestDetectable: 1.2 });
    expect(judgePair(pair([some]), LIMITS)[0]?.words).toBe(
      "No change detected, from 0.2% to 0.4%. Up to 0.44% would have been missed.",
    );
  });

  it("doesn't take nothing for a pass", () => {
    expect(outcomeOf([])).toBe("unsure");
    const of = (outcome: Finding["outcome"], more: object = {}) => [
      { outcome, about: "run", words: "", ...more },
    ];
    expect(exitOf(of("unsure"), true)).toBe(0);
    expect(exitOf(of("fail"), true)).toBe(10);
    expect(exitOf([...of("unsure", { stands: true }), ...of("pass")], true)).toBe(11);
  });
});
