import type { SloAnswer, SloReport } from "@headroom/contract";
import { expect, it } from "vitest";
import { figuresOf } from "./prepare-slo.ts";

const slo = { objectivePercent: 99.5 } as SloAnswer;
const range = (low: number, high = low) => ({ low, high });
const report = {
  requests: 100_000,
  bad: range(90),
  goodPercent: range(99.91),
  budget: {
    requests: 500,
    minutes: 7.2,
    leftPercent: range(82),
    leftRequests: range(410),
    leftMinutes: range(5.9),
  },
  measuredSeconds: 14_400,
  elapsedSeconds: 86_400,
  burnRates: [{ longSeconds: 3_600, long: { low: 0.2, high: 0.2, measuredSeconds: 3_600 } }],
} as unknown as SloReport;
const shown = (change: object = {}) =>
  figuresOf(slo, { ...report, ...change }).map(({ label, value, unit, caption }) => [
    label,
    `${value ?? ""}${unit}`,
    caption,
  ]);

it("shows what was kept, what is left, how fast it goes, and how much is known", () => {
  expect(shown()).toEqual([
    ["Good requests", "99.91%", "objective 99.5%"],
    ["Error budget left", "82%", "90 bad, 500 allowed; 5.90 of 7.20 min of average traffic left"],
    ["Burn rate now", "0.20x", "in the last hour; at 1x, the budget lasts the whole window"],
    ["Measured", "4 h", "of 1 d have requests"],
  ]);
});

it("leaves out the minutes of a budget that is spent", () => {
  const budget = { ...report.budget, leftPercent: range(-20), leftMinutes: range(-1.4) };
  expect(shown({ bad: range(600, 620), budget })[1]?.[2]).toBe("600–620 bad, 500 allowed");
});

it("has no figure without requests", () => {
  const nothing = { requests: 0, minutes: 0, leftPercent: null, leftRequests: null, leftMinutes: null };
  const empty = shown({ requests: 0, goodPercent: null, budget: nothing, burnRates: [], measuredSeconds: 0 });
  expect(empty.map(([, value]) => value)).toEqual(["–", "–", "–", "0 min"]);
});
