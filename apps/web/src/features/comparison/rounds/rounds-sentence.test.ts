import { describe, expect, it } from "vitest";
import type { LevelChange, RoundsRow } from "@headroom/contract";
import type { ComparisonVerdict, RunOutcome, Verdict } from "@headroom/core";
import { answered, comparisonOf, statisticsOf } from "../testing/comparison-fixtures.ts";
import { roundsSentence } from "./rounds-sentence.ts";
import { statisticsByRun } from "../view/statistics-by-run.ts";

interface GivenPair {
  /** Of the figures, as they stand. */
  change?: "better" | "worse" | "none";
  before?: Verdict | null;
  after?: Verdict | null;
  /** What is concluded from the second run itself. */
  own?: RunOutcome;
  quoted?: boolean;
  /** What noise says; none while it is being worked out. */
  verdict?: ComparisonVerdict;
  trend?: LevelChange[];
}

const THROUGHPUT = { better: 200, worse: 50, none: 100 };

function sentenceOf(...pairs: readonly GivenPair[]) {
  const rows = pairs.map(({ change = "none", before = "met", after = "met", own, quoted = false }, at) => {
    const { runs, whole, comparability } = comparisonOf([
      { id: `${at}-1`, figures: { throughput: 100 }, verdict: before, quoted },
      {
        id: `${at}-2`,
        figures: { throughput: THROUGHPUT[change] },
        verdict: after,
        outcome: own ?? null,
        quoted,
      },
    ]);
    const [found] = comparability;
    const row: RoundsRow = {
      experiment: { id: `${at}`, slug: `${at}`, name: `${at}`, group: null },
      state: "pair",
      before: runs[0] ?? null,
      after: runs[1] ?? null,
      metrics: whole,
      comparability: found === undefined ? null : { ...found, ...(quoted ? QUOTED : {}) },
    };
    return row;
  });
  const known = pairs.flatMap(({ verdict, trend = [] }, at) =>
    verdict === undefined ? [] : [answered([`${at}-1`, `${at}-2`], { ...statisticsOf(verdict), trend })],
  );
  return roundsSentence(rows, statisticsByRun({ pairs: known }));
}

const QUOTED: Partial<NonNullable<RoundsRow["comparability"]>> = {
  comparable: false,
  differences: [{ kind: "percentile-source", severity: "veto", words: "As quoted." }],
};

