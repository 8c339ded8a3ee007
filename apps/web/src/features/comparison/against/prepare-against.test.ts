import { expect, it } from "vitest";
import { answered, comparisonOf, judged, statisticsOf } from "../testing/comparison-fixtures.ts";
import { prepareAgainst, referenceName } from "./prepare-against.ts";

const target = judged("p95", "<=", { threshold: 100, value: 90, unit: "ms" });
const runs = comparisonOf([
  { id: "a", figures: { throughput: 100, p95: 80, p99: 107 } },
  { id: "b", figures: { throughput: 100, p95: 90, p99: 132 }, targets: [target] },
]);
const of = { comparison: runs, statistics: null, name: "run 1", href: "/comparisons?runs=a,b" };
const plain = (rows: ReturnType<typeof prepareAgainst>) =>
  rows.map(({ cells }) =>
    cells.map(({ figure, values, change, state }) => [
      figure,
      values.replaceAll("\u00a0", " "),
      change,
      state,
    ]),
  );

it("shows the figure of the run's own target, and throughput", () => {
  expect(plain(prepareAgainst([of]))).toEqual([
    [
      ["p95", "80 \u2192 90 ms", "+13%", null],
      ["Throughput", "100 \u2192 100 req/s", "0.0%", null],
    ],
  ]);
  const [row] = prepareAgainst([
    { ...of, comparison: { ...runs, runs: runs.runs.map((run) => ({ ...run, targets: [] })) } },
  ]);
  expect(row?.cells[0]).toMatchObject({ figure: "p99", change: "+23%" });
});

it("shows the mean of runs that have nothing else", () => {
  const comparison = comparisonOf([
    { id: "a", figures: { mean: 45 } },
    { id: "b", figures: { mean: 30 } },
  ]);
  expect(plain(prepareAgainst([{ ...of, comparison }]))[0]?.[0]?.slice(0, 3)).toEqual([
    "Mean",
    "45 \u2192 30 ms",
    "\u221233%",
  ]);
});

it("says how certain a change is only where that is known", () => {
  const statistics = { pairs: [answered(["a", "b"], statisticsOf("regressed"))] };
  expect(plain(prepareAgainst([{ ...of, statistics }]))[0]?.[0]?.[3]).toBe("regressed");
});

it("shows no change of runs that aren't comparable", () => {
  const differences = [{ kind: "label-mix" as const, severity: "veto" as const, words: "Other labels." }];
  const comparability = [{ run: 1, comparable: false, differences, alike: [], unknown: [] }];
  expect(prepareAgainst([{ ...of, comparison: { ...runs, comparability } }])).toMatchObject([
    { why: "Not comparable: Other labels.", cells: [] },
  ]);
});

it("calls nothing unchanged where the runs scatter too much to tell", () => {
  const stateAt = (smallestDetectable: number) => {
    const found = statisticsOf("no-detectable-change");
    const whole = found.whole.map((one) => ({ ...one, smallestDetectable }));
    const statistics = { pairs: [answered(["a", "b"], { ...found, whole })] };
    return plain(prepareAgainst([{ ...of, statistics }]))[0]?.[0]?.[3];
  };
  expect([stateAt(0.04), stateAt(15)]).toEqual(["same", "noisy"]);
});

it("calls no run a good one where none said anything about the run", () => {
  const last = { runs: 1, number: 1, chosen: "last-good" as const };
  expect(referenceName(last, false)).toBe("run 1, the last good one");
  expect(referenceName(last, true)).toBe("run 1, before it");
  expect(referenceName({ ...last, chosen: "pinned" }, true)).toBe("the baseline, run 1");
  expect(referenceName({ ...last, runs: 15 }, false)).toBe("the level of 15 good runs");
});
