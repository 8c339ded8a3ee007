import { expect, it } from "vitest";
import { comparedName, comparisonCrumb, comparisonTitle } from "./run-name.ts";

const run = (number: number, experiment = "Mix", service = "shop") => ({
  number,
  experiment: { name: experiment },
  service: { name: service },
});
const names = (...runs: ReturnType<typeof run>[]) => runs.map((one) => comparedName(one, runs));

it("calls compared runs by their numbers, and by their experiments where that isn't enough", () => {
  expect(names(run(31), run(46))).toEqual(["run 31", "run 46"]);
  expect(names(run(1), run(1, "Cart"), run(2))).toEqual(["run 1 of Mix", "run 1 of Cart", "run 2"]);
  expect(names(run(1), run(1, "Mix", "search"))).toEqual(["run 1 of Mix (shop)", "run 1 of Mix (search)"]);
});

it.each([
  [[run(31), run(46)], "Run 31 → 46: Mix", "Run 31 → 46"],
  [[1, 2, 3].map((number) => run(number)), "3 runs of Mix", "3 runs"],
  [[run(1), run(1, "Cart")], "Run 1 of Mix → run 1 of Cart", "Run 1 → 1"],
  [[run(1), run(1, "Cart"), run(2)], "3 runs of 2 experiments", "3 runs"],
  [[run(1)], "Run 1: Mix", "Comparison"],
  [[], "Comparison", "Comparison"],
])("titles their page by their numbers and their experiment", (runs, title, crumb) => {
  expect([comparisonTitle(runs), comparisonCrumb(runs)]).toEqual([title, crumb]);
});

it("titles the page of a level by what it is", () => {
  expect(comparisonTitle([run(31), run(46)], true)).toBe("Level → run 46: Mix");
});
