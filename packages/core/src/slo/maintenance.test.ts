import { expect, it } from "vitest";
import { leftOutOfBudget, withoutStretches } from "./maintenance.ts";
import { budgetOf } from "./budget.ts";
import { periodsOf } from "./stretches.ts";

const cell = (second: number, step: number, requests: number, bad: number) => ({
  second,
  step,
  tally: { requests, badLow: bad, badHigh: bad },
  goodPerMillion: 999_000,
});

it("leaves whole ten minutes of maintenance out", () => {
  expect(leftOutOfBudget({ from: 600, to: 1_800 })).toEqual({ from: 600, to: 1_800 });
  expect(leftOutOfBudget({ from: 601, to: 1_799 })).toBeNull();
  expect(leftOutOfBudget({ from: 301, to: 2_399 })).toEqual({ from: 600, to: 1_800 });
});

it("counts neither good nor bad requests of it", () => {
  const cells = [cell(0, 600, 10_000, 5), cell(600, 60, 1_000, 1_000), cell(1_140, 60, 1_000, 1_000)];
  cells.push(cell(1_200, 600, 10_000, 5));
  const budget = (stretches: { from: number; to: number }[]) =>
    budgetOf(periodsOf(withoutStretches(cells, stretches), { from: 0, to: 1_800 }));
  expect(budget([])).toMatchObject({ requests: 22_000, badLow: 2_010, state: "spent" });
  expect(budget([{ from: 600, to: 1_200 }])).toMatchObject({
    requests: 20_000,
    badLow: 10,
    allowedRequests: 20,
    measuredSeconds: 1_200,
    state: "kept",
  });
});
