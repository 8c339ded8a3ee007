import { expect, it } from "vitest";
import { Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";
import { overlayPoints } from "./overlay-points.ts";

const cellOf = (micros: readonly number[]): Cell => ({
  requests: micros.length,
  errors: 0,
  items: micros.length,
  bytes: 0,
  sumMicros: null,
  minMicros: null,
  maxMicros: null,
  distribution: { kind: "sketch", all: Sketch.of(micros), failed: null },
});

const timeline = (seconds: number, pointSeconds: number, micros: number): RunTimeline => ({
  origin: new Date(0),
  pointSeconds,
  finestStepSeconds: 1,
  fromSeconds: 0,
  toSeconds: seconds,
  endSeconds: seconds,
  absent: [],
  points: Array.from({ length: seconds / pointSeconds }, (_, at) => ({
    offsetSeconds: at * pointSeconds,
    stepSeconds: 1,
    cell: cellOf(Array.from({ length: 10 * pointSeconds }, () => micros)),
  })),
});

it("draws runs of any length in points of one length, merged and never averaged", () => {
  const { pointSeconds, runs } = overlayPoints(
    [
      { id: "short", timeline: timeline(60, 1, 5_000) },
      { id: "long", timeline: timeline(3_600, 5, 20_000) },
    ],
    99,
  );
  expect(pointSeconds).toBe(20);
  expect(runs.map(({ points }) => points.length)).toEqual([3, 180]);
  expect(runs[0]?.points[1]).toMatchObject({ offsetSeconds: 20, throughput: 10 });
  expect(runs[1]?.points[0]?.latencyMillis).toBeCloseTo(20, 0);
});

it("draws the points that the pages of the runs show first, where all runs have enough of them", () => {
  const widthOf = (...seconds: number[]) =>
    overlayPoints(
      seconds.map((length, at) => ({ id: String(at), timeline: timeline(length, 1, 5_000) })),
      99,
    ).pointSeconds;
  expect(widthOf(300, 300)).toBe(10);
  expect(widthOf(300, 150)).toBe(10);
  expect(widthOf(300, 140)).toBe(2);
});

it("finds a length that holds whole points of every run", () => {
  const overlay = overlayPoints(
    [
      { id: "a", timeline: timeline(720, 3, 1_000) },
      { id: "b", timeline: timeline(720, 20, 1_000) },
    ],
    50,
  );
  expect(overlay.pointSeconds).toBe(60);
});

it("draws no cliff where a run ends inside its last stored point", () => {
  const whole = timeline(3_600, 20, 5_000);
  const more = (offsetSeconds: number, requests: number) => ({
    offsetSeconds,
    stepSeconds: 20,
    cell: cellOf(Array.from({ length: requests }, () => 5_000)),
  });
  const ends = [more(3_600, 200), more(3_620, 23)];
  const throughputs = (endSeconds: number) =>
    overlayPoints(
      [{ id: "a", timeline: { ...whole, endSeconds, points: [...whole.points, ...ends] } }],
      99,
    ).runs[0]?.points.map(({ throughput }) => throughput);
  expect(new Set(throughputs(3_622.3))).toEqual(new Set([10]));
  expect(throughputs(3_632)?.at(-1)).toBeCloseTo(223 / 32, 5);
});

it("draws no cliff where a run ends inside a point", () => {
  const ending = (seconds: number) =>
    overlayPoints(
      [
        { id: "long", timeline: timeline(2_400, 10, 5_000) },
        { id: "ends", timeline: timeline(seconds, 1, 5_000) },
      ],
      99,
    ).runs[1]?.points.map(({ throughput }) => throughput);
  expect(ending(21)).toEqual([10, 10]);
  expect(ending(26)).toEqual([10, 10, 10]);
  expect(ending(3)).toEqual([10]);
});
