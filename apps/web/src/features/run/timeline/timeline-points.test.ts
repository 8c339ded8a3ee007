import { Sketch, emptyCell } from "@headroom/core";
import { expect, it } from "vitest";
import { timelineFigures } from "./timeline-points.ts";

const origin = new Date("2025-11-05T03:10:00Z");

it("sends figures to the browser and keeps the sketches", () => {
  const all = Sketch.of([10_000, 20_000, 30_000]);
  const cell = { ...emptyCell(), requests: 3, distribution: { kind: "sketch" as const, all, failed: null } };
  const figures = timelineFigures({
    origin,
    pointSeconds: 10,
    finestStepSeconds: 1,
    fromSeconds: 0,
    endSeconds: 10,
    toSeconds: 10,
    absent: [],
    points: [{ offsetSeconds: 0, stepSeconds: 10, cell }],
  });
  expect(figures).toMatchObject({ origin: "2025-11-05T03:10:00.000Z", pointSeconds: 10, cellSeconds: 1 });
  const [point] = figures.points;
  expect(Object.keys(point ?? {})).toEqual([
    "offsetSeconds",
    "requests",
    "errors",
    "latencyMicros",
    "latencyRanges",
  ]);
  expect(point?.latencyMicros.p50).toBeGreaterThan(19_900);
  expect(point?.latencyMicros.p50).toBeLessThan(20_100);
});
