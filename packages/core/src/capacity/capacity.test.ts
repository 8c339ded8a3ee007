import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { parseTarget } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { findCapacity } from "./capacity.ts";
import type { CapacityInput } from "./capacity.ts";
import type { CapacityPoint } from "./stretch.ts";

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.target;
}

/** This many requests with one latency. */
function cell(requests: number, millis: number): Cell {
  const all = new Sketch();
  all.add(millis * 1_000, requests);
  return {
    ...emptyCell(),
    requests,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: null },
  };
}

/** A run in points of ten seconds, each with this many requests and one latency. */
function run(points: readonly [requests: number, millis: number][], change: Partial<CapacityInput> = {}) {
  return findCapacity({
    targets: [target("p99 <= 200 ms")],
    verdicts: [],
    points: points.flatMap(([requests, millis], at): CapacityPoint[] =>
      requests === 0 ? [] : [{ offsetSeconds: at * 10, cell: cell(requests, millis) }],
    ),
    pointSeconds: 10,
    fromSeconds: 0,
    toSeconds: points.length * 10,
    holdSeconds: 60,
    absent: [],
    simulated: false,
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    confidence: 0.9,
    ...change,
  });
}

const minute = (requests: number, millis: number) =>
  Array.from({ length: 6 }, (): [number, number] => [requests, millis]);

describe("the tested capacity of a run", () => {
  it("is the busiest minute that met every limit", () => {
    const found = run([...minute(20_000, 50), ...minute(40_000, 150), ...minute(90_000, 400)]);
    expect(found).toMatchObject({ proven: true, fromSeconds: 60, toSeconds: 120, throughput: 4_000 });
  });

  it("says that the service collapsed once it had held its throughput", () => {
    const dead = Array.from({ length: 30 }, (_, at): [number, number] => [at % 5 === 0 ? 10 : 0, 50]);
    const held = minute(40_000, 150);
    expect(run([...held, ...dead])).toMatchObject({
      proven: true,
      throughput: 4_000,
      collapse: { throughput: 0.2, seconds: 300 },
    });
    expect(run([...minute(20_000, 50), ...held, ...dead, ...minute(10_000, 50)])).toMatchObject({
      collapse: { seconds: 300 },
    });
    // The last requests of users who stop, a load that is halved, and a spike over a small load.
    expect(run([...held, ...dead.slice(0, 11)])).toMatchObject({ collapse: null });
    expect(run([...held, ...minute(20_000, 50), ...minute(20_000, 50)])).toMatchObject({ collapse: null });
    const base = [...minute(2_000, 50), ...minute(2_000, 50)];
    expect(run([...base, ...held, ...base])).toMatchObject({ collapse: null });
  });

  it("isn't proven by simulated traffic, whatever it met", () => {
    const found = run([...minute(20_000, 50), ...minute(40_000, 150)], { simulated: true });
    expect(found).toMatchObject({ proven: false, gap: "simulated" });
  });

  it("may lie across the grid of blocks", () => {
    const found = run([...minute(20_000, 50).slice(2), ...minute(40_000, 100), ...minute(20_000, 50)]);
    expect(found).toMatchObject({ proven: true, fromSeconds: 40, throughput: 4_000 });
  });

  it("counts a silence as time that nothing was answered in", () => {
    const found = run([
      [60_000, 50],
      [0, 0],
      [60_000, 50],
      [60_000, 50],
      [60_000, 50],
      [60_000, 50],
    ]);
    expect(found).toMatchObject({ proven: true, throughput: 5_000 });
  });

  it("rounds the time up to whole points", () => {
    const found = run(minute(20_000, 50), { holdSeconds: 55 });
    expect(found).toMatchObject({ proven: true, fromSeconds: 0, toSeconds: 60 });
    expect(run(minute(20_000, 50), { holdSeconds: 61 })).toMatchObject({ proven: false, gap: "too-short" });
  });

  it("is a run of totals as a whole", () => {
    const whole = [{ offsetSeconds: 0, cell: cell(600_000, 100) }];
    const found = run([], { points: whole, pointSeconds: 300, toSeconds: 300, holdSeconds: 300 });
    expect(found).toEqual({
      proven: true,
      throughput: 2_000,
      fromSeconds: 0,
      toSeconds: 300,
      collapse: null,
    });
  });

  it("is known of a source that states its rate without a count", () => {
    const found = run(minute(20_000, 50), { absent: ["request-count"] });
    expect(found).toMatchObject({ proven: true, throughput: 2_000 });
  });

  it("is never proven by failed requests", () => {
    const failing = (share: number): CapacityPoint[] =>
      Array.from({ length: 6 }, (_, at) => {
        const all = new Sketch();
        const failed = new Sketch();
        const bad = Math.round(20_000 * share);
        if (bad < 20_000) all.add(50_000, 20_000 - bad);
        all.add(1_000, bad);
        failed.add(1_000, bad);
        const good = cell(20_000, 50);
        return {
          offsetSeconds: at * 10,
          cell: { ...good, errors: bad, distribution: { kind: "sketch", all, failed } },
        };
      });
    expect(run(minute(0, 0), { points: failing(1) })).toMatchObject({ proven: false, gap: "never-met" });
    expect(run(minute(0, 0), { points: failing(0.5) })).toMatchObject({ proven: true, throughput: 1_000 });
  });

  it("is unproven, and says why", () => {
    const gap = (change: Partial<CapacityInput>, points = minute(20_000, 50)) => {
      const found = run(points, change);
      return found.proven ? null : found.gap;
    };
    expect(gap({})).toBeNull();
    expect(gap({ targets: [target("throughput >= 10/s")] })).toBe("no-limit");
    expect(gap({ targets: [] })).toBe("no-limit");
    expect(gap({ absent: ["requests"] })).toBe("no-requests");
    expect(gap({}, minute(20_000, 50).slice(1))).toBe("too-short");
    expect(gap({}, minute(20_000, 300))).toBe("never-met");
    expect(gap({}, minute(1, 50))).toBe("never-met");
    expect(gap({}, minute(0, 0))).toBe("never-met");
  });

  it("holds the limits of labels, loads and the baseline to how the run was judged by them", () => {
    for (const text of ['p99 of "GET /" <= 1 s', "p95 <= 1 s at 600 users", "p99 <= baseline + 10%"]) {
      const targets = [target("p99 <= 200 ms"), target(text)];
      const judged = (verdict: "met" | "missed" | "unsure") =>
        run(minute(20_000, 50), { targets, verdicts: [{ text, verdict }] }).proven;
      expect([judged("met"), judged("missed"), judged("unsure")]).toEqual([true, false, false]);
      expect(run(minute(20_000, 50), { targets })).toMatchObject({ gap: "other-target" });
    }
  });

  it("is what trying every stretch by hand finds", () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(50, 199, 300)), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 7 }), (drawn, length) => {
        const scaled = drawn.map(([requests, millis]): [number, number] => [requests * 10_000, millis]);
        const found = run(scaled, { holdSeconds: length * 10 });
        const best = Math.max(
          -1,
          ...scaled.map((_, start) => heldBy(scaled.slice(start, start + length), length)),
        );
        expect(found.proven ? found.throughput : -1).toBeCloseTo(best, 6);
      }),
    );
  });
});

/** With thousands of requests in each point, one slow point is more than a hundredth of them. */
function heldBy(stretch: readonly [number, number][], length: number): number {
  const requests = stretch.reduce((sum, [count]) => sum + count, 0);
  if (stretch.length < length || requests === 0) return -1;
  if (stretch.some(([count, millis]) => count > 0 && millis > 200)) return -1;
  return requests / (length * 10);
}
