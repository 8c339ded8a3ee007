import { describe, expect, it } from "vitest";
import type { LevelChange } from "@headroom/contract";
import { comparisonOf, known, none, statisticsOf } from "../testing/comparison-fixtures.ts";
import { prepareFigures } from "../figures/prepare-figures.ts";
import { intervalInput } from "../pair/interval-input.ts";
import { prepareRuns } from "../view/prepare-runs.ts";
import { prepareMany } from "./prepare-many.ts";

const ids = ["a", "b", "c", "d", "e", "f"];
const comparison = comparisonOf(
  ids.map((id, at) => ({ id, figures: { p99: at < 3 ? 107 : 132, throughput: 60 } })),
);
const cards = prepareRuns(comparison, [0, 1, 2, 3, 4, 5]);
const step: LevelChange = { metric: "p99", before: 107, after: 132, runs: [4], drifts: [] };
const same = statisticsOf("no-detectable-change");
const slower = { ...statisticsOf("regressed"), trend: [step] };
const found = known(["b", same], ["c", same], ["d", slower], ["e", slower], ["f", slower]);
const many = (statistics = found) =>
  prepareMany({ comparison, cards, statistics, metric: "p99", labels: [] });

describe("many runs", () => {
  it("are rows with a change, coloured only where one was detected", () => {
    expect(many().rows.map(({ card, change, state }) => [card.number, change, state])).toEqual([
      [1, null, null],
      [2, "same", "same"],
      [3, "same", "same"],
      [4, "+23%", "regressed"],
      [5, "+23%", "regressed"],
      [6, "+23%", "regressed"],
    ]);
    expect(many(none).rows.every(({ state }) => state === null)).toBe(true);
  });

  it("aren't called unchanged where a large change could hide in the noise", () => {
    const noisy = { ...same, whole: same.whole.map((one) => ({ ...one, smallestDetectable: 0.84 })) };
    const few = known(["b", same], ["c", noisy]);
    expect(many(few).rows.map(({ state }) => state)).toEqual([null, "same", "noisy", null, null, null]);
    expect(
      prepareFigures(comparison.whole, cards, few)[0]?.cells.map(({ change }) => change?.noise?.state),
    ).toEqual([undefined, "same", "noisy", undefined, undefined, undefined]);
    expect(intervalInput(comparison, cards, few).groups[0]?.rows.map(({ state }) => state)).toEqual([
      "same",
      "noisy",
      "pending",
      "pending",
      "pending",
    ]);
  });

  it("have as many intervals as fit beside their chart, of what the target is about first", () => {
    const groupsOf = (runs: number) => {
      const some = comparisonOf(
        ids.slice(0, runs).map((id) => ({ id, figures: { p50: 30, p99: 107, throughput: 60 } })),
      );
      return intervalInput(some, prepareRuns(some, [0, 1, 2, 3, 4, 5]), none).groups.map(({ key }) => key);
    };
    expect(groupsOf(3)).toEqual(["p99", "throughput", "p50"]);
    expect(groupsOf(5)).toEqual(["p99", "throughput"]);
  });

  it("have a line where the trend shows that the level changed", () => {
    expect(
      many().rows.flatMap(({ card, starts }) =>
        starts === null ? [] : [[card.number, starts.words, starts.tone]],
      ),
    ).toEqual([[4, "Change at run 4: p99 +23%", "worse"]]);
    expect(
      many()
        .matrix.at(-1)
        ?.cells.map(({ starts }) => starts)
        .indexOf(true),
    ).toBe(3);
  });

  it("pass on no more of a run than is shown, because guests get it", () => {
    expect(Object.keys(many().rows[0]?.card ?? {}).toSorted()).toEqual(
      ["commit", "id", "isReference", "name", "number", "outcome", "verdict"].toSorted(),
    );
  });
});
