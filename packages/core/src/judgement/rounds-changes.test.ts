import { describe, expect, it } from "vitest";
import { roundsChanges, roundsContradictions } from "./rounds-changes.ts";
import type { RoundsExperiment } from "./rounds-changes.ts";

const run = (number: number, verdict: "met" | "missed" | "unsure" | null = "met") => ({
  id: `run-${number}`,
  number,
  startedAt: `2026-11-${String(number).padStart(2, "0")}T00:00:00.000Z`,
  verdict,
});

const mix: RoundsExperiment = {
  id: "mix",
  name: "Mix",
  before: run(1, "missed"),
  after: run(2),
  change: "improved",
  newest: null,
};
const since = (now: Partial<RoundsExperiment> | null, was: Partial<RoundsExperiment> = {}) => {
  const before = [{ ...mix, ...was }];
  const after = now === null ? [] : [{ ...mix, ...was, ...now }];
  return { contradicted: roundsContradictions(before, after), changes: roundsChanges(before, after) };
};

describe("what contradicts rounds", () => {
  it("is nothing while the same runs count, or while it isn't known yet", () => {
    expect(since({})).toEqual({ contradicted: [], changes: [] });
    expect(since({ newest: run(2), change: null })).toEqual({ contradicted: [], changes: [] });
    expect(since({ change: null, after: run(3) }).contradicted).toEqual([]);
  });

  it("is a miss where targets held: in the round, in a later one, or after judging again", () => {
    expect(since({ after: run(3, "missed") }).contradicted).toEqual(["Mix: run 3 missed a target."]);
    expect(since({ newest: run(4, "missed") }).contradicted).toEqual(["Mix: run 4 missed a target."]);
    expect(since({ after: { ...run(2), verdict: "missed" } }).contradicted).toEqual([
      "Mix: run 2 was judged again and missed a target.",
    ]);
  });

  it("isn't a miss of a run that is older, or where nothing held", () => {
    expect(since({ newest: run(1, "missed") })).toEqual({ contradicted: [], changes: [] });
    const missed = { after: run(2, "missed") };
    expect(since({ newest: run(4, "missed") }, missed).contradicted).toEqual([]);
    expect(since({ newest: run(4, "unsure") }).contradicted).toEqual([]);
  });

  it("is a change for the worse, and not one that leaves it open", () => {
    expect(since({ change: "no-change", after: run(3) }).contradicted).toEqual([
      "Mix had improved, and now shows no change: run 3.",
    ]);
    expect(since({ change: "regressed" }, { change: "no-change" }).contradicted).toEqual([
      "Mix showed no change, and now has regressed.",
    ]);
    for (const open of ["unsure", "not-comparable"] as const)
      expect(since({ change: open })).toMatchObject({ contradicted: [], changes: [expect.any(String)] });
    expect(since({ change: "improved" }, { change: "regressed" })).toEqual({
      contradicted: [],
      changes: ["Mix had regressed, and now has improved."],
    });
  });
});

describe("what changed since", () => {
  it("names the runs that count now, and those that don't any more", () => {
    expect(since({ after: run(3) }).changes).toEqual([
      "Mix: run 3 counts for the second round, and met its targets.",
    ]);
    expect(since({ before: null }).changes).toEqual(["Mix: run 1 no longer counts."]);
    expect(since({ before: run(1, "unsure") }).changes).toEqual([
      "Mix: run 1 was judged again, and its verdict is unsure.",
    ]);
    expect(since({ after: run(3, null) }, { after: null, change: null }).changes).toEqual([
      "Mix: run 3 counts for the second round.",
    ]);
  });

  it("names experiments that were added or deleted", () => {
    expect(since(null)).toEqual({ contradicted: [], changes: ["Mix has been deleted."] });
    expect(roundsChanges([], [mix])).toEqual(["Mix is new."]);
  });
});
