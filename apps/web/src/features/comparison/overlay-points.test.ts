import { expect, it } from "vitest";
import { Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";
import { overlaySlices } from "./overlay-points.ts";

const cellOf = (micros: readonly number[]): Cell => ({
  ...{ requests: micros.length, errors: 0, items: micros.length, bytes: 0 },
  ...{ sumMicros: null, minMicros: null, maxMicros: null },
  distribution: { kind: "sketch", all: Sketch.of(micros), failed: null },
});

const timeline = (seconds: number, pointSeconds: number, micros: number): RunTimeline => ({
  ...{ origin: new Date(0), pointSeconds, finestStepSeconds: 1, fromSeconds: 0, toSeconds: seconds },
  points: Array.from({ length: seconds / pointSeconds }, (_, at) => ({
    offsetSeconds: at * pointSeconds,
    stepSeconds: 1,
    cell: cellOf(Array.from({ length: 10 * pointSeconds }, () => micros)),
  })),
});

it("cuts runs of any length into the same slices, merged and never averaged", () => {
  const { sliceSeconds, runs } = overlaySlices(
    [
      { id: "short", timeline: timeline(60, 1, 5_000) },
      { id: "long", timeline: timeline(3_600, 5, 20_000) },
    ],
    99,
  );
  expect(sliceSeconds).toBe(30);
  expect(runs.map(({ slices }) => slices.length)).toEqual([2, 120]);
  expect(runs[0]?.slices[1]).toMatchObject({ offsetSeconds: 30, throughput: 10 });
  expect(runs[1]?.slices[0]?.latencyMillis).toBeCloseTo(20, 0);
});

it("finds slices that every run's points fit into", () => {
  const slices = overlaySlices(
    [
      { id: "a", timeline: timeline(720, 3, 1_000) },
      { id: "b", timeline: timeline(720, 20, 1_000) },
    ],
    50,
  );
  expect(slices.sliceSeconds).toBe(60);
});

it("draws no cliff where a run ends inside a slice", () => {
  const ending = (seconds: number) =>
    overlaySlices(
      [
        { id: "long", timeline: timeline(2_400, 10, 5_000) },
        { id: "ends", timeline: timeline(seconds, 1, 5_000) },
      ],
      99,
    ).runs[1]?.slices.map(({ throughput }) => throughput);
  expect(ending(21)).toEqual([10, 10]);
  expect(ending(26)).toEqual([10, 10, 10]);
  expect(ending(3)).toEqual([10]);
});
