import { describe, expect, it } from "vitest";
import { RunAggregation } from "./aggregate.ts";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { ALL_REQUESTS } from "../cell/sample.ts";

const ORIGIN = 1_795_000_000_000_000;
const counted = (requests: number): Cell => ({ ...emptyCell(), requests });

function aggregated(intervals: readonly (readonly [at: number, seconds: number])[], perSecond = 1) {
  const aggregation = new RunAggregation({ originMicros: ORIGIN });
  const label = aggregation.label("a", "request");
  for (const [at, seconds] of intervals) {
    for (const one of [label, ALL_REQUESTS]) {
      aggregation.interval(one, ORIGIN + at * 1e6, seconds, counted(seconds * perSecond));
    }
  }
  const totals = aggregation.finish();
  const rows = aggregation.drain();
  const rowsOf = (of: number, step: number | null) =>
    rows
      .filter((row) => row.label === of && row.stepSeconds === step)
      .map(({ offsetSeconds, cell }) => [offsetSeconds, cell.requests]);
  return { totals, all: rowsOf(ALL_REQUESTS, totals.allFinestStepSeconds), rowsOf };
}

describe("the step of a run of intervals", () => {
  it("is that of its usual intervals, and the step has all of them, also a shorter last one", () => {
    const minutes = Array.from({ length: 10 }, (_, at) => [at * 60, 60] as const);
    const { totals, all, rowsOf } = aggregated([...minutes, [600, 7]]);
    expect(totals.allFinestStepSeconds).toBe(60);
    expect(totals.labels[0]?.finestStepSeconds).toBe(60);
    expect(all).toEqual([...minutes.map(([at]) => [at, 60]), [600, 7]]);
    expect(rowsOf(1, 60)).toEqual(all);
  });

  it.each([
    [10, 3, 10],
    [10, 0.9, 10],
    [1, 0.2, 1],
    [600, 59, 600],
  ])("of %d s isn't changed by one of %d s", (usual, last, step) => {
    const { totals, all } = aggregated([
      [0, usual],
      [usual, usual],
      [2 * usual, last],
    ]);
    expect(totals.allFinestStepSeconds).toBe(step);
    expect(all).toHaveLength(3);
  });
});

/** What a load of 1,000 requests per second gives in intervals of these lengths. */
function constant(lengths: readonly number[], from = 0) {
  let at = from;
  return lengths.map((seconds) => {
    const start = at;
    at += seconds;
    return [start, seconds] as const;
  });
}

describe("a constant load", () => {
  const hours = 12 * 3_600;
  it.each([
    ["45 s", constant(new Array<number>(80).fill(45))],
    ["7 min", constant(new Array<number>(30).fill(420))],
    ["30 min", constant(new Array<number>(24).fill(1_800))],
    ["1 h", constant(new Array<number>(12).fill(3_600))],
    ["45 min", constant(new Array<number>(16).fill(2_700))],
    ["mixed lengths", constant([60, 60, 45, 30, 420, 45, 1_800, 600, 60, 60, 420, 3_600])],
    ["3 s", constant(new Array<number>(100).fill(3))],
  ])("in intervals of %s is constant in every step, to the request", (_, intervals) => {
    const { totals, rowsOf } = aggregated(intervals, 1_000);
    const seconds = intervals.reduce((sum, [, length]) => sum + length, 0);
    for (const step of [1, 10, 60, 600]) {
      const rows = rowsOf(ALL_REQUESTS, step);
      if (step < (totals.allFinestStepSeconds ?? 0) && step < 600) continue;
      for (const [offset = 0, requests] of rows)
        expect(requests).toBe(1_000 * Math.min(step, seconds - offset));
      expect(rows.reduce((sum, [, requests = 0]) => sum + requests, 0)).toBe(seconds * 1_000);
      expect(rowsOf(1, step)).toEqual(rows);
    }
    expect(totals.all.requests).toBe(seconds * 1_000);
  });

  it.each([
    [1_800, 1_800],
    [3_600, 3_600],
    [2_700, 3_600],
    [420, 600],
    [45, 60],
  ])("in intervals of %d s is read in no less than %d s", (seconds, finest) => {
    const { totals } = aggregated(constant(new Array<number>(hours / 10_800).fill(seconds)));
    expect(totals.allFinestStepSeconds).toBe(finest);
    expect(totals.labels[0]?.finestStepSeconds).toBe(finest);
  });

  it.each([0.4, 0.7, 13.2, 299])("is where its steps are if the first interval begins after %d s", (from) => {
    const { all } = aggregated(constant(new Array<number>(24).fill(60), from), 1_000);
    const first = Math.round(from / 60) * 60;
    expect(all).toEqual(Array.from({ length: 24 }, (_, at) => [first + at * 60, 60_000]));
  });

  it.each([
    [1.003, 1_500],
    [60.05, 2_000],
    [59.9, 2_000],
    [610, 300],
  ])("in intervals that are always a little off, %d s, has neither silences nor spikes", (seconds, times) => {
    const { all } = aggregated(constant(new Array<number>(times).fill(seconds)), 1_000);
    const step = (all[1]?.[0] ?? 0) - (all[0]?.[0] ?? 0);
    expect(all.map(([offset]) => offset)).toEqual(all.map((_, at) => at * step));
    for (const [, requests = 0] of all.slice(0, -1))
      expect(Math.abs(requests / step / 1_000 - 1)).toBeLessThan(0.06);
    expect(all.reduce((sum, [, requests = 0]) => sum + requests, 0)).toBe(
      Math.round(seconds * 1_000) * times,
    );
  });

  it("of intervals longer than 8 hours is only stored as a total", () => {
    const { totals } = aggregated(constant([86_400, 86_400]));
    expect(totals.allFinestStepSeconds).toBeNull();
    expect(totals.all.requests).toBe(172_800);
  });
});

it("percentiles that a tool quotes for each step survive an interval that is a second late", () => {
  const aggregation = new RunAggregation({ originMicros: ORIGIN });
  let at = 0;
  for (const [nth, seconds] of [10, 10, 11, 10, 10, 11, 10, 10].entries()) {
    const distribution = { kind: "quoted" as const, micros: { p50: 1_000 * (nth + 1) } };
    const cell = { ...counted(seconds * 100), distribution };
    aggregation.interval(ALL_REQUESTS, ORIGIN + at * 1e6, seconds, cell);
    at += seconds;
  }
  aggregation.finish();
  const rows = aggregation.drain().filter(({ stepSeconds }) => stepSeconds === 10);
  expect(rows.map(({ cell }) => cell.requests)).toEqual([...Array.from({ length: 8 }, () => 1_000), 200]);
  expect(rows.slice(0, 8).map(({ cell }) => cell.distribution)).toEqual(
    Array.from({ length: 8 }, (_, nth) => ({ kind: "quoted", micros: { p50: 1_000 * (nth + 1) } })),
  );
  expect(rows.at(-1)?.cell.distribution.kind).toBe("none");
});
