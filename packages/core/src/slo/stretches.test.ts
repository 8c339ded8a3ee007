import { describe, expect, it } from "vitest";
import { budgetHistory, periodsOf, worstSpending } from "./stretches.ts";
import type { TalliedCell } from "./stretches.ts";

const cell = (
  second: number,
  requests: number,
  bad: number,
  more: Partial<TalliedCell> = {},
): TalliedCell => ({
  second,
  step: 600,
  tally: { requests, badLow: bad, badHigh: bad },
  goodPerMillion: 990_000,
  ...more,
});
const HOUR = { from: 0, to: 3_600 };

describe("periods of a stretch", () => {
  it("are one for each objective", () => {
    const cells = [cell(0, 100, 1), cell(600, 100, 2), cell(1_200, 50, 3, { goodPerMillion: 999_000 })];
    expect(periodsOf(cells, HOUR)).toEqual([
      { tally: { requests: 200, badLow: 3, badHigh: 3 }, goodPerMillion: 990_000, measuredSeconds: 1_200 },
      { tally: { requests: 50, badLow: 3, badHigh: 3 }, goodPerMillion: 999_000, measuredSeconds: 600 },
    ]);
  });

  it("leave out what is before and after, and gaps aren't measured", () => {
    const cells = [cell(0, 100, 1), cell(1_800, 100, 2), cell(3_600, 100, 4)];
    expect(periodsOf(cells, { from: 600, to: 3_600 })).toMatchObject([
      { tally: { requests: 100, badLow: 2 }, measuredSeconds: 600 },
    ]);
    expect(periodsOf(cells, { from: 7_200, to: 9_000 })).toEqual([]);
  });

  it("count a minute once, in however many pieces and seconds it came", () => {
    const second = { step: 1 };
    const cells = [cell(60, 5, 0, second), cell(61, 5, 0, second), cell(61, 5, 0, second), cell(120, 0, 0)];
    expect(periodsOf(cells, HOUR)[0]).toMatchObject({ tally: { requests: 15 }, measuredSeconds: 60 });
  });
});

describe("the history of a budget", () => {
  it("goes down from the whole budget of the window to what is left", () => {
    const cells = [cell(0, 500, 1), cell(1_200, 500, 4), cell(2_400, 1_000, 30)];
    const points = budgetHistory(cells, { from: 0, to: 3_000 }, 1_200);
    // 2,000 requests allow 20.
    expect(points.map(({ second, requests, left }) => [second, requests, left.low])).toEqual([
      [1_200, 500, 0.95],
      [2_400, 500, 0.75],
      [3_000, 1_000, -0.75],
    ]);
  });

  it("is nothing without requests", () => {
    expect(budgetHistory([], HOUR, 600)).toEqual([]);
  });
});

describe("what spent a budget", () => {
  it("is the worst ten minutes, joined where they follow each other", () => {
    const cells = [
      cell(0, 100, 1),
      cell(600, 100, 7, { step: 60 }),
      cell(660, 100, 2, { step: 60 }),
      cell(1_200, 100, 5),
      cell(2_400, 100, 20),
      cell(3_600, 100, 99),
    ];
    expect(worstSpending(cells, HOUR, 3)).toEqual([
      { from: 2_400, to: 3_000, tally: { requests: 100, badLow: 20, badHigh: 20 } },
      { from: 600, to: 1_800, tally: { requests: 300, badLow: 14, badHigh: 14 } },
    ]);
  });

  it("is nothing if all requests were good", () => {
    expect(worstSpending([cell(0, 100, 0)], HOUR, 3)).toEqual([]);
  });
});
