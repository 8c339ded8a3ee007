import { expect, it } from "vitest";
import { prepareCompare } from "./prepare-compare.ts";

const run = { id: "run-46", experiment: "Nightly search" };

it("compares a run with its reference, which comes first", () => {
  const reference = {
    id: "run-31",
    number: 31,
    chosen: "last-good" as const,
    runs: 1,
    judged: "run" as const,
  };
  const found = { reference, why: null, hasOthers: true };
  expect(prepareCompare(run, found)).toMatchObject({
    state: "resolved",
    href: "/comparisons?runs=run-31,run-46&judged=run",
    against: "vs run 31",
    why: "The last good run before it.",
  });
  expect(prepareCompare({ ...run, number: 46 }, found)).toMatchObject({ against: "run 46 vs run 31" });
});

it("compares it with the level that it is judged against", () => {
  const reference = {
    id: "run-31",
    number: 31,
    chosen: "last-good" as const,
    runs: 15,
    judged: "level" as const,
  };
  expect(prepareCompare(run, { reference, why: null, hasOthers: true })).toMatchObject({
    href: "/comparisons?runs=run-31,run-46&judged=level",
    against: "vs the level of 15 runs",
  });
});

it("lets people choose where no run suits, and says why", () => {
  const why = "No earlier run of main is good. Run #45: It missed a target.";
  expect(prepareCompare(run, { reference: null, why, hasOthers: true })).toEqual({
    runId: "run-46",
    experiment: "Nightly search",
    state: "choose",
    why,
  });
});

it("is impossible for the only run of an experiment", () => {
  const why = "There is no earlier run of main.";
  expect(prepareCompare(run, { reference: null, why, hasOthers: false })).toMatchObject({
    state: "impossible",
    why,
  });
});
