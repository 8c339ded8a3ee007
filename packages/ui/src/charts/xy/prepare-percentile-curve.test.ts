import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOf, overlap } from "../plot/place-names.ts";
import { LETTER_WIDTH } from "../plot/placed-word.ts";
import { curveBox, curvePlot } from "./curve-plot.ts";
import { preparePercentileCurve } from "./prepare-percentile-curve.ts";
import type { CurveRun } from "./prepare-percentile-curve.ts";

const points = [0, 25, 50, 75, 87.5, 93.75, 96.875, 99.21875, 99.9, 99.95, 99.99, 100].map((percent) => ({
  percent,
  micros: Math.round(20_000 / (1 - Math.min(percent, 99.999) / 100) ** 0.5),
}));
const run = (requests: number, changes: Partial<CurveRun> = {}): CurveRun => ({
  key: "k",
  name: "this run",
  requests,
  points,
  ...changes,
});
const prepare = (...runs: readonly CurveRun[]) => preparePercentileCurve({ runs });

describe("percentile curve", () => {
  it("gives each nine the same room", () => {
    const { x } = prepare(run(1_000_000));
    expect(x.ticks.map(({ label }) => label)).toEqual(["p50", "p90", "p99", "p99.9", "p99.99", "p99.999"]);
    expect(x.ticks.map(({ value }) => Math.round(value))).toEqual([2, 10, 100, 1000, 10_000, 100_000]);
  });
  it("stops where fewer than ten requests lie beyond, and says so", () => {
    const model = prepare(run(4200));
    expect(model.rows.at(-1)?.percent).toBeCloseTo(99.762, 3);
    expect(model.note).toBe("The curve ends at p99.76: fewer than 10 of 4,200 requests are slower.");
  });
  it("draws none of too few requests", () => {
    const model = prepare(run(15));
    expect(model.lines[0]?.values.every((value) => value === null)).toBe(true);
    expect(model.y).toBeNull();
    expect(model.note).toBe("Too few requests for a curve.");
  });
  it("names the percentiles that people quote", () =>
    expect(prepare(run(1_000_000)).lines[0]?.marks.map(({ text }) => text)).toEqual([
      "p50 28",
      "p99 200",
      "p99.9 632",
    ]));
  it("ends the shorter run earlier, and names both at p99", () => {
    const model = prepare(
      run(1_000_000, { key: "a", position: 0, name: "Round 1" }),
      run(3000, { key: "b", position: 1, name: "Round 2" }),
    );
    expect(model.lines[0]?.values.at(-1)).not.toBeNull();
    expect(model.lines[1]?.values.at(-1)).toBeNull();
    expect(model.lines.map(({ marks }) => marks[0]?.text)).toEqual(["Round 1: 200", "Round 2: 200"]);
  });
  it("keeps a run's whole name, alone or among others", () => {
    const only = prepare(run(1_000_000, { position: 1, name: "run 12" }));
    expect(only.data.columns.map(({ head }) => head)).toEqual(["Percentile", "run 12, ms"]);
    const two = prepare(
      run(9_000, { position: 0, name: "run 3" }),
      run(9_000, { position: 1, name: "run 12" }),
    );
    expect(two.lines.map(({ name }) => name)).toEqual(["run 3", "run 12"]);
  });
  it("contains all 20 runs of a comparison, in the chart's choice, the table and the CSV", () => {
    const runs = Array.from({ length: 20 }, (_, position) =>
      run(1_000_000, { key: `r${position}`, position, name: `run ${position + 1}` }),
    );
    const { lines, data } = preparePercentileCurve({ runs });
    expect(lines.map(({ name }) => name)).toEqual(runs.map(({ name }) => name));
    expect(data.columns).toHaveLength(21);
    expect(data.columns.at(-1)).toMatchObject({ head: "run 20, ms", field: "run 20 ms" });
    expect(data.rows.every((row) => row.length === 21 && row[20] !== null)).toBe(true);
  });
  it("never falls, and never shows what no point says", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 100_000_000 }), (requests) => {
        const values = prepare(run(requests)).lines[0]?.values.filter((value) => value !== null) ?? [];
        values.forEach((value, index) => {
          expect(value).toBeGreaterThanOrEqual((values[index - 1] ?? 0) - 1e-9);
          expect(value * 1000).toBeLessThanOrEqual((points.at(-1)?.micros ?? 0) + 1e-6);
        });
      }),
    );
  });
});

it.each([300, 326, 480, 690])("writes no name over another at %d px", (width) => {
  const runOf = (key: string, position: number, millis: readonly number[]) =>
    run(18_000, {
      key,
      position,
      name: key,
      points: [50, 90, 95, 99, 99.9].map((percent, at) => ({ percent, micros: (millis[at] ?? 0) * 1_000 })),
    });
  const model = preparePercentileCurve({
    runs: [runOf("run 31", 0, [31, 65, 77, 102, 147]), runOf("run 46", 1, [39, 82, 96, 131, 174])],
    targets: [{ value: 120, text: "p99 target 120" }],
  });
  if (model.y === null) throw new Error("There is a curve.");
  const { words } = curvePlot(model, model.y, curveBox({ width, height: 260 }));
  const boxes = words.map((word) => boxOf(word, word.text.length * LETTER_WIDTH));
  expect(words).toHaveLength(3);
  expect(boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => overlap(box, other)))).toEqual([]);
});
