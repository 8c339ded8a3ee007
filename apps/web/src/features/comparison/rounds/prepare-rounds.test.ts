import { describe, expect, it } from "vitest";
import type { RoundsComparison, RoundsRow } from "@headroom/contract";
import type { Verdict } from "@headroom/core";
import { answered, comparisonOf, statisticsOf } from "../testing/comparison-fixtures.ts";
import { prepareRounds } from "./prepare-rounds.ts";
import { readRoundsQuery, roundsOf, roundsAddress } from "./rounds-params.ts";

type Figures = { throughput: number; p99: number };

function row(
  name: string,
  before: Figures | null,
  after: Figures | null,
  verdict: Verdict | null = "met",
  first: Verdict | null = "missed",
): RoundsRow {
  const { runs, whole } = comparisonOf([
    { id: `${name}-1`, figures: before ?? {}, verdict: first, quoted: true },
    { id: `${name}-2`, figures: after ?? {}, verdict, quoted: true },
  ]);
  return {
    experiment: { id: name, slug: name, name, group: null },
    state: before === null ? "no-run" : after === null ? "no-second-run" : "pair",
    before: before === null ? null : (runs[0] ?? null),
    after: after === null ? null : (runs[1] ?? null),
    metrics: whole,
    comparability: null,
  };
}

const comparison: RoundsComparison = {
  service: { id: "s", slug: "s", name: "Recommendation service" },
  rows: [
    row("200k distinct", { throughput: 14_010, p99: 1_400 }, { throughput: 40_269, p99: 240 }, "missed"),
    row("campaign", { throughput: 16_831, p99: 410 }, { throughput: 258_640, p99: 75 }),
    row("64 distinct", { throughput: 120_835, p99: 120 }, { throughput: 317_474, p99: 60 }),
    row("complex", { throughput: 23_938, p99: 510 }, null),
    row("mixed", null, null),
  ],
  total: 5,
};

