import { describe, expect, it } from "vitest";
import { costChange, costStatistic, printedCosts } from "./cost-change.ts";
import type { CostSide, RateStatistic } from "./cost-change.ts";
import { costOf } from "./cost.ts";
import type { CostWindow } from "./cost.ts";
import { parsePrice } from "./price.ts";

const window = { throughput: 1_000, items: 60_000, durationSeconds: 60, errorRate: 0 };

function side(price: string | null, of: Partial<CostWindow> = {}): CostSide {
  const parsed = price === null ? null : parsePrice(price);
  return { price: parsed, cost: parsed === null ? null : costOf(parsed, { ...window, ...of }).requests };
}

function statistic(of: Partial<RateStatistic>): RateStatistic {
  return {
    metric: "throughput",
    verdict: "improved",
    reason: "because",
    before: 1_000,
    after: 2_000,
    ratio: 2,
    interval: { low: 1.9, high: 2.1 },
    smallestDetectable: 0.05,
    noise: { between: 0.02 },
    usual: null,
    ...of,
  };
}

const twice = side("4 USD/h", { throughput: 2_000 });

describe("a change of cost", () => {
  it("is said in every way, and cheaper is better", () =>
    expect(costChange(side("4 USD/h"), twice)).toMatchObject({
      direction: "better",
      words: { percent: "−50.0%", times: "2.00x cheaper" },
    }));

  it("counts the price as well as the throughput", () =>
    expect(costChange(side("4 USD/h"), side("12 USD/h", { throughput: 2_000 })).words).toEqual({
      percent: "+50.0%",
      times: "1.50x costlier",
    }));

  it("isn't said between two currencies, without a price, or where a cost is only known to be at least", () => {
    const others = [
      side("4 EUR/h"),
      side(null),
      side("4 USD/h", { errorRate: null }),
      side("4 USD/h", { errorRate: 1 }),
    ];
    for (const other of others) expect(costChange(side("4 USD/h"), other).words).toBeNull();
  });
});

describe("how certain a change of cost is", () => {
  const same = statistic({
    verdict: "no-detectable-change",
    after: 1_010,
    ratio: 1.01,
    interval: { low: 0.97, high: 1.05 },
  });
  const of = (before: CostSide, after: CostSide, ...whole: RateStatistic[]) =>
    costStatistic("requests", [before, after], whole);

  it("follows from the interval of the throughput, turned around", () => {
    const found = of(side("4 USD/h"), twice, statistic({}));
    expect(found).toMatchObject({ verdict: "improved", ratio: 0.5 });
    expect(found.interval?.low).toBeCloseTo(1 / 2.1, 9);
    expect(found.interval?.high).toBeCloseTo(1 / 1.9, 9);
  });

  it("regresses at twice the price for the same throughput, because prices are exact", () =>
    expect(of(side("4 USD/h"), side("8 USD/h", { throughput: 1_010 }), same)).toMatchObject({
      verdict: "regressed",
      interval: { low: expect.closeTo(2 / 1.05, 9), high: expect.closeTo(2 / 0.97, 9) },
    }));

  it("isn't detected if throughput shows none at the same price, or if it is below 1%", () => {
    expect(of(side("4 USD/h"), side("4 USD/h", { throughput: 1_010 }), same).verdict).toBe(
      "no-detectable-change",
    );
    const known = statistic({
      verdict: "no-detectable-change",
      ratio: 1,
      interval: { low: 0.999, high: 1.001 },
    });
    expect(of(side("4 USD/h"), side("4.02 USD/h"), known)).toMatchObject({
      verdict: "no-detectable-change",
      reason: expect.stringContaining("below 1%"),
    });
  });

  it("only differs while nobody knows how much such runs vary", () => {
    const rough = statistic({ noise: { between: null } });
    expect(of(side("4 USD/h"), twice, rough).verdict).toBe("differs");
  });

  it("is wider by what the failures vary, where they matter", () => {
    const errors = statistic({
      metric: "error-rate",
      before: 0.1,
      after: 0.2,
      ratio: 2,
      interval: { low: 1.5, high: 2.5 },
    });
    const found = of(
      side("4 USD/h", { errorRate: 0.1 }),
      side("4 USD/h", { throughput: 2_000, errorRate: 0.2 }),
      statistic({}),
      errors,
    );
    const ratio = 0.9 / 1.6;
    expect(found.ratio).toBeCloseTo(ratio, 9);
    expect(found.interval?.low).toBeCloseTo(((ratio * 2) / 2.1) * (0.8 / 0.85), 9);
    expect(found.interval?.high).toBeCloseTo(((ratio * 2) / 1.9) * (0.8 / 0.75), 9);
    const outage = statistic({ metric: "error-rate", before: 0, after: 0.5, ratio: null, interval: null });
    expect(of(side("4 USD/h"), side("4 USD/h", { errorRate: 0.5 }), same, outage)).toMatchObject({
      verdict: "not-tested",
      reason: expect.stringContaining("Failed requests"),
    });
  });

  it("isn't tested where the throughput isn't", () => {
    const vetoed = statistic({ verdict: "not-comparable", reason: "other load" });
    expect(of(side("4 USD/h"), twice, vetoed)).toMatchObject({
      verdict: "not-comparable",
      reason: "other load",
    });
    expect(of(side("4 USD/h"), twice).verdict).toBe("not-tested");
    const live = statistic({ usual: { days: 4, low: 0.9, high: 1.1 } });
    expect(of(side("4 USD/h"), twice, live)).toMatchObject({
      verdict: "not-tested",
      reason: expect.stringContaining("live traffic"),
    });
    expect(of(side("4 USD/h"), twice, statistic({ interval: null })).verdict).toBe("not-tested");
  });

  it("never compares currencies", () =>
    expect(of(side("4 USD/h"), side("4 EUR/h"), statistic({}))).toMatchObject({
      verdict: "not-comparable",
      reason: "The prices are in USD and EUR, and Headroom doesn't convert currencies.",
    }));
});

it("costs are printed with the digits that their changes take", () => {
  expect(printedCosts([1, 2, null], "USD", 0)).toEqual(["$1.00", "$2.00", null]);
  expect(printedCosts([1.004, 1.096], "USD", 0)).toEqual(["$1.004", "$1.096"]);
  expect(costChange(side("1.004 USD/s"), side("1.096 USD/s")).words?.percent).toBe("+9.2%");
});
