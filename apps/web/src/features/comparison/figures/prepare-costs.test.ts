import { describe, expect, it } from "vitest";
import type { CostRow, CostStatisticAnswer } from "@headroom/contract";
import { costChange, costOf, parsePrice } from "@headroom/core";
import type { CostSide } from "@headroom/core";
import { comparisonCsv } from "../view/comparison-csv.ts";
import { comparisonOf, known, none, positions, statisticsOf } from "../testing/comparison-fixtures.ts";
import { prepareCosts } from "./prepare-costs.ts";
import { prepareRuns } from "../view/prepare-runs.ts";

const window = { throughput: 1_000, items: 60_000, durationSeconds: 60, errorRate: 0 };

/** As the service answers it, with A as the reference. */
function costsOf(...prices: readonly (string | null)[]): CostRow {
  const sides = prices.map((text): CostSide => {
    const price = text === null ? null : parsePrice(text);
    return { price, cost: price === null ? null : costOf(price, window).requests };
  });
  return {
    of: "requests",
    currencies: sides.map(({ price }) => price?.currency ?? null),
    values: sides.map(({ cost }) => cost?.value ?? null),
    ranges: sides.map(({ cost }) => cost?.range ?? null),
    missing: sides.map(() => null),
    changes: sides.map((side, at) => (at === 0 ? null : costChange(sides[0] ?? side, side))),
  };
}

const given = (...costs: CostRow[]) =>
  comparisonOf(
    ["a", "b", "c", "d"].map((id) => ({ id, figures: {} })),
    { costs },
  );
const requests = costsOf("0.001 USD/s", "0.002 USD/s", "0.001 EUR/s", null);
const compared = given(requests, { ...requests, of: "items" });
const cards = prepareRuns(compared, positions);
const certain: CostStatisticAnswer = {
  of: "requests",
  verdict: "regressed",
  reason: "exact",
  before: 1,
  after: 2,
  ratio: 2,
  interval: { low: 1.95, high: 2.05 },
  smallestDetectable: 0.05,
};
const statistics = known(
  ["b", { ...statisticsOf("regressed"), costs: [certain] }],
  ["c", { ...statisticsOf("regressed"), costs: [] }],
  ["d", { ...statisticsOf("regressed"), costs: [] }],
);

describe("costs in a comparison", () => {
  it("are a row, in the currency of each run, and items that cost the same have none", () => {
    const rows = prepareCosts(compared.costs, cards, statistics);
    expect(rows.map(({ name, unit }) => [name, unit])).toEqual([["Cost", "of 1M requests"]]);
    expect(rows[0]?.cells.map(({ text }) => text)).toEqual(["$1.00", "$2.00", "€1.00", null]);
    expect(rows[0]?.cells[3]?.absent).toBe("no price");
  });

  it("say how certain a change is, and that currencies aren't compared", () => {
    const [row] = prepareCosts(compared.costs, cards, statistics);
    expect(row?.cells[1]?.change).toEqual({
      words: { times: "2.00x costlier", percent: "+100%" },
      noise: {
        state: "regressed",
        reason: "exact",
        usual: null,
        interval: "+95.0% to +105%",
        detectable: "could show 5.0%",
      },
    });
    expect(row?.cells[2]?.change).toMatchObject({
      words: { times: "not compared", percent: "USD and EUR" },
      noise: { state: "not-comparable" },
    });
    expect(row?.cells[3]?.change).toMatchObject({ words: null, noise: { state: "not-tested" } });
  });

  it("are there before it is known how certain they are", () => {
    const [row] = prepareCosts(compared.costs, cards, none);
    expect(row?.cells[1]?.change).toMatchObject({ words: { percent: "+100%" }, noise: null });
  });

  it("that are only known to be at least so much have no change", () => {
    const least = { low: 1, high: null };
    const [row] = prepareCosts(
      [{ ...requests, ranges: [null, least, null, null], changes: [null, null, null, null] }],
      cards,
      none,
    );
    expect(row?.cells[1]).toMatchObject({ text: "≥\u00a0$1.00", change: { words: null } });
  });

  it("are in the CSV file, with their currencies", () => {
    const lines = comparisonCsv(given(requests), cards, statistics)
      .split("\r\n")
      .filter((line) => line.startsWith("cost-"));
    expect(lines).toEqual([
      "cost-requests,USD per million,a,1,1,1,,,,,,,,,,,1,",
      "cost-requests,USD per million,b,2,2,1,1,2,1.95,2.05,0.05,regressed,,,,regressed,1,",
      "cost-requests,EUR per million,c,3,1,,,,,,,,,,,regressed,1,",
    ]);
  });
});
