import { describe, expect, it } from "vitest";
import { comparisonAtMix } from "../figures/changes-at-mix.ts";
import { comparisonCsv } from "../view/comparison-csv.ts";
import {
  before,
  comparisonOf,
  known,
  none,
  pair,
  positions,
  statisticsOf,
} from "../testing/comparison-fixtures.ts";
import { prepareIntervals } from "@headroom/ui/charts";
import { curveRuns } from "./curve-input.ts";
import { intervalInput } from "./interval-input.ts";
import { metricsOfLabels, prepareFigures } from "../figures/prepare-figures.ts";
import { prepareLabels } from "../figures/prepare-labels.ts";
import { prepareSentence } from "./prepare-sentence.ts";
import { asDrawn, drawnName, prepareRuns, sidesWords } from "../view/prepare-runs.ts";

describe("runs", () => {
  it("are called by their numbers, and keep the colours of their places in the address", () => {
    expect(prepareRuns(pair, [0, 2]).map(({ name, position }) => [name, position])).toEqual([
      ["run 1", 0],
      ["run 2", 2],
    ]);
  });
});

describe("the figures", () => {
  const rows = (statistics = none) => prepareFigures(pair.whole, prepareRuns(pair, positions), statistics);

  it("are those that a run has, each against its own target", () => {
    expect(rows().map(({ metric }) => metric)).toEqual(["throughput", "p99"]);
    expect(rows()[1]?.cells[1]).toMatchObject({
      text: "240",
      target: { text: "≤ 200\u00a0ms", state: "missed" },
      change: { words: { times: "5.83x faster", percent: "−82.9%" }, noise: null },
    });
    expect(rows()[0]?.cells[0]?.change).toBeNull();
  });

  it("get their interval and verdict when these are there", () => {
    expect(rows(known(["b", statisticsOf("improved")]))[0]?.cells[1]?.change?.noise).toEqual({
      state: "improved",
      reason: "because",
      interval: "1.90–2.10x",
      detectable: "could show 4.0%",
      usual: null,
    });
  });

  it("leave out what both runs only have a least value of", () => {
    const [row] = pair.whole;
    if (row === undefined) throw new Error("the pair has figures");
    const least = { ...row, values: [null, null], changes: [null, null] };
    const rowsOf = (...ranges: { low: number; high: number | null }[]) =>
      prepareFigures([{ ...least, ranges }], prepareRuns(pair, positions), none);
    expect(rowsOf({ low: 1_400, high: null }, { low: 240, high: null })).toEqual([]);
    expect(rowsOf({ low: 1_400, high: null }, { low: 240, high: 250 })).toHaveLength(1);
  });

  it("leave out items that say what throughput says", () => {
    const same = comparisonOf([
      { id: "a", figures: { throughput: 10, items: 10 } },
      { id: "b", figures: { throughput: 12, items: 12 } },
    ]);
    expect(
      prepareFigures(same.whole, prepareRuns(same, positions), none).map(({ metric }) => metric),
    ).toEqual(["throughput"]);
  });
});

it("figures that aren't exactly known are ranges, in words and in the CSV file", () => {
  const given = comparisonOf([
    { id: "a", figures: { "error-rate": 0.01 } },
    {
      id: "b",
      figures: { "error-rate": 0.02 },
      ranges: { "error-rate": { low: 0.02, high: null }, p99: { low: 40, high: 44 } },
    },
  ]);
  const cards = prepareRuns(given, positions);
  const cells = prepareFigures(given.whole, cards, new Map()).map(({ metric, cells: all }) => [
    metric,
    ...all.map(({ text }) => text?.replaceAll("\u00a0", " ") ?? null),
  ]);
  expect(cells).toEqual([
    ["p99", null, "40–44"],
    ["error-rate", "1.00", "≥ 2.00"],
  ]);
  const rows = comparisonCsv(given, cards, new Map()).split("\r\n");
  expect(rows.find((row) => row.startsWith("error-rate,share,b"))).toMatch(/,0\.02,,,1,$/);
  expect(rows.find((row) => row.startsWith("p99,ms,b"))).toMatch(/,40,44,,1,$/);
});

