import { describe, expect, it } from "vitest";
import { known, none, pair, positions, statisticsOf } from "../../comparison/testing/comparison-fixtures.ts";
import { comparisonWords } from "./comparison-words.ts";

const name = { title: "Mix, run 1, and Mix, run 2", description: "Load tests of Shop, compared" };
const now = new Date("2026-11-26T02:40:00Z");
const words = (statistics = none, comparison = pair) =>
  comparisonWords({ comparison, positions, statistics }, name, now);

describe("the picture of a comparison", () => {
  it("says what changed, and that a better run still misses its targets", () => {
    const said = words(known(["b", statisticsOf("improved")]));
    expect(said).toMatchObject({
      context: "Load tests of Shop, compared",
      headline: "Run 2 is faster than run 1: p99 +100% (90 to 110%).",
      tone: "neutral",
    });
    expect(said.note).toMatch(/^Run 2 misses 2 targets: .* Throughput went from/);
  });

  it("is green only for an improvement without a missed target", () => {
    const runs = pair.runs.map((run) => ({ ...run, verdict: "met" as const, targets: [] }));
    const held = { ...pair, runs };
    expect(words(known(["b", statisticsOf("improved")]), held).tone).toBe("good");
    expect(words(known(["b", statisticsOf("regressed")]), held).tone).toBe("bad");
    expect(words(known(["b", statisticsOf("differs", 3)]), held).tone).toBe("unsure");
    expect(words(known(["b", statisticsOf("no-detectable-change")]), held).tone).toBe("neutral");
    const own = { ...held, runs: runs.map((run) => ({ ...run, outcome: "regressed" as const })) };
    expect(words(known(["b", statisticsOf("improved")]), own)).toMatchObject({
      tone: "neutral",
      note: expect.stringMatching(/^Run 2 regressed from its own baseline\. Its targets are met\./),
    });
    expect(words(none, held)).toMatchObject({ headline: "Run 2 compared with run 1.", tone: "neutral" });
  });

  it("says that its runs are simulated", () => {
    const kindOf = (severity: "note" | "veto") => {
      const differences = [{ kind: "simulated" as const, severity, words: "" }];
      const comparability = pair.comparability.map((one) => ({ ...one, differences }));
      return words(none, { ...pair, comparability }).kind;
    };
    expect(words().kind).toBe("Comparison");
    expect(kindOf("note")).toBe("Comparison · simulated");
    expect(kindOf("veto")).toBe("Comparison · partly simulated");
  });
});
