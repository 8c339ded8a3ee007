import { expect, it } from "vitest";
import type { LevelChange } from "@headroom/contract";
import { comparisonOf, known, positions, statisticsOf } from "../testing/comparison-fixtures.ts";
import { levelStart } from "./level-start.ts";
import { prepareRuns } from "./prepare-runs.ts";

const figures = { p99: 100 };
const cards = prepareRuns(comparisonOf(["a", "b", "c"].map((id) => ({ id, figures }))), positions);
const step = (...runs: number[]): LevelChange => ({
  metric: "p99",
  before: 107,
  after: 132,
  runs,
  drifts: [],
});
const start = (b: LevelChange[], c: LevelChange[], given = cards) =>
  levelStart(
    given,
    known(
      ["b", { ...statisticsOf("regressed"), trend: b }],
      ["c", { ...statisticsOf("regressed"), trend: c }],
    ),
    "p99",
  );

it("is the first of the compared runs from the change that the trend shows", () => {
  expect(start([], [step(3)])).toMatchObject({ number: 3, first: { number: 3 }, before: 107, after: 132 });
  expect(start([step(2)], [step(2)])).toMatchObject({ number: 2, first: { number: 2 } });
});

it("isn't known where there are several, none, or several experiments", () => {
  expect(start([step(2)], [step(3)])).toBeNull();
  expect(start([], [step(2, 3)])).toBeNull();
  expect(start([], [])).toBeNull();
  expect(start([], [step(1)])).toBeNull();
  const mixed = cards.map((card, at) => (at === 0 ? { ...card, experiment: "Other" } : card));
  expect(start([], [step(3)], mixed)).toBeNull();
});

it("goes from the earlier level to the later one, whichever run is the reference", () => {
  const days = cards.map((card, at) => ({ ...card, startedAt: `2026-11-0${3 - at}T03:10:00.000Z` }));
  const back = { ...step(2), before: 132, after: 107 };
  expect(
    start(
      [back],
      [back],
      days.map((card, at) => ({ ...card, number: 3 - at })),
    ),
  ).toMatchObject({
    number: 2,
    first: { id: "b" },
    before: 107,
    after: 132,
  });
});