describe("the labels", () => {
  const cards = prepareRuns(pair, positions);
  const rowOf = (label: string, state: "shared" | "new", times: number) => ({
    label,
    kind: "request",
    state,
    window: "judged" as const,
    requests: [900, 900],
    worst: null,
    metrics: comparisonOf([
      { id: "a", figures: before },
      { id: "b", figures: { ...before, p99: before.p99 * times } },
    ]).whole,
  });
  const rows = [
    rowOf("GET /new", "new", 1),
    rowOf("GET /rare", "shared", 3),
    rowOf("GET /busy", "shared", 1.2),
    rowOf("GET /better", "shared", 0.5),
  ];
  const order = (statistics: typeof none) =>
    prepareLabels(rows, { cards, metric: "p99", statistics }).map(({ label }) => label);

  it("begin with what surely got worse, and keep their order otherwise", () => {
    expect(order(none)).toEqual(["GET /new", "GET /rare", "GET /busy", "GET /better"]);
    const labels = (["regressed", "improved"] as const).map((verdict) => ({
      label: verdict === "regressed" ? "GET /busy" : "GET /better",
      kind: "request",
      metrics: statisticsOf(verdict).whole,
    }));
    const found = known(["b", { ...statisticsOf("regressed"), labels }]);
    expect(order(found)).toEqual(["GET /new", "GET /busy", "GET /rare", "GET /better"]);
  });

  it("have items before and after where requests carry several, and are compared by them only there", () => {
    const several = comparisonOf([
      { id: "a", figures: { throughput: 10, items: 200 } },
      { id: "b", figures: { throughput: 10, items: 300 } },
    ]);
    const one = comparisonOf([
      { id: "a", figures: { throughput: 10, items: 10 } },
      { id: "b", figures: { throughput: 12, items: 12 } },
    ]);
    const labels = { ...pair.labels, rows: [{ ...rowOf("bulk", "shared", 1), metrics: several.whole }] };
    const [row] = prepareLabels(labels.rows, { cards, metric: "items", statistics: none });
    expect(row?.cells.map(({ text }) => text)).toEqual(["200", "300"]);
    expect(row?.cells[1]?.words?.percent).toBe("+50.0%");
    expect(metricsOfLabels({ whole: one.whole, labels })).toContain("items");
    expect(metricsOfLabels({ whole: several.whole, labels: pair.labels })).toContain("items");
    expect(metricsOfLabels({ whole: one.whole, labels: pair.labels })).not.toContain("items");
    expect(metricsOfLabels(pair)).not.toContain("items");
  });

  it("say where a label has no requests", () => {
    const [row] = prepareLabels([{ ...rowOf("GET /a", "shared", 1), requests: [0, null] }], {
      cards,
      metric: "p99",
      statistics: none,
    });
    expect(row?.cells.map(({ without }) => without)).toEqual(["not in this window", "not in this run"]);
  });

  it("name the window of a verdict that isn't the one of its row", () => {
    const { whole } = statisticsOf("regressed");
    const labels = [{ label: "GET /a", kind: "request", window: "judged" as const, metrics: whole }];
    const statistics = known(["b", { ...statisticsOf("regressed"), labels }]);
    const reasonIn = (window: "judged" | "whole") =>
      prepareLabels([{ ...rowOf("GET /a", "shared", 1), window }], { cards, metric: "p99", statistics })[0]
        ?.cells[1]?.verdict?.reason;
    const reason = whole.find(({ metric }) => metric === "p99")?.reason ?? "";
    expect(reasonIn("judged")).toBe(reason);
    expect(reasonIn("whole")).toBe(`In the judged windows: ${reason}`);
  });
});

it("the file has every figure of every run in full", () => {
  const csv = comparisonCsv(pair, prepareRuns(pair, positions), known(["b", statisticsOf("improved")]));
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 9 * 2);
  expect(lines[2]).toBe(
    `throughput,/s,b,2,40269,14010,${40_269 / 14_010 - 1},${40_269 / 14_010},1.9,2.1,0.04,improved,missed,,,improved,1,`,
  );
  expect(lines.find((line) => line.startsWith("p50,ms,a"))).toBe("p50,ms,a,1,,,,,,,,,,,,,1,");
});

it("the file says what was changed, and so that no spreadsheet takes it for a formula", () => {
  const csvOf = (whatChanged?: { configuration: []; changed: string; words: string }) => {
    const [one] = pair.comparability;
    const comparability =
      one === undefined ? [] : [{ ...one, ...(whatChanged === undefined ? {} : { whatChanged }) }];
    return comparisonCsv({ ...pair, comparability }, prepareRuns(pair, positions), none);
  };
  const words = '=HYPERLINK("x"), 8 GB';
  const lines = csvOf({ configuration: [], changed: words, words }).split("\r\n");
  const width = lines[0]?.split(",").length ?? 0;
  const line = `what-changed,,b,2,"What was changed: =HYPERLINK(""x""), 8 GB"`;
  expect(lines.find((some) => some.startsWith("what-changed"))).toBe(`${line}${",".repeat(width - 5)}`);
  // A link without the tick has none.
  expect(csvOf()).not.toContain("what-changed");
});

