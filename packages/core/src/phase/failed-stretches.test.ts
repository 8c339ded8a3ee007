import { expect, it } from "vitest";
import { findFailedStretches } from "./failed-stretches.ts";
import type { PhasePoint } from "./phase-point.ts";

/** A point a second: requests and, of these, failed ones. */
function pointsOf(...parts: [seconds: number, requests: number, failed: number][]): PhasePoint[] {
  const flat = parts.flatMap(([seconds, requests, failed]) =>
    Array.from({ length: seconds }, () => [requests, failed]),
  );
  return flat.map(([throughput = 0, errors = 0], offsetSeconds) => ({
    offsetSeconds,
    stepSeconds: 1,
    throughput,
    errors,
    p50Micros: throughput === 0 ? null : 20_000,
  }));
}

it("finds stretches in which all requests failed, also at the start, and no silence", () => {
  expect(findFailedStretches(pointsOf([60, 10, 1], [45, 8, 8], [20, 0, 0], [60, 10, 0]))).toEqual([
    { fromSeconds: 60, toSeconds: 105 },
  ]);
  expect(findFailedStretches(pointsOf([30, 10, 10], [60, 10, 0]))).toEqual([
    { fromSeconds: 0, toSeconds: 30 },
  ]);
  expect(findFailedStretches(pointsOf([60, 10, 0], [600, 0, 0], [60, 10, 0]))).toEqual([]);
});

it("joins failures over short silences, but not over long ones", () => {
  expect(findFailedStretches(pointsOf([9, 9, 0], [10, 5, 5], [100, 0, 0], [10, 5, 5], [9, 9, 0]))).toEqual([
    { fromSeconds: 9, toSeconds: 129 },
  ]);
  expect(findFailedStretches(pointsOf([9, 9, 0], [10, 5, 5], [400, 0, 0], [10, 5, 5], [9, 9, 0]))).toEqual([
    { fromSeconds: 9, toSeconds: 19 },
    { fromSeconds: 419, toSeconds: 429 },
  ]);
});

it("leaves out a few failures in a row, and runs in which nothing succeeded at all", () => {
  expect(findFailedStretches(pointsOf([60, 10, 0], [2, 30, 30], [60, 10, 0]))).toEqual([]);
  expect(findFailedStretches(pointsOf([60, 1, 0], [15, 1, 1], [60, 1, 0]))).toEqual([]);
  expect(findFailedStretches(pointsOf([60, 10, 10]))).toEqual([]);
});
