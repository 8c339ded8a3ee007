import { describe, expect, it } from "vitest";
import type { ComparedGauge, ComparedGauges } from "@headroom/services";
import { comparisonOf, positions } from "../testing/comparison-fixtures.ts";
import { prepareComparedGauges } from "./prepare-gauges.ts";
import { prepareRuns } from "../view/prepare-runs.ts";

type Given = Omit<ComparedGauge, "words">;
type Run = NonNullable<ComparedGauge["runs"][number]>;
const STARTED = "2026-11-27T10:00:00.000Z";
const nothing = {
  load: null,
  band: null,
  byLoad: null,
  plateau: null,
  peak: null,
  growth: null,
  steps: null,
} as const;

const run = (values: readonly number[], besideLoad: Partial<Run["besideLoad"]> = {}): Run => ({
  pointSeconds: 10,
  points: values.map((mean, at) => ({ offsetSeconds: at * 10, mean })),
  lowest: { value: Math.min(...values), offsetSeconds: values.indexOf(Math.min(...values)) * 10 },
  mean: 5,
  change: null,
  highest: { value: Math.max(...values), offsetSeconds: values.indexOf(Math.max(...values)) * 10 },
  besideLoad: { ...nothing, ...besideLoad },
});

const cards = prepareRuns(
  comparisonOf([
    { id: "a", figures: {} },
    { id: "b", figures: {} },
  ]),
  positions,
);
const prepared = (given: Given[], total = given.length) => {
  const gauges = given.map((gauge) => ({ ...gauge, words: null }));
  const found: ComparedGauges = {
    runs: ["a", "b"].map((id) => ({
      id,
      startedAt: STARTED,
      meanwhile: id === "b" ? ["“lag” grew."] : [],
    })),
    gauges,
    total,
  };
  return prepareComparedGauges(found, cards);
};

describe("the gauges of several runs", () => {
  it("say what each did in each run", () => {
    const plateau = {
      low: 10_900,
      high: 11_100,
      loadFrom: 2_000,
      loadTo: 9_000,
      from: "2026-11-27T10:02:30.000Z",
      to: "2026-11-27T10:09:00.000Z",
    };
    const peak = {
      value: 29_000,
      at: "2026-11-27T10:05:00.000Z",
      usual: 40,
      backAfterSeconds: 240,
      backAfterEndSeconds: null,
      backTo: 40,
      watchedSeconds: 300,
      watchedAfterEndSeconds: 0,
    };
    const { rows } = prepared([
      {
        name: "write units",
        unit: "/min",
        runs: [run([1, 11_100, 3], { plateau, band: { low: 65, high: 75 } }), run([2], { peak })],
      },
    ]);
    expect(rows[0]?.cells).toEqual([
      {
        runId: "a",
        position: 0,
        runName: "run 1",
        measured: true,
        band: "65–75/min",
        lowest: "1/min at 0:00",
        highest: "11,100/min at 0:10",
        mean: "5/min",
        changes: [],
        level: "10,900–11,100/min from 2:30 to 9:00",
        recovery: null,
      },
      {
        runId: "b",
        position: 1,
        runName: "run 2",
        measured: true,
        band: null,
        lowest: "2/min at 0:00",
        highest: "2/min at 0:00",
        mean: "5/min",
        changes: [],
        level: null,
        recovery: "after 4m",
      },
    ]);
  });

  it("say that a gauge never came back, and that one only grew", () => {
    const peak = {
      value: 9,
      at: STARTED,
      usual: 1,
      backAfterSeconds: null,
      backAfterEndSeconds: null,
      backTo: 9,
      watchedSeconds: 90,
      watchedAfterEndSeconds: 0,
    };
    const { rows } = prepared([
      {
        name: "lag",
        unit: null,
        runs: [run([9], { peak }), run([1, 5], { growth: { from: 1, to: 5, dip: 0 } })],
      },
    ]);
    expect(rows[0]?.cells.map(({ level, recovery }) => [level, recovery])).toEqual([
      [null, "not within 1m 30s"],
      ["never fell: 1 to 5", null],
    ]);
    const last = run([9, 1], { peak: { ...peak, backTo: 1 } });
    const { rows: lasts } = prepared([{ name: "lag", unit: null, runs: [last, null] }]);
    expect(lasts[0]?.cells[0]?.recovery).toBe("only its last value");
  });

  it("say how each changed against the reference", () => {
    const change = { highest: -0.76, mean: -0.755, low: null, high: -0.5 };
    const { rows } = prepared([{ name: "lag", unit: null, runs: [run([9]), { ...run([4]), change }] }]);
    expect(rows[0]?.cells.map(({ changes }) => changes)).toEqual([[], ["highest −76.0%", "mean −75.5%"]]);
  });

  it("name a run that has none, and draw the others", () => {
    const { rows, charts, meanwhile } = prepared([{ name: "cpu", unit: "%", runs: [null, run([40, 50])] }]);
    expect(rows[0]?.cells.map(({ measured }) => measured)).toEqual([false, true]);
    expect(meanwhile).toEqual([{ runId: "b", position: 1, runName: "run 2", words: ["“lag” grew."] }]);
    expect(charts[0]?.runs.map(({ position, samples }) => [position, samples.length])).toEqual([[1, 2]]);
  });

  it("share the time of all charts, and count what isn't shown", () => {
    const { charts, left } = prepared(
      [
        { name: "cpu", unit: "%", runs: [run([1, 2, 3]), null] },
        { name: "lag", unit: null, runs: [run([1]), null] },
      ],
      7,
    );
    expect(charts.map(({ time }) => time)).toEqual([
      { fromSeconds: 0, toSeconds: 30 },
      { fromSeconds: 0, toSeconds: 30 },
    ]);
    expect(left).toBe(5);
    expect(prepared([]).charts).toEqual([]);
  });
});
