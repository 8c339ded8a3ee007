import { expect, it } from "vitest";
import type { EarlierRunRead } from "@headroom/db";
import { changesBetween } from "./changes-between.ts";
import type { LevelReader } from "./changes-between.ts";
import type { SideRun } from "./read-noise.ts";

const at = (run: number) => new Date(Date.UTC(2026, 0, run));

const NO_LOAD = {
  plannedSeconds: null,
  ratePerGenerator: null,
  generators: null,
  threadsPerGenerator: null,
};
const EXPERIMENT = { durationSeconds: 10, ratePerGenerator: 5, generators: 1, threadsPerGenerator: null };

/** A trend of 60 runs, one a day, whose p99 scatters by about 2%. */
const trendOf = (
  level: (run: number) => number,
  tool = "k6",
  rateOf: (run: number) => number | null = () => null,
) => {
  const runs = Array.from({ length: 60 }, (_, index) => {
    const p99 = 200 * level(index + 1) * (1 + 0.02 * Math.sin(index * index));
    const summary = {
      latencyMs: { p99 },
      throughput: null,
      items: null,
      durationSeconds: 10,
      errorRate: null,
    };
    return {
      id: `id-${index + 1}`,
      number: index + 1,
      summary,
      steady: null,
      proof: null,
      startedAt: at(index + 1),
      tool,
      ...NO_LOAD,
      ratePerGenerator: rateOf(index + 1),
    };
  });
  return {
    of: () => Promise.resolve(runs as unknown as EarlierRunRead[]),
    told: () => Promise.resolve([]),
  } as unknown as LevelReader;
};
const run = (number: number, tool = "k6", hour = 0, ratePerGenerator: number | null = null) =>
  ({
    read: {
      run: { experimentId: "e", environment: null, branch: null, ...NO_LOAD, ratePerGenerator },
      experiment: EXPERIMENT,
    },
    compared: { startedAt: new Date(at(number).getTime() + hour * 3_600_000).toISOString(), tool },
  }) as unknown as SideRun;
const between = async (first: number, second: number, trend: LevelReader) => {
  const changes = await changesBetween({ before: [run(first)], after: [run(second)] }, trend);
  return changes.map(({ before, after, ...rest }) => ({ times: after / before, ...rest }));
};

const near = (times: number): unknown => expect.closeTo(times, 1);

it("runs that were meant to send another load are on another trend", async () => {
  const isStepped = (number: number) => number > 20 && number < 40;
  const trend = trendOf(
    (number) => (isStepped(number) ? 3 : 1),
    "k6",
    (number) => (isStepped(number) ? 15 : null),
  );
  expect(await between(1, 60, trend)).toEqual([]);
  expect(await between(1, 15, trend)).toEqual([]);
  const stepped = { before: [run(1)], after: [run(30, "k6", 0, 15)] };
  expect(await changesBetween(stepped, trend)).toEqual([]);
  // The same without a stated load is a step up.
  const unsaid = trendOf((number) => (number > 20 ? 3 : 1));
  expect(await between(1, 60, unsaid)).toMatchObject([{ metric: "p99" }]);
});

it("a drift between two runs counts for the part that lies between them", async () => {
  const trend = trendOf((number) => 1.3 ** ((number - 1) / 59));
  const drifts = [{ from: 1, to: 60 }];
  expect(await between(1, 60, trend)).toEqual([{ metric: "p99", times: near(1.3), runs: [], drifts }]);
  expect(await between(60, 1, trend)).toEqual([{ metric: "p99", times: near(1 / 1.3), runs: [], drifts }]);
  const [half] = await between(20, 50, trend);
  expect(half?.times).toBeCloseTo(1.3 ** (30 / 59), 1);
  expect(await between(30, 31, trend)).toEqual([]);
});

it("a step between two runs counts, one at the first of them doesn't", async () => {
  const trend = trendOf((number) => (number < 31 ? 1 : 1.2));
  const step = [{ metric: "p99", times: near(1.2), runs: [31], drifts: [] }];
  expect(await between(30, 31, trend)).toEqual(step);
  expect(await between(1, 60, trend)).toEqual(step);
  expect(await between(31, 60, trend)).toEqual([]);
  expect(await between(1, 30, trend)).toEqual([]);
});

it("a step on top of a drift adds to it", async () => {
  const trend = trendOf((number) => 1.3 ** ((number - 1) / 59) * (number < 31 ? 1 : 1.3));
  const [change] = await between(1, 60, trend);
  expect(change?.times).toBeCloseTo(1.69, 1);
  expect(change?.runs).toEqual([31]);
});

it("live traffic is on a trend with that of the same hour only, and never with a load test", async () => {
  const live = "live-traffic";
  const trend = trendOf((number) => (number < 31 ? 1 : 1.5), live);
  const pair = (one: SideRun, other: SideRun) => changesBetween({ before: [one], after: [other] }, trend);
  expect(await pair(run(20, live), run(40, live))).toMatchObject([{ metric: "p99", runs: [31] }]);
  expect(await pair(run(20, live), run(40, live, 5))).toEqual([]);
  expect(await pair(run(20, live, 5), run(40, live, 5))).toEqual([]);
  expect(await pair(run(20), run(40, live))).toEqual([]);
  // The step is one of live traffic, so it says nothing about two load tests.
  expect(await pair(run(20), run(40))).toEqual([]);
});
