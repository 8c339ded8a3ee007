import { describe, expect, it } from "vitest";
import type { RoundsComparison } from "@headroom/contract";
import type { SharedRoundsReport } from "@headroom/services";
import { answered, comparisonOf, statisticsOf } from "../../comparison/testing/comparison-fixtures.ts";
import { roundsPictureWords } from "./rounds-words.ts";

const name = { title: "Shop, round 1 and round 2", description: "Load tests of Shop" };
const at = "2026-11-26T02:40:00.000Z";

type Verdict = "met" | "missed" | null;

function report(
  change: Parameters<typeof statisticsOf>[0],
  verdicts: [Verdict, Verdict] = ["missed", "met"],
  simulated: "note" | "veto" | null = null,
): SharedRoundsReport {
  const { runs, whole, comparability } = comparisonOf([
    { id: "a", figures: { throughput: 100, p99: 300 }, verdict: verdicts[0] },
    { id: "b", figures: { throughput: 100, p99: 100 }, verdict: verdicts[1] },
  ]);
  const [before = null, after = null] = runs;
  const [found = null] = comparability;
  const differences =
    simulated === null ? [] : [{ kind: "simulated" as const, severity: simulated, words: "" }];
  const comparison: RoundsComparison = {
    service: { id: "s", slug: "shop", name: "Shop" },
    rows: [
      {
        experiment: { id: "mix", slug: "mix", name: "Mix", group: null },
        state: "pair",
        before,
        after,
        metrics: whole,
        comparability: found === null ? null : { ...found, differences },
      },
    ],
    total: 1,
  };
  return {
    report: {
      rounds: { by: "configuration", key: "round", before: "1", after: "2" },
      comparison,
      statistics: { pairs: [answered(["a", "b"], statisticsOf(change))] },
    },
    at,
    frozen: null,
  };
}

describe("the picture of rounds", () => {
  it("says what changed, whether targets hold, and when that was true", () => {
    expect(roundsPictureWords(report("improved"), name)).toEqual({
      kind: "Rounds",
      title: name.title,
      context: name.description,
      figure: null,
      headline: "The only pair improved.",
      note: "It now meets its targets.",
      tone: "good",
      foot: "As of 26 Nov 2026, 02:40 UTC",
    });
  });

  it("is green only without a missed target, and red for one that broke or a pair that regressed", () => {
    const toneOf = (...given: Parameters<typeof report>) => roundsPictureWords(report(...given), name).tone;
    expect(toneOf("improved", ["missed", "missed"])).toBe("neutral");
    expect(toneOf("improved", ["met", "missed"])).toBe("bad");
    expect(toneOf("regressed", ["met", "met"])).toBe("bad");
    expect(toneOf("differs")).toBe("unsure");
    const given = report("improved");
    const [row] = given.report.comparison.rows;
    if (!row?.after) throw new Error("there is no second run");
    row.after.outcome = "regressed";
    expect(roundsPictureWords(given, name)).toMatchObject({
      tone: "neutral",
      note: "Its second run regressed from its own baseline. It now meets its targets.",
    });
    expect(toneOf("no-detectable-change", ["met", "met"])).toBe("neutral");
  });

  it("says that it is simulated", () => {
    expect(roundsPictureWords(report("improved", undefined, "note"), name)).toMatchObject({
      kind: "Rounds · simulated",
      note: "It now meets its targets. All of it is simulated.",
    });
    expect(roundsPictureWords(report("not-comparable", undefined, "veto"), name).kind).toBe(
      "Rounds · partly simulated",
    );
  });

  it("says since when it is frozen, and that it isn't true any more", () => {
    const frozen = { at, contradicted: ["Mix: run 3 missed a target."], changes: [], working: false };
    expect(roundsPictureWords({ ...report("improved"), frozen }, name)).toMatchObject({
      kind: "Rounds, frozen",
      tone: "unsure",
      note: "Later runs contradict this comparison. It now meets its targets.",
      foot: "As it was on 26 Nov 2026, 02:40 UTC",
    });
  });
});