describe("a pair as its judgement compares it", () => {
  const side = (...numbers: number[]) => ({
    count: numbers.length + 1,
    others: numbers.map((number) => ({ id: `run-${number}`, number })),
  });
  const [first] = pair.runs;
  const judged = {
    ...pair,
    runs: pair.runs.map((run) => (run === first ? { ...run, number: 41, branch: "main" } : run)),
    judged: { level: side(39, 40), commit: side() },
  };

  it("says which runs the level has, and what is of the newest one alone", () => {
    const cards = prepareRuns(judged, positions);
    expect(cards.map((card) => card.side)).toEqual([
      {
        name: "the level of 3 good runs",
        words: "the level of main: 3 runs, newest run 41",
        rest: "the other 2 runs of main",
        drawn: null,
        others: side(39, 40).others,
      },
      null,
    ]);
    expect(sidesWords(cards)).toMatch(
      /^Figures, intervals and verdicts are those of all these runs, as run 2 was judged\./,
    );
    expect(sidesWords(cards)).toMatch(/of run 41 and run \d+ alone\.$/);
    expect(sidesWords(prepareRuns(pair, positions))).toBeNull();
  });

  it("draws the typical run of the level, where it is known", () => {
    const [newest] = judged.runs;
    if (newest === undefined) throw new Error("the pair has two runs");
    const typical = { id: "run-39", number: 39, summary: newest.summary, hasTimeline: true };
    const known39 = { ...judged, judged: { ...judged.judged, level: { ...side(39, 40), typical } } };
    const cards = prepareRuns(known39, positions);
    const drawn = asDrawn(known39, cards);
    expect(drawn.cards.map(({ id, name }) => [id, name])).toEqual([
      ["run-39", "run 39"],
      [cards[1]?.id, "run 2"],
    ]);
    expect(drawn.comparison.runs[0]).toMatchObject({ id: "run-39", hasTimeline: true });
    expect(drawn.cards.map(drawnName)[0]).toBe("run 39 of the level");
    expect(sidesWords(cards)).toContain("show run 39 of the level, which is nearest to it.");
    expect(asDrawn(judged, prepareRuns(judged, positions)).cards[0]?.number).toBe(41);
  });

  it("calls the level the same in its sentence and at its mix, and says that a curve is of a run of it", () => {
    const cards = prepareRuns(judged, positions);
    const [level, second] = cards;
    const found = known([
      second?.id ?? "",
      {
        ...statisticsOf("no-detectable-change"),
        whole: statisticsOf("no-detectable-change").whole.map((one) => ({ ...one, atMix: true })),
      },
    ]);
    expect(prepareSentence({ comparison: judged, cards, statistics: new Map() }).lead).toBe(
      "Run 2 compared with the level of 3 good runs.",
    );
    expect(prepareFigures(judged.whole, cards, found)[0]?.cells[1]?.change?.words?.percent).toMatch(
      /at the level's mix$/,
    );
    expect(level === undefined || second === undefined ? [] : [drawnName(level), drawnName(second)]).toEqual([
      "run 41 of the level",
      "run 2",
    ]);
  });

  it("counts the runs of each side in the CSV file", () => {
    const [, a = "", b = ""] = comparisonCsv(judged, prepareRuns(judged, positions), new Map()).split("\r\n");
    expect([a.split(",").at(-2), b.split(",").at(-2)]).toEqual(["3", "1"]);
  });
});

