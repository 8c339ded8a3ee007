import type { RunGauge } from "@headroom/contract";
import { expect, it } from "vitest";
import { clockFrom, prepareGaugeRows } from "./prepare-gauge-rows.ts";

const nothing = {
  load: null,
  band: null,
  byLoad: null,
  plateau: null,
  peak: null,
  growth: null,
  steps: null,
} as const;

function rowOf(besideLoad: Partial<RunGauge["besideLoad"]>, unit: string | null = null) {
  const gauge = { name: "lag", unit, pointSeconds: 1, points: [], besideLoad: { ...nothing, ...besideLoad } };
  const [row] = prepareGaugeRows([gauge], clockFrom("2026-11-27T10:00:00.000Z"));
  return row;
}

it("a gauge of which nothing is known has no texts", () => {
  expect(rowOf({})).toEqual({ name: "lag", band: null, ends: null, byLoad: null, sentences: [] });
});

it("a plateau names the level, its time and the load", () => {
  const plateau = {
    low: 10_900,
    high: 11_100,
    loadFrom: 2_000,
    loadTo: 9_000,
    from: "2026-11-27T10:02:30.000Z",
    to: "2026-11-27T10:09:00.000Z",
  };
  expect(rowOf({ load: "requests", plateau })?.sentences).toEqual([
    "Stayed between 10,900 and 11,100 from 2:30 to 9:00, while throughput rose from 2,000 to 9,000 req/s.",
  ]);
  expect(rowOf({ load: "users", plateau: { ...plateau, low: 8, high: 8 } })?.sentences).toEqual([
    "Stayed at 8 from 2:30 to 9:00, while users rose from 2,000 to 9,000.",
  ]);
});

it("a peak says how long it took, or that it wasn't over", () => {
  const peak = {
    value: 29_000,
    usual: 40,
    at: "2026-11-27T10:05:00.000Z",
    backAfterSeconds: 240,
    backAfterEndSeconds: null,
    backTo: 60,
    watchedSeconds: 600,
    watchedAfterEndSeconds: 0,
  };
  const said = (more: Partial<NonNullable<RunGauge["besideLoad"]["peak"]>>) =>
    rowOf({ peak: { ...peak, ...more } })?.sentences;
  const rose = "Rose from 40 to 29,000 at 5:00";
  expect(said({})).toEqual([`${rose} and was back to 60 after 4m.`]);
  expect(said({ backAfterEndSeconds: 235 })).toEqual([
    `${rose} and was back to 60 after 4m, 3m 55s after the run ended.`,
  ]);
  expect(said({ backAfterEndSeconds: 0 })).toEqual([
    `${rose} and was back to 60 after 4m, when the run ended.`,
  ]);
  const up = { backAfterSeconds: null, backTo: 20_000, watchedSeconds: 95 };
  expect(said(up)).toEqual([`${rose} and was still at 20,000 when its values ended, 1m 35s later.`]);
  expect(said({ ...up, watchedAfterEndSeconds: 1_800 })).toEqual([
    `${rose} and was still at 20,000 when its values ended, 30m after the run.`,
  ]);
  expect(said({ ...up, backTo: 31_000, watchedAfterEndSeconds: 300 })).toEqual([
    `${rose} and went on rising: it was at 31,000 when its values ended, 5m after the run.`,
  ]);
  expect(said({ ...up, backTo: 60 })).toEqual([`${rose}, and its last value is 60.`]);
});

it("growth says whether it never fell, and steps when they were", () => {
  const growth = { from: 67, to: 89, dip: 0.3 };
  expect(rowOf({ growth }, "%")?.sentences).toEqual([
    "Grew from 67 to 89% and never fell by more than 0.3%.",
  ]);
  const steps = [
    { from: 8, to: 14, at: "2026-11-27T10:09:30.000Z" },
    { from: 14, to: 8, at: "2026-11-27T10:14:00.000Z" },
  ];
  expect(rowOf({ steps })?.sentences).toEqual(["Went from 8 to 14 at 9:30, to 8 at 14:00."]);
});

it("bands and values by load have their units", () => {
  const row = rowOf(
    {
      load: "requests",
      band: { low: 65, high: 75 },
      byLoad: { low: { load: 1_200, value: 20 }, high: { load: 5_100, value: 75 } },
      growth: { from: 67, to: 89, dip: 0 },
    },
    "%",
  );
  expect(row).toMatchObject({
    band: "65–75%",
    byLoad: { low: "20% at 1,200 req/s", high: "75% at 5,100 req/s" },
    sentences: ["Never fell: grew from 67 to 89%."],
  });
});

it("the lowest and the highest value are those of every interval, where they are given", () => {
  const points = [
    { at: "2026-11-27T10:00:00.000Z", mean: 40, min: 31, max: 60 },
    { at: "2026-11-27T10:00:10.000Z", mean: 50, min: 45, max: 92 },
  ];
  const gauge = { name: "cpu", unit: "%", points, besideLoad: { ...nothing } };
  expect(prepareGaugeRows([gauge], clockFrom("2026-11-27T10:00:00.000Z"))[0]?.ends).toBe(
    "lowest 31%, highest 92%",
  );
});
