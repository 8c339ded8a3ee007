import { ALL_REQUESTS, emptyCell, mergeCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing, sampleSource } from "../../testing/index.ts";
import { compareSliceLengths, getRunSlicesAnswer } from "./compare-slice-lengths.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

/** 6,000 requests of which so many take more than 30 and at most 50 ms. */
function minute(slow: number): Cell {
  return {
    ...emptyCell(),
    requests: 6_000,
    items: 6_000,
    distribution: {
      kind: "buckets",
      upperBoundsMicros: [1_000, 2_000, 30_000, 50_000],
      counts: [0, 6_000 - slow, 0, slow, 0],
    },
  };
}

/** Two hours by minutes (or by so many), in which "select" has one bad minute. */
async function upload(experiment: string, minutes = 1) {
  const source = sampleSource(
    [],
    { accepted: 1, source: "buckets", absent: ["errors"] },
    (sink, startMicros) => {
      for (let at = 0; at < 120; at += minutes) {
        const labels = [sink.label("insert", "request"), sink.label("select", "request"), ALL_REQUESTS];
        const cells = Array.from({ length: minutes }, (_, of) => [
          minute(10),
          minute(at + of === 70 ? 180 : 10),
        ]);
        const [insert, select] = [0, 1].map((which) =>
          cells.map((both) => both[which] ?? emptyCell()).reduce(mergeCells),
        );
        for (const [which, cell] of [
          insert,
          select,
          mergeCells(insert ?? emptyCell(), select ?? emptyCell()),
        ].entries())
          sink.interval(labels[which] ?? 0, startMicros + at * 60e6, minutes * 60, cell ?? emptyCell());
      }
    },
  );
  const { answer } = await world.upload(
    { experiment },
    { ...source, digest: async () => Buffer.from(experiment.padEnd(32)) },
  );
  return answer.run.id;
}

it("says per label what long slices hide of short ones, in the lengths that the run can be read in", async () => {
  const runId = await upload("by minutes");
  const series = await compareSliceLengths({ ctx: world.ci, input: { runId, window: "whole" } });
  expect(series.map(({ label }) => label?.name ?? null)).toEqual([null, "insert", "select"]);
  for (const { lengths } of series)
    expect(lengths.map(({ sliceSeconds, slices }) => [sliceSeconds, slices])).toEqual([
      [60, 120],
      [600, 12],
      [1_800, 4],
    ]);
  const words =
    "p99 ranges from 1.00–2.00 to 30–50 ms in slices of 1m, and is 1.00–2.00 ms in slices of 30m: the longer slices hide the worst minute.";
  expect(series.map(({ hidden }) => hidden)).toEqual([words, null, words]);
  const answer = await getRunSlicesAnswer({
    ctx: world.ci,
    input: { runId, parameters: { from: "0", to: "3600" }, webUrl: "https://headroom.example" },
  });
  expect(answer.series[2]).toMatchObject({
    label: "select",
    hidden: null,
    lengths: [{ slices: 60, leastMs: 1, mostMs: 2, mostRangeMs: { low: 1, high: 2 } }, {}, {}],
  });
});

it("has nothing to say of slices that are finer than the run's intervals", async () => {
  const runId = await upload("by half hours", 30);
  const series = await compareSliceLengths({ ctx: world.ci, input: { runId, window: "whole" } });
  for (const { lengths, hidden } of series) {
    expect(lengths).toMatchObject([{ sliceSeconds: 1_800, slices: 4 }]);
    expect(hidden).toBeNull();
  }
});
