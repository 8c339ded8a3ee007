import { describe, expect, it } from "vitest";
import { RunAggregation } from "./aggregate.ts";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { ALL_REQUESTS } from "../cell/sample.ts";

const ORIGIN = 1_795_000_000_000_000;
const counted = (requests: number): Cell => ({ ...emptyCell(), requests });

function aggregated(intervals: readonly (readonly [at: number, seconds: number])[]) {
  const aggregation = new RunAggregation({ originMicros: ORIGIN });
  const label = aggregation.label("a", "request");
  for (const [at, seconds] of intervals) {
    for (const one of [label, ALL_REQUESTS]) {
      aggregation.interval(one, ORIGIN + at * 1e6, seconds, counted(seconds));
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
