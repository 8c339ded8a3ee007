import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { CAPACITY_HOLD_SECONDS } from "../policy.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";
import { cellOf } from "../testing/drawn-run.ts";
import { DAY_TARGET_MS, makeLiveDay } from "../testing/made-live-day.ts";
import { formatTarget, parseTarget } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { findCapacity } from "./capacity.ts";
import { findLiveHold, judgeLiveStretches, liveHoldOf, strictestLimits } from "./held-live.ts";
import type { LiveCell, LiveStretchInput } from "./held-live.ts";

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.target;
}

const LIMIT = [target(`p99 <= ${DAY_TARGET_MS} ms`)];
const CONFIDENCE = 0.9;
const DAYS = Array.from({ length: 200 }, (_, at) => makeLiveDay(at + 1));

/** What happened in each minute: this many requests, all with one latency. Null: nothing was reported. */
type Minutes = readonly ([requests: number, millis: number, errors?: number] | null)[];

function cellsOf(minutes: Minutes): LiveCell[] {
  return minutes.flatMap((minute, at) => {
    if (minute === null) return [];
    const [requests, millis, errors = 0] = minute;
    const all = new Sketch();
    all.add(millis * 1_000, requests);
    return [{ second: at * 60, cell: cellOf(all, errors) }];
  });
}

const input = (minutes: Minutes, change: Partial<LiveStretchInput> = {}) => ({
  targets: LIMIT,
  cells: cellsOf(minutes),
  from: 0,
  to: minutes.length * 60,
  stepSeconds: 60,
  holdSeconds: CAPACITY_HOLD_SECONDS,
  unknown: [],
  confidence: CONFIDENCE,
  deploys: [],
  ...change,
});

const five = (requests: number, millis: number, errors = 0): Minutes =>
  Array.from({ length: 5 }, (): [number, number, number] => [requests, millis, errors]);

/** The same cells as a run that was kept of them. */
function capacityOfRun(cells: readonly LiveCell[], { from, to }: { from: number; to: number }) {
  return findCapacity({
    targets: LIMIT,
    verdicts: [],
    points: cells.map(({ second, cell }) => ({ offsetSeconds: second - from, cell })),
    pointSeconds: 60,
    fromSeconds: 0,
    toSeconds: to - from,
    holdSeconds: CAPACITY_HOLD_SECONDS,
    absent: [],
    simulated: false,
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    confidence: CONFIDENCE,
  });
}

describe("what production itself held", () => {
  it("is the busiest five minutes that met every target", () => {
    const day = [...five(60_000, 50), ...five(90_000, 150), ...five(120_000, 400)];
    expect(findLiveHold(input(day))).toMatchObject({
      held: true,
      throughput: 1_500,
      from: 300,
      to: 600,
      p99Ms: { low: expect.closeTo(150, 0) },
      errorRate: 0,
      missed: { throughput: expect.any(Number), misses: ["p99 <= 200 ms"] },
    });
  });

  it("isn't what was held on a day that missed a target under 90% of that load or less", () => {
    const day = (requests: number) => [...five(requests, 400), ...five(90_000, 150)];
    expect(findLiveHold(input(day(80_000)))).toMatchObject({
      held: false,
      gap: "contradicted",
      missed: { from: 0 },
    });
    const apart = [...five(84_000, 400), null, ...five(90_000, 150)];
    expect(findLiveHold(input(apart))).toMatchObject({ held: true, throughput: 1_500 });
  });

  it("counts only requests that succeeded, and errors against their limit", () => {
    const targets = [...LIMIT, target("error rate <= 1%")];
    const day = [...five(60_000, 50), null, ...five(90_000, 50, 600)];
    expect(findLiveHold(input(day, { targets }))).toMatchObject({ held: true, throughput: 1_490 });
    const failing = [...five(60_000, 50), null, ...five(90_000, 50, 4_500)];
    expect(findLiveHold(input(failing, { targets }))).toMatchObject({ held: true, throughput: 1_000 });
  });

  it("isn't proven across gaps or by what was simulated, and neither contradicts it", () => {
    const gaps = [
      ...five(60_000, 50),
      null,
      ...five(90_000, 50).slice(1),
      null,
      ...five(90_000, 50).slice(1),
    ];
    expect(findLiveHold(input(gaps))).toMatchObject({ held: true, throughput: 1_000 });
    const bad = [...five(60_000, 50), ...five(30_000, 900), ...five(1, 900).slice(1), ...five(70_000, 50)];
    const simulated = { unknown: [{ from: 300, to: 840 }] };
    expect(findLiveHold(input(bad, simulated))).toMatchObject({
      held: true,
      throughput: expect.closeTo(70_000 / 60),
      missed: null,
    });
    const best = [...five(60_000, 50), ...five(900_000, 50)];
    expect(findLiveHold(input(best, simulated))).toMatchObject({ held: true, throughput: 1_000 });
    expect(findLiveHold(input([null, null, ...five(1, 50).slice(1)]))).toMatchObject({
      gap: "nothing-known",
    });
  });

  it("names the last deploy of the day before it or inside it", () => {
    const day = [...five(60_000, 50), ...five(90_000, 150)];
    const deploys = [
      { second: 60, title: "v1" },
      { second: 400, title: "v2" },
      { second: 601, title: "v3" },
    ];
    expect(findLiveHold({ ...input(day), deploys })).toMatchObject({
      deploy: { title: "v2", inside: true },
    });
    expect(findLiveHold({ ...input(day), deploys: deploys.slice(0, 1) })).toMatchObject({
      deploy: { title: "v1", inside: false },
    });
  });

  it("says which bound to add where a target lies inside a bucket", () => {
    const bucketed: Cell = {
      ...emptyCell(),
      requests: 60_000,
      distribution: { kind: "buckets", upperBoundsMicros: [100_000, 250_000], counts: [57_000, 3_000, 0] },
    };
    const cells = Array.from({ length: 5 }, (_, at) => ({ second: at * 60, cell: bucketed }));
    expect(findLiveHold(input(five(1, 1), { cells }))).toMatchObject({
      held: false,
      gap: "inside-bucket",
      inside: { target: "p99 <= 200 ms", low: 100, high: 250, addBound: "200 ms" },
    });
  });

  it("is judged by the strictest target of each metric, without loads, labels and baselines", () => {
    const texts = [
      "p99 <= 0.2 s",
      "p99 <= 250 ms",
      "p99 < 200 ms",
      "p95 <= 100 ms",
      "p99 <= 1 ms at 5 users",
      "p99 of GET <= 1 ms",
      "p99 <= baseline",
      "throughput >= 5/s",
      "error rate <= 1%",
    ];
    expect(strictestLimits(texts.map(target)).map(formatTarget)).toEqual([
      "p99 < 200 ms",
      "p95 <= 100 ms",
      "error rate <= 1%",
    ]);
    expect(findLiveHold(input(five(1, 1), { targets: [] }))).toMatchObject({ gap: "no-limit" });
  });

  it("is the same when a day is judged in parts that overlap", () => {
    const { cells, range } = makeLiveDay(2);
    const whole = input([], { cells, ...range });
    const parts = [0, 3_600].flatMap((from) =>
      judgeLiveStretches({
        ...whole,
        from,
        to: Math.min(range.to, from + 3_600 + CAPACITY_HOLD_SECONDS - 60),
      }),
    );
    expect(liveHoldOf(parts, whole)).toEqual(findLiveHold(whole));
  });
});

