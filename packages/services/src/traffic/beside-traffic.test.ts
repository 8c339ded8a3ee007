import { expect, it } from "vitest";
import { emptyCell } from "@headroom/core";
import { besideTraffic } from "./beside-traffic.ts";
import type { TrafficPoint } from "./read-traffic.ts";

const FROM = 1_700_000_000;
const range = { from: FROM, to: FROM + 600, pointSeconds: 1 };

function pointsOf(requests: (second: number) => number): TrafficPoint[] {
  return Array.from({ length: 600 }, (_, second) => ({
    second: FROM + second,
    from: FROM + second,
    to: FROM + second + 1,
    cell: { ...emptyCell(), requests: requests(second) },
    parts: [],
  })).filter(({ cell }) => cell.requests > 0);
}

const gauge = (name: string, value: (second: number) => number) => ({
  name,
  unit: "%",
  points: Array.from({ length: 600 }, (_, second) => ({
    second: FROM + second,
    cell: { count: 1, sum: value(second), min: value(second), max: value(second), last: value(second) },
  })),
});

it("says what a gauge did while the requests of a service rose, at instants of the range", () => {
  const points = pointsOf((second) => 10 + second);
  const cpu = gauge("cpu", (second) => Math.min(80, 20 + second / 3));
  const beside = besideTraffic([cpu], { range, points, secondsOf: new Map(), latest: range.to })("cpu");
  expect(beside).toMatchObject({ load: "requests", peak: null, growth: null, band: { high: 80 } });
  expect(beside.byLoad?.low.value).toBeLessThan(60);
  expect(beside.byLoad?.high.value).toBe(80);
  expect(beside.plateau?.high).toBe(80);
  expect(Date.parse(beside.plateau?.from ?? "")).toBeGreaterThan(FROM * 1_000);
  expect(beside.plateau?.to).toBe(new Date((FROM + 599) * 1_000).toISOString());
});

it("takes a silence for an unknown load, and not for none", () => {
  const silent = pointsOf((second) => (second < 300 ? 50 : 0));
  const lag = gauge("lag", (second) => (second < 300 ? 10 : 90));
  const beside = besideTraffic([lag], { range, points: silent, secondsOf: new Map(), latest: range.to })(
    "lag",
  );
  expect(beside.byLoad).toBeNull();
  expect(beside.plateau).toBeNull();
});
