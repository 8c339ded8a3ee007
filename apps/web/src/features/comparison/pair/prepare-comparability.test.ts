import { describe, expect, it } from "vitest";
import type { RunComparison } from "@headroom/contract";
import { comparisonOf } from "../testing/comparison-fixtures.ts";
import { prepareComparability } from "./prepare-comparability.ts";
import { prepareRuns } from "../view/prepare-runs.ts";

const before = { throughput: 14_010, p99: 1_400 };
const positions = [0, 1, 2];

describe("what differs", () => {
  it("is listed most serious first, with the names of its runs", () => {
    const three = comparisonOf(
      ["a", "b", "c"].map((id) => ({ id, figures: before })),
      {
        comparability: [1, 2].map((run) => ({
          run,
          comparable: run === 1,
          alike: run === 1 ? ["tool", "status"] : ["tool"],
          unknown: [],
          differences: [
            { kind: "environment", severity: "note", words: "Environment a → b." },
            ...(run === 2
              ? ([{ kind: "label-mix", severity: "veto", words: "Other labels." }] as const)
              : []),
          ],
        })),
      },
    );
    const model = prepareComparability(three, prepareRuns(three, positions));
    expect(model).toMatchObject({ tone: "bad", lead: "Not comparable.", alike: ["tool"] });
    expect(model.differences.map(({ who, words }) => [who, words])).toEqual([
      ["Run 3", "Other labels."],
      ["", "Environment a → b."],
    ]);
  });

  it("calls runs comparable only if both say everything that was looked at", () => {
    const modelOf = (comparability: RunComparison["comparability"]) => {
      const given = ["a", "b", "c"].slice(0, comparability.length + 1).map((id) => ({ id, figures: before }));
      const runs = comparisonOf(given, { comparability });
      return prepareComparability(runs, prepareRuns(runs, positions));
    };
    const one: RunComparison["comparability"][number] = {
      run: 1,
      comparable: true,
      differences: [],
      alike: ["tool"],
      unknown: [
        { kind: "duration", side: "other" },
        { kind: "offered-load", side: "other" },
        { kind: "environment", side: "both" },
      ],
    };
    expect(modelOf([one])).toMatchObject({
      tone: "neutral",
      lead: "No difference in what the runs report.",
      alike: ["tool"],
      unknown: [
        { who: "run 2", words: "duration, offered load" },
        { who: "run 1 and run 2", words: "environment" },
      ],
    });
    const differences = [{ kind: "generators" as const, severity: "warn" as const, words: "1 → 2." }];
    expect(modelOf([{ ...one, differences }])).toMatchObject({
      tone: "unsure",
      lead: "One difference to keep in mind.",
    });
    const third = { ...one, run: 2, unknown: [{ kind: "duration" as const, side: "reference" as const }] };
    expect(modelOf([one, third]).unknown[0]).toEqual({
      who: "run 1 and run 2",
      words: "duration, environment",
    });
  });

  it("says once of runs that fell equally short, and calls it no difference", () => {
    const short = (ids: readonly string[]) => {
      const given = ids.map((id, at) => ({ id, figures: before, achieved: 0.919 + at / 1_000 }));
      const comparability = ids.slice(1).map((_, at) => ({
        run: at + 1,
        comparable: true,
        alike: [],
        unknown: [],
        differences: [{ kind: "achieved" as const, severity: "note" as const, words: "Both runs." }],
      }));
      const runs = comparisonOf(given, { comparability });
      return prepareComparability(
        runs,
        prepareRuns(
          runs,
          ids.map((_, at) => at),
        ),
      );
    };
    const many = short(["a", "b", "c", "d", "e"]);
    expect(many).toMatchObject({ tone: "good", lead: "Comparable." });
    expect(many.differences.map(({ who, words }) => [who, words])).toEqual([
      ["", "All runs achieved 91–93% of the expected requests."],
    ]);
    expect(short(["a", "b"]).differences[0]?.words).toBe(
      "Both runs achieved 91–92% of the expected requests.",
    );
  });
});
