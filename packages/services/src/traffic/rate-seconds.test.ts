import { describe, expect, it } from "vitest";
import { rateSeconds, totalSeconds } from "./rate-seconds.ts";
import type { ReportedPoint } from "./rate-seconds.ts";

const point = (second: number, requests: number, reportedSeconds = 60): ReportedPoint => {
  return { second, requests, reportedSeconds };
};
const over = (points: readonly ReportedPoint[], now = 10_000) =>
  rateSeconds(points, { pointSeconds: 60, now });

describe("the seconds of a throughput", () => {
  it("are those that were reported where a silence begins or ends", () => {
    expect(over([point(0, 600), point(60, 200, 20), point(600, 100, 10), point(660, 600)])).toEqual([
      60, 20, 10, 60,
    ]);
    expect(over([point(0, 600), point(60, 20, 2)])).toEqual([60, 2]);
  });

  it("end with the newest one while a point isn't over", () => {
    expect(over([point(0, 600), point(60, 30, 3)], 75)).toEqual([60, 3]);
    expect(over([point(0, 600), point(60, 1, 0)], 61)).toEqual([60, 1]);
  });

  it("are all of a point if few requests come: they don't show a silence", () => {
    expect(over([point(0, 1, 1), point(600, 1, 1), point(1_200, 2, 11)])).toEqual([60, 60, 60]);
    expect(over([point(0, 4), point(60, 1, 1)], 90)).toEqual([60, 30]);
    expect(over([point(0, 4), point(60, 1, 1)])).toEqual([60, 60]);
  });
});

describe("the seconds of all points", () => {
  const of = (...points: [second: number, seconds: number][]) =>
    totalSeconds(
      points.map(([second, seconds]) => ({ second, seconds })),
      60,
    );

  it("have a short pause of the traffic, but not a silence", () => {
    expect(of([0, 60], [60, 60], [360, 60])).toBe(420);
    expect(of([0, 60], [60, 20], [1_200, 10], [1_260, 60])).toBe(150);
    expect(of([0, 60], [60, 5])).toBe(65);
    expect(of()).toBe(0);
  });
});
