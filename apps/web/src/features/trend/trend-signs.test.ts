import { expect, it } from "vitest";
import type { TrendModel } from "./prepare-trend.ts";
import { trendSigns } from "./trend-signs.ts";

type Point = TrendModel["points"][number];
type Change = TrendModel["changes"][number];
const point = (more: Partial<Point>) => ({ value: 100, of: "line", outcome: "holds", ...more }) as Point;
const step = (more: Partial<Change>) =>
  ({ state: "regressed", accepted: null, drift: null, ...more }) as Change;
const trend = (more: Partial<TrendModel>) =>
  ({ points: [point({})], levels: [], changes: [], targets: [], baseline: null, ...more }) as TrendModel;

it("names only the signs that a chart has", () => {
  expect(trendSigns(trend({}))).toEqual(["line"]);
  expect(trendSigns(trend({ points: [point({}), point({ value: null, of: "branch" })] }))).toEqual(["line"]);
});

it("has a sign each for runs of branches, runs set aside and runs that miss", () => {
  const points = [
    point({}),
    point({ outcome: "misses" }),
    point({ of: "branch" }),
    point({ of: "set-aside", outcome: "misses" }),
  ];
  expect(trendSigns(trend({ points }))).toEqual(["line", "missed", "branch", "set-aside"]);
});

it("names each kind of change once; a drift has no diamond", () => {
  const accepted = { reason: "known", by: null, at: "2026-11-15T00:00:00Z" } as unknown as Change["accepted"];
  const changes = [step({}), step({}), step({ accepted }), step({ state: "improved" })];
  expect(trendSigns(trend({ changes, targets: [{ text: "p99 <= 120 ms", value: 120 }] }))).toEqual([
    "line",
    "worse",
    "better",
    "accepted",
    "target",
  ]);
  const drift = { lastRunId: "b" } as Change["drift"];
  expect(trendSigns(trend({ changes: [step({ drift })] }))).toEqual(["line"]);
});