describe("the sentence of two rounds", () => {
  it("begins with what got worse", () => {
    const { lead, rest } = sentenceOf(
      { verdict: "improved" },
      { verdict: "regressed", after: "missed" },
      { verdict: "no-detectable-change" },
    );
    expect(lead).toBe("1 of 3 pairs regressed, 1 improved.");
    expect(rest).toBe("1 now misses its targets, 2 meet their targets.");
  });

  it("calls a target that was met before broken, and only one that was missed still missed", () => {
    expect(sentenceOf({ verdict: "regressed", after: "missed" }).rest).toBe("It now misses its targets.");
    expect(sentenceOf({ verdict: "improved", before: "missed", after: "missed" }).rest).toBe(
      "It still misses its targets.",
    );
    expect(sentenceOf({ verdict: "improved", before: null, after: "missed" }).rest).toBe(
      "It misses its targets.",
    );
    expect(sentenceOf({ verdict: "improved", before: "missed", after: "met" }).rest).toBe(
      "It now meets its targets.",
    );
  });

  it("calls nothing improved that only differs, or that noise explains", () => {
    expect(sentenceOf({ change: "better", verdict: "differs" }, { verdict: "differs" }).lead).toBe(
      "Both pairs are unsure.",
    );
    expect(
      sentenceOf({ change: "better", verdict: "no-detectable-change" }, { verdict: "no-detectable-change" })
        .lead,
    ).toBe("No detectable change in 2 pairs.");
    expect(sentenceOf({ change: "better", verdict: "differs" }).lead).toBe(
      "Unsure: the only pair differs in its two runs.",
    );
  });

  it("never contradicts the trend: it names a change that the two runs alone don't show", () => {
    const trend: LevelChange[] = [{ metric: "p99", before: 85, after: 102, runs: [41], drifts: [] }];
    const flat = { verdict: "no-detectable-change", trend } as const;
    expect(sentenceOf(flat, { verdict: "no-detectable-change" }).rest).toBe(
      "All meet their targets. The trend of 0 shows a change of p99 that its two runs alone don't.",
    );
    expect(sentenceOf(flat, flat).rest).toBe(
      "All meet their targets. The trends of 2 experiments show changes that their runs alone don't.",
    );
    expect(sentenceOf({ verdict: "regressed", trend }).rest).toBe("It meets its targets.");
  });

  it("doesn't count pairs without a test as unchanged", () => {
    const flat = { verdict: "no-detectable-change" } as const;
    const untested = { verdict: "not-tested" } as const;
    const vetoed = { verdict: "not-comparable" } as const;
    expect(sentenceOf(flat, flat, untested).lead).toBe("1 of 3 pairs is unsure, 2 show no change.");
    expect(sentenceOf(flat, flat, vetoed).lead).toBe(
      "No detectable change in 2 of 3 pairs, 1 is not comparable.",
    );
    expect(sentenceOf({ verdict: "regressed" }, untested, flat, vetoed).lead).toBe(
      "1 of 4 pairs regressed, 1 is unsure, 1 is not comparable.",
    );
    expect(sentenceOf({ verdict: "improved" }, untested).lead).toBe("1 of 2 pairs is unsure, 1 improved.");
    expect(sentenceOf(untested, untested).lead).toBe("Both pairs are unsure.");
    expect(sentenceOf(vetoed, vetoed).lead).toBe("None of 2 pairs is comparable.");
    expect(sentenceOf(untested).lead).toBe("Unsure: the only pair wasn't tested.");
  });

  it("gives no all-clear to runs that are worse than their own baselines", () => {
    const worse = { verdict: "improved", own: "regressed" } as const;
    expect(sentenceOf(worse).rest).toBe(
      "Its second run regressed from its own baseline. It meets its targets.",
    );
    expect(sentenceOf(worse, { verdict: "regressed", own: "regressed" }).rest).toBe(
      "1 second run regressed from its own baseline. All meet their targets.",
    );
  });

  it("calls nothing improved before noise was considered", () => {
    expect(sentenceOf({ change: "better" }, { change: "better", verdict: "improved" }).lead).toBe(
      "Comparing 2 pairs.",
    );
    expect(sentenceOf({ change: "better" }).lead).toBe("Comparing the only pair.");
  });

  it("gives summaries as quoted, without a verdict on the change", () => {
    const quoted = true;
    expect(sentenceOf({ quoted, change: "better" }, { quoted, change: "better" }).lead).toBe(
      "By the tools' own figures, both pairs are better.",
    );
    expect(sentenceOf({ quoted, change: "better" }, { quoted, change: "worse" }).lead).toBe(
      "By the tools' own figures, 1 of 2 pairs is worse, 1 better.",
    );
    expect(sentenceOf({ quoted, change: "worse" }).lead).toBe("By the tool's own figures, 1 pair is worse.");
    expect(sentenceOf({ quoted }, { quoted }).lead).toBe(
      "By the tools' own figures, both pairs are the same.",
    );
    expect(
      sentenceOf({ quoted, change: "worse" }, { verdict: "improved" }, { verdict: "improved" }),
    ).toMatchObject({
      lead: "Both pairs improved.",
      rest: "By the tool's own figures, 1 pair is worse. All meet their targets.",
    });
  });

  it("counts every verdict of the second runs, worst first", () => {
    expect(
      sentenceOf(
        { verdict: "improved", after: null },
        { verdict: "improved", after: "unsure" },
        { verdict: "improved" },
        { verdict: "improved", before: "missed", after: "missed" },
        { verdict: "improved", after: "missed" },
      ).rest,
    ).toBe(
      "1 now misses its targets, 1 still misses its targets, 1 has an unsure verdict, 1 meets its targets, 1 has no targets.",
    );
  });
});
