import { describe, expect, it } from "vitest";
import type { ComparisonVerdict, FigureId } from "@headroom/core";
import type { PairStatistics } from "@headroom/contract";
import { prepareIntervals } from "@headroom/ui/charts";
import { answered, comparisonOf, statisticsOf } from "../testing/comparison-fixtures.ts";
import { earlierWords } from "./earlier-words.ts";
import { intervalInput } from "../pair/interval-input.ts";
import { prepareFigures } from "../figures/prepare-figures.ts";
import { prepareRuns } from "./prepare-runs.ts";
import { prepareSentence } from "../pair/prepare-sentence.ts";
import { statisticsByRun } from "./statistics-by-run.ts";

const pair = comparisonOf([
  { id: "a", figures: { throughput: 100, p99: 200 } },
  { id: "b", figures: { throughput: 101, p99: 260 } },
]);
const cards = prepareRuns(pair, [0, 1]);

/** Live traffic whose p99 has this verdict, and whose other figures show no change. */
function known(verdict: ComparisonVerdict): ReturnType<typeof statisticsByRun> {
  const plain = statisticsOf("no-detectable-change");
  const statistics: PairStatistics = {
    ...plain,
    verdict,
    whole: plain.whole.map((one) => ({
      ...one,
      ...(one.metric === "p99" ? { verdict, reason: "On 9 earlier days …" } : {}),
      interval: null,
      usual: { days: 9, ...(one.metric === "error-rate" ? SHARES : { low: 0.97, high: 1.081 }) },
    })),
  };
  return statisticsByRun({ pairs: [answered(["a", "b"], statistics)] });
}
const SHARES = { low: -0.0001, high: 0.0025 };

describe("a pair around an event", () => {
  const say = (verdict: ComparisonVerdict) =>
    prepareSentence({ comparison: pair, cards, statistics: known(verdict) });

  it("says what is usual, not that more runs would settle it", () => {
    expect(say("differs")).toMatchObject({
      lead: "Unsure: run 2 may be slower than run 1: p99 +100%.",
      rest: "p99: On 9 earlier days …",
    });
    expect(say("no-detectable-change").rest).toBe("p99: On 9 earlier days …");
  });

  it("has the usual change in the place of an interval", () => {
    const rows = prepareFigures(pair.whole, cards, known("regressed"));
    const noiseOf = (metric: FigureId) =>
      rows.find((row) => row.metric === metric)?.cells[1]?.change?.noise ?? null;
    expect(noiseOf("p99")).toEqual({
      state: "regressed",
      reason: "On 9 earlier days …",
      interval: null,
      detectable: "could show 4.0%",
      usual: { range: "−3.0% to +8.1%", days: "on 9 earlier days" },
    });
  });

  it("is drawn against the usual change, not against none", () => {
    const statistics = known("regressed");
    const input = intervalInput(pair, cards, statistics);
    const rows = input.groups.flatMap((group) => group.rows);
    expect(rows.find(({ name }) => name === "p99")?.usual).toMatchObject({ low: 0.97, high: 1.081 });
    const drawn = prepareIntervals(input).groups.flatMap((group) => group.rows);
    const [from, to] = drawn.find(({ name }) => name === "p99")?.block ?? [];
    expect([from, to]).toEqual([1 / 1.081, 1 / 0.97]);
    expect(earlierWords(statistics)).toBe("What is usual is measured on 9 earlier days.");
  });
});