it("is to the digit what a run kept of the same cells held", () => {
  let compared = 0;
  for (const { cells, range } of DAYS) {
    if (cells.length < range.to / 60) continue;
    const live = findLiveHold(input([], { cells, ...range }));
    const run = capacityOfRun(cells, range);
    // A run is one test: that it missed under less load on the same day doesn't take back what it held.
    const isContradicted =
      run.proven && live.missed !== null && live.missed.throughput <= 0.9 * run.throughput;
    if (isContradicted || !live.held) continue;
    compared += 1;
    expect(run).toMatchObject({
      proven: true,
      throughput: live.throughput,
      fromSeconds: live.from,
      toSeconds: live.to,
    });
  }
  expect(compared).toBeGreaterThan(30);
});

it("is within 1% of what the single requests held, within the buckets' bounds", () => {
  const random = seededRandom(7);
  const bounds = [50_000, 100_000, 150_000, 200_000, 250_000, 500_000];
  const single: LiveCell[] = [];
  const bucketed: LiveCell[] = [];
  for (let minute = 0; minute < 60; minute++) {
    const requests = 1_000 + 100 * minute;
    const all = new Sketch();
    const counts = bounds.map(() => 0).concat(0);
    for (let at = 0; at < requests; at++) {
      const micros = Math.round((20_000 + 100_000 * (minute / 40)) * (0.5 + random()));
      all.add(micros);
      const bucket = bounds.findIndex((bound) => micros <= bound);
      const place = bucket < 0 ? bounds.length : bucket;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    single.push({ second: minute * 60, cell: cellOf(all, 0) });
    const distribution = { kind: "buckets" as const, upperBoundsMicros: bounds, counts };
    bucketed.push({ second: minute * 60, cell: { ...cellOf(all, 0), distribution } });
  }
  const range = { from: 0, to: 3_600 };
  const run = capacityOfRun(single, range);
  const live = findLiveHold(input([], { cells: bucketed, ...range }));
  if (!run.proven || !live.held) throw new Error("nothing was held");
  expect(live.throughput / run.throughput).toBeGreaterThan(0.99);
  expect(live.throughput / run.throughput).toBeLessThanOrEqual(1.01);
  expect(live.p99Ms?.high).toBe(DAY_TARGET_MS);
});

it("claims too much on none of 200 made days", () => {
  let [claims, wrong] = [0, 0];
  for (const day of DAYS) {
    const { cells, range, unknown, deploys } = day;
    const hold = findLiveHold({ ...input([], { cells, ...range, unknown }), deploys });
    if (!hold.held) continue;
    claims += 1;
    // The true p99 is more than a tenth above the target.
    if (day.shareAbove(hold, 1.1 * DAY_TARGET_MS) > 0.01) wrong += 1;
  }
  expect({ claims, wrong }).toEqual({ claims: 195, wrong: 0 });
});
