import { expect, it } from "vitest";
import { prepareLoadChart, type LoadLine } from "./prepare-load-chart.ts";

const line = (key: string, points: LoadLine["points"]): LoadLine => ({
  ...{ key, name: key, color: "var(--s1)", width: 2, points },
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
