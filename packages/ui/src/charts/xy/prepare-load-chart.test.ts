import { expect, it } from "vitest";
import { prepareLoadChart } from "./prepare-load-chart.ts";
import type { LoadLine } from "./prepare-load-chart.ts";

const line = (key: string, points: LoadLine["points"]): LoadLine => ({
  key,
  name: key,
  color: "var(--s1)",
  width: 2,
  points,
});

it("draws measured and fitted lines over all of their loads, and reads out the measured ones", () => {
  const model = prepareLoadChart({
    of: "throughput",
    loadUnit: "users",
    measured: [
      line("measured", [
        { load: 10, value: 5 },
        { load: 105.4, value: 40 },
      ]),
    ],
    fitted: [
      line("law", [
        { load: 10, value: 5 },
        { load: 150, value: 50 },
      ]),
    ],
    marks: [],
  });
  expect(model.rows).toEqual([
    { x: 10, values: [5, 5] },
    { x: 105.4, values: [40, null] },
    { x: 150, values: [null, 50] },
  ]);
  expect(model.levels.map(({ name }) => name)).toEqual(["10 users", "105 users"]);
  expect(model.x.domain).toEqual([0, 150]);
  expect(model.y?.domain[0]).toBe(0);
  expect(model.data.rows).toEqual([
    [10, 5],
    [105.4, 40],
  ]);
});

it("reads out each of two ramps at its own loads", () => {
  const { levels, rows } = prepareLoadChart({
    of: "throughput",
    loadUnit: "users",
    measured: [
      line("A", [
        { load: 10, value: 5 },
        { load: 100, value: 40 },
      ]),
      line("B", [
        { load: 12, value: 6 },
        { load: 100, value: 30 },
        { load: 120, value: 31 },
      ]),
    ],
    marks: [],
  });
  expect(levels.map(({ load, values }) => [load, ...values])).toEqual([
    [10, 5, null],
    [12, null, 6],
    [100, 40, 30],
    [120, null, 31],
  ]);
  expect(rows).toHaveLength(4);
});

it("has room for a target above everything, and no axis without values", () => {
  const latency = (value: number | null) =>
    prepareLoadChart({
      of: "latency",
      loadUnit: "users",
      measured: [line("p95", [{ load: 10, value }])],
      marks: [],
      targets: [{ value: 1_000, text: "p95 <= 1 s" }],
    });
  expect(latency(200).y?.domain[1]).toBeGreaterThan(1_000);
  expect(latency(null).y).toBeNull();
});

it("draws a dot for each run, even if several have the same load", () => {
  const points = [
    { load: 8, value: 90, name: "run 3" },
    { load: 8, value: 100, name: "run 7" },
    { load: 16, value: null, name: "run 8" },
  ];
  const law = { key: "law", name: "Law", color: "g", width: 1, points: [{ load: 8, value: 95 }] };
  const model = prepareLoadChart({
    of: "throughput",
    loadUnit: "users",
    marks: [],
    scattered: true,
    fitted: [law],
    measured: [{ key: "runs", name: "Runs", color: "b", width: 2, points }],
  });
  expect(model.dots.map(({ x, y }) => [x, y])).toEqual([
    [8, 90],
    [8, 100],
  ]);
  expect(model.lines.map(({ key }) => key)).toEqual(["law"]);
  expect(model.levels.map(({ name }) => name)).toEqual([
    "run 3, 8 users",
    "run 7, 8 users",
    "run 8, 16 users",
  ]);
  expect(model.data.rows).toHaveLength(3);
});
