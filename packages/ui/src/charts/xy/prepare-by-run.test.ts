import { expect, it } from "vitest";
import { prepareByRun } from "./prepare-by-run.ts";
import type { ByRunInput } from "./prepare-by-run.ts";

const run = (number: number, value: number | null, more = {}) => ({
  key: `r${number}`,
  name: `run ${number}`,
  tick: `${number}`,
  value,
  low: null,
  high: null,
  state: null,
  isReference: false,
  ...more,
});

const prepare = (more: Partial<ByRunInput> = {}) =>
  prepareByRun({
    runs: [
      run(31, 107, { isReference: true }),
      run(32, 132, { low: 126, high: 137, state: "regressed" as const }),
    ],
    name: "p99",
    unit: "ms",
    field: "p99_ms",
    scale: "log",
    show: (value) => `${value} ms`,
    targets: [{ value: 120, text: "target 120" }],
    ...more,
  });

it("has a place for each run, and for its interval and the targets", () => {
  const { points, x, y } = prepare();
  expect(points.map(({ x: at, range }) => [at, range])).toEqual([
    [0, null],
    [1, "126 ms to 137 ms of runs like it"],
  ]);
  expect(x.ticks.map(({ label }) => label)).toEqual(["31", "32"]);
  expect(y.domain[0]).toBeLessThan(107);
  expect(y.domain[1]).toBeGreaterThan(137);
});

it("lets an interval that is far wider than the figures leave the chart", () => {
  const wide = prepare({ runs: [run(31, 107), run(40, 145, { low: 10, high: 900 })] });
  expect(wide.y.domain[0]).toBeGreaterThan(60);
  expect(wide.y.domain[1]).toBeLessThan(250);
});

it("draws a change between the two runs that it is between", () => {
  const change = { key: "r32", text: "run 32, +23%", tone: "worse" as const };
  expect(prepare({ change }).change).toEqual({ x: 0.5, text: "run 32, +23%", tone: "worse" });
  expect(prepare({ change: { ...change, key: "gone" } }).change).toBeNull();
});

it("can be heard and read as a table", () => {
  const { points, data } = prepare();
  expect(points.map(({ spoken }) => spoken)).toEqual([
    "run 31, p99 107 ms, reference",
    "run 32, p99 132 ms, 126 ms to 137 ms of runs like it, Regressed",
  ]);
  expect(data.rows[1]).toEqual(["run 32", 132, 126, 137]);
});
