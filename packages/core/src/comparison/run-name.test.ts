import { expect, it } from "vitest";
import { comparedName } from "./run-name.ts";

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