describe("a pair of which the plan sent another mix", () => {
  const found = statisticsOf("no-detectable-change");
  const compared = {
    before: 200,
    after: 201,
    ratio: 1.005,
    interval: { low: 0.98, high: 1.03 },
    atMix: true,
  };
  const whole = found.whole.map((one) => (one.metric === "p99" ? { ...one, ...compared } : one));
  const statistics = known(["b", { ...found, whole }]);
  const measured = comparisonOf([
    { id: "a", figures: { throughput: 50, p99: 200 } },
    { id: "b", figures: { throughput: 50, p99: 231 } },
  ]);
  const comparison = comparisonAtMix(measured, statistics);
  const cards = prepareRuns(comparison, positions);

  it("shows its own figures, and the change at the mix of the other", () => {
    const p99 = prepareFigures(comparison.whole, cards, statistics).find(({ metric }) => metric === "p99");
    expect(p99?.cells[1]).toMatchObject({
      text: "231",
      change: {
        words: { percent: "+0.5% at run 1's mix" },
        noise: { state: "same", interval: "−2.0% to +3.0%" },
      },
    });
    const { figures } = prepareSentence({ comparison, cards, statistics });
    expect(figures.replaceAll("\u00A0", " ")).toBe(
      "Throughput stayed at 50.0 req/s, and p99 went from 200 to 201 ms (1.01x slower). p99 is compared at run 1's mix of labels. Run 2 was sent another mix, and its own p99 is 231 ms.",
    );
  });

  it("draws it within its interval, and says so in the CSV file", () => {
    const [point] = intervalInput(comparison, cards, statistics).groups.flatMap(({ rows }) =>
      rows.filter(({ name }) => name === "p99"),
    );
    expect(point).toMatchObject({ ratio: 1.005, low: 0.98, high: 1.03 });
    const line = comparisonCsv(comparison, cards, statistics)
      .split("\r\n")
      .find((one) => one.startsWith("p99,ms,b"));
    expect(line?.split(",").slice(4, 8).map(Number)).toEqual([231, 200, expect.closeTo(0.005), 1.005]);
    expect(line?.endsWith(",1,true")).toBe(true);
  });

  it("leaves what is measured at its own mix as it is, and waits for what isn't known", () => {
    const [throughput, ...others] = comparison.whole;
    expect(throughput).toEqual(measured.whole[0]);
    expect(others.filter(({ metric }) => metric !== "p99")).toEqual(
      measured.whole.slice(1).filter(({ metric }) => metric !== "p99"),
    );
    expect(comparisonAtMix(measured, none)).toEqual(measured);
  });
});

describe("the charts", () => {
  const cards = prepareRuns(pair, positions);

  it("show ratios before they show how sure they are", () => {
    const states = (statistics = none) =>
      intervalInput(pair, cards, statistics).groups.flatMap(({ rows }) =>
        rows.map(({ name, state }) => [name, state]),
      );
    expect(states()).toEqual([
      ["p99", "pending"],
      ["Throughput", "pending"],
    ]);
    expect(states(known(["b", statisticsOf("improved")]))).toEqual([
      ["p99", "improved"],
      ["Throughput", "improved"],
    ]);
  });

  it.each([
    [
      "worse",
      { throughput: 80, p99: 130, "error-rate": 0.02 },
      ["1.30x slower", "1.25x less", "2.00x higher"],
    ],
    [
      "better",
      { throughput: 125, p99: 50, "error-rate": 0.005 },
      ["2.00x faster", "1.25x more", "2.00x lower"],
    ],
  ] as const)("say of what is drawn on the side of %s what the table says", (side, figures, words) => {
    const changed = comparisonOf([
      { id: "a", figures: { throughput: 100, p99: 100, "error-rate": 0.01 } },
      { id: "b", figures },
    ]);
    const two = prepareRuns(changed, positions);
    const statistics = known(["b", statisticsOf(side === "worse" ? "regressed" : "improved")]);
    const drawn = prepareIntervals(intervalInput(changed, two, statistics)).groups.flatMap(
      ({ rows }) => rows,
    );
    const table = prepareFigures(changed.whole, two, none);
    expect(drawn.map(({ text }) => text)).toEqual(words);
    for (const { name, at, text } of drawn) {
      expect((at ?? 1) < 1).toBe(side === "worse");
      expect(table.find((row) => row.name === name)?.cells[1]?.change?.words?.times).toBe(text);
    }
  });

  it("call the sides slower and faster, unless errors are among what changed", () => {
    const changed = comparisonOf([
      { id: "a", figures: { throughput: 100, p99: 100, "error-rate": 0.01 } },
      { id: "b", figures: { throughput: 80, p99: 130, "error-rate": 0.01 } },
    ]);
    const two = prepareRuns(changed, positions);
    const sides = (verdict: "no-detectable-change" | "regressed") =>
      prepareIntervals(intervalInput(changed, two, known(["b", statisticsOf(verdict)]))).sides;
    expect(sides("no-detectable-change")).toEqual({ left: "slower", right: "faster" });
    expect(sides("regressed")).toEqual({ left: "worse", right: "better" });
  });

  it("draw a curve from two percentiles on", () => {
    expect(curveRuns(pair, cards)).toEqual([]);
    const curved = comparisonOf([
      { id: "a", figures: { p50: 10, p99: 90 } },
      { id: "b", figures: { p50: 8 } },
    ]);
    expect(curveRuns(curved, prepareRuns(curved, positions))).toMatchObject([
      {
        position: 0,
        points: [
          { percent: 50, micros: 10_000 },
          { percent: 99, micros: 90_000 },
        ],
      },
    ]);
  });
});
