import { expect, it } from "vitest";
import { prepareCompare } from "./prepare-compare.ts";

const alone = { previous: null, next: null, gate: null };
const run = { id: "run-46", experiment: "Nightly search" };

it("compares a run with its reference, which comes first", () => {
  const reference = {
    id: "run-31",
    number: 31,
    chosen: "last-good" as const,
    runs: 1,
    judged: "run" as const,
  };
  const found = { ...alone, reference, why: null, hasOthers: true };
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
  expect(prepareCompare(run, { ...alone, reference, why: null, hasOthers: true })).toMatchObject({
    href: "/comparisons?runs=run-31,run-46&judged=level",
    against: "vs the level of 15 good runs",
  });
});

it("lets people choose where no run suits, and says why", () => {
  const why = "No earlier run of main is good. Run #45: It missed a target.";
  expect(prepareCompare(run, { ...alone, reference: null, why, hasOthers: true })).toEqual({
    runId: "run-46",
    experiment: "Nightly search",
    state: "choose",
    why,
  });
});

it("is compared with the run beside it where none is good, and says why", () => {
  const why = "No earlier run of main is good. Run #45: It missed a target.";
  const nothing = { ...alone, reference: null, why, hasOthers: true };
  const previous = { id: "run-45", number: 45 };
  expect(prepareCompare(run, { ...nothing, previous })).toMatchObject({
    href: "/comparisons?runs=run-45,run-46",
    against: "vs run 45",
    why,
  });
  const next = { id: "run-47", number: 47 };
  expect(prepareCompare(run, { ...nothing, next })).toMatchObject({
    href: "/comparisons?runs=run-46,run-47",
    against: "vs run 47",
  });
});

it("is impossible for the only run of an experiment", () => {
  const why = "There is no earlier run of main.";
  expect(prepareCompare(run, { ...alone, reference: null, why, hasOthers: false })).toMatchObject({
    state: "impossible",
    why,
  });
});