describe("rounds", () => {
  const model = prepareRounds(comparison, undefined);

  it("counts the pairs, and the experiments without one", () => {
    expect(model.sentence).toEqual({
      lead: "Comparing 3 pairs.",
      rest: "1 still misses its targets, 2 now meet their targets. 2 experiments have no pair yet.",
    });
    expect(prepareRounds({ ...comparison, rows: comparison.rows.slice(3) }, undefined).sentence).toEqual({
      lead: "No experiment has run in both rounds.",
      rest: "2 experiments have no pair yet.",
    });
  });

  it("puts a target that broke on top, and keeps the order of the others", () => {
    const broken = row(
      "broken",
      { throughput: 100, p99: 100 },
      { throughput: 100, p99: 100 },
      "missed",
      "met",
    );
    const { rows } = prepareRounds({ ...comparison, rows: [...comparison.rows, broken] }, undefined);
    expect(rows.map(({ name, target }) => [name, target.word])).toEqual([
      ["broken", "Now missed"],
      ["200k distinct", "Still missed"],
      ["campaign", "Now met"],
      ["64 distinct", "Now met"],
      ["complex", "No run after"],
      ["mixed", null],
    ]);
  });

  it("has before and after of each experiment, and what is open stays open", () => {
    expect(model.rows[0]).toMatchObject({
      throughput: { before: "14,010", after: "40,269", words: { times: "2.87x more", percent: "+187%" } },
      p99: { before: "1,400", after: "240", words: { times: "5.83x faster", percent: "−82.9%" } },
      outcome: "pending",
      target: { state: "missed", word: "Still missed" },
      href: "/comparisons?runs=200k distinct-1,200k distinct-2",
    });
    expect(model.rows[3]).toMatchObject({
      outcome: null,
      without: "No second run",
      target: { state: "open", word: "No run after" },
      href: null,
      throughput: { before: "23,938", after: null, words: null },
    });
  });

  it("counts by verdicts where there are some", () => {
    const pairs = comparison.rows
      .slice(0, 3)
      .map(({ before, after }, at) =>
        answered(
          [before?.id ?? "", after?.id ?? ""],
          statisticsOf(at === 0 ? "no-detectable-change" : "improved"),
        ),
      );
    const known = prepareRounds(comparison, { pairs });
    expect(known.sentence.lead).toBe("2 of 3 pairs improved.");
    expect(known.rows[1]).toMatchObject({ outcome: "improved", p99: { interval: "+90.0% to +110%" } });
  });

  it("says that the pairs couldn't be compared, rather than that they still are", () => {
    const failed = prepareRounds(comparison, undefined, true);
    expect(failed.sentence.lead).toBe("Couldn't compare 3 pairs.");
    expect(failed.rows[0]).toMatchObject({ outcome: "unsure", reason: "Couldn't be loaded." });
    const one = prepareRounds({ ...comparison, rows: comparison.rows.slice(0, 1) }, undefined, true);
    expect(one.sentence.lead).toBe("Couldn't compare the only pair.");
  });

  it("puts what surely got worse before what noise explains, and improvements last", () => {
    const verdicts = ["improved", "no-detectable-change", "regressed"] as const;
    const pairs = comparison.rows
      .slice(0, 3)
      .map(({ before, after }, at) =>
        answered([before?.id ?? "", after?.id ?? ""], statisticsOf(verdicts[at] ?? "differs")),
      );
    const { rows } = prepareRounds(comparison, { pairs });
    expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["64 distinct", "regressed"],
      ["campaign", "no-change"],
      ["200k distinct", "improved"],
      ["complex", null],
      ["mixed", null],
    ]);
  });

  it("says what the outcome of a pair rests on, where its figures don't show it", () => {
    const reasonOf = (statistics: ReturnType<typeof statisticsOf>) => {
      const [first] = comparison.rows;
      const pairs = [answered([first?.before?.id ?? "", first?.after?.id ?? ""], statistics)];
      const [shown] = prepareRounds({ ...comparison, rows: comparison.rows.slice(0, 1) }, { pairs }).rows;
      return [shown?.outcome, shown?.reason];
    };
    const [worse] = statisticsOf("regressed").whole.filter(({ metric }) => metric === "p99");
    const metrics = worse === undefined ? [] : [{ ...worse, ratio: 1.5 }];
    const labels = [{ label: "POST /pay", kind: "request", window: "judged" as const, metrics }];
    expect(reasonOf({ ...statisticsOf("improved"), labels })).toEqual([
      "regressed",
      'Worse: p99 of "POST /pay" (+50.0%).',
    ]);
    expect(reasonOf(statisticsOf("differs", 3))).toEqual([
      "unsure",
      "They differ in these two runs. 3 runs on each side would settle whether the system changed.",
    ]);
    expect(reasonOf(statisticsOf("not-tested"))).toEqual(["unsure", "because"]);
    expect(reasonOf(statisticsOf("improved"))).toEqual(["improved", ""]);
  });

  it("is drawn with an arrow for each pair and a dot for what has none", () => {
    expect(model.map?.entries.map(({ a, b }) => [a !== null, b !== null])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(model.intervals.groups.map(({ rows }) => rows.length)).toEqual([3, 3]);
  });
});

describe("its address", () => {
  it("holds the rounds", () => {
    const query = {
      ...readRoundsQuery({}),
      service: "rec & more",
      key: "round",
      before: "one",
      after: "two",
    };
    const { searchParams } = new URL(roundsAddress(query), "http://web");
    expect(readRoundsQuery(Object.fromEntries(searchParams))).toEqual(query);
    expect(roundsOf(query)).toEqual({ by: "configuration", key: "round", before: "one", after: "two" });
  });

  it("by date needs a day that there is", () => {
    expect(roundsOf(readRoundsQuery({ by: "date", split: "2026-02-31" }))).toBeNull();
    expect(roundsOf(readRoundsQuery({ by: "date", split: "2026-11-05" }))).toEqual({
      by: "date",
      split: new Date("2026-11-05T00:00:00Z"),
    });
  });
});
