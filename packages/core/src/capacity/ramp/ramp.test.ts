import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { breaksAt700, levelsOffAt500, rampOf, toThousand } from "../../testing/ramps.ts";
import type { Ramp, Service } from "../../testing/ramps.ts";
import { levelsOfRamp, readRamp } from "./ramp.ts";
import type { RampInput } from "./ramp.ts";

function levelsOf(ramp: Ramp, change: Partial<RampInput> = {}) {
  return levelsOfRamp({ points: rampOf(ramp), of: "users", outages: [], absent: [], ...change });
}

function read(ramp: Ramp, change: Partial<RampInput> = {}) {
  const levels = levelsOf(ramp, change);
  if ("problem" in levels) throw new Error(levels.problem);
  return { ...readRamp(levels, { absent: change.absent ?? [], random: seededRandom(1) }), ...levels };
}

function problemOf(ramp: Ramp, change: Partial<RampInput> = {}) {
  const levels = levelsOf(ramp, change);
  return "problem" in levels ? levels.problem : null;
}

const even: Service = (users) => ({ rate: users / 15, millis: 200 });
/** Load steps of this height, each as long as the others. */
const steps = (count: number) => (share: number) =>
  (1_000 / count) * Math.min(count, Math.floor(share * count) + 1);

describe("a ramp", () => {
  it("has its knee where latency starts to rise, and its breaking point where throughput falls", () => {
    const { knee, breaking, latencyRises } = read({ service: breaksAt700, load: toThousand });
    expect(knee?.of).toBe("latency");
    expect(latencyRises?.load).toBeGreaterThan(470);
    expect(latencyRises?.load).toBeLessThan(530);
    expect(knee?.low).toBeLessThanOrEqual(500);
    expect(knee?.high).toBeGreaterThanOrEqual(500);
    expect(breaking?.sign).toBe("throughput-falls");
    expect(breaking?.heldAt).toBeGreaterThan(650);
    expect(breaking?.brokeAt).toBeGreaterThan(700);
    expect(breaking?.brokeAt).toBeLessThan(740);
  });

  it("has its knee where throughput levels off, and breaks nowhere if it stays there", () => {
    const { knee, breaking, latencyRises, most } = read({ service: levelsOffAt500, load: toThousand });
    expect(knee).toMatchObject({ of: "throughput" });
    expect(knee?.load).toBeGreaterThan(470);
    expect(knee?.load).toBeLessThan(530);
    expect(latencyRises?.load).toBeGreaterThan(360);
    expect(latencyRises?.load).toBeLessThan(470);
    expect(breaking).toBeNull();
    expect(Math.abs(most.throughput - 32.6)).toBeLessThan(1);
  });

  it("has neither if throughput rises with the load and latency stays", () => {
    const { knee, breaking, latencyRises } = read({ service: even, load: toThousand });
    expect({ knee, breaking, latencyRises }).toEqual({ knee: null, breaking: null, latencyRises: null });
  });

  it("is read from steps as from a slope", () => {
    const { levels, breaking } = read({ service: breaksAt700, load: steps(20) });
    expect(levels.map(({ load }) => Math.round(load))).toEqual(
      Array.from({ length: 20 }, (_, at) => 50 * (at + 1)),
    );
    expect(breaking).toMatchObject({ sign: "throughput-falls", heldAt: 700, brokeAt: 750 });
  });

  it("breaks where errors begin and stay", () => {
    const failing: Service = (users) => ({ ...even(users), failed: users < 600 ? 0.001 : 0.2 });
    expect(read({ service: failing, load: steps(20) }).breaking).toEqual({
      sign: "errors",
      heldAt: 550,
      brokeAt: 600,
    });
    const always: Service = (users) => ({ ...even(users), failed: 0.1 });
    expect(read({ service: always, load: toThousand }).breaking).toBeNull();
  });

  it("breaks where the service falls behind the offered rate, or its queue explodes", () => {
    const limited: Service = (rate) => ({ rate: Math.min(rate, 640), millis: rate < 640 ? 50 : 80 });
    const behind = read({ service: limited, load: steps(20), scatter: 0.01 }, { of: "offered-rate" });
    expect(behind.breaking).toEqual({ sign: "falls-behind", heldAt: 650, brokeAt: 700 });
    const queue: Service = (rate) => ({ rate, millis: rate < 700 ? 50 : 5_000 });
    expect(read({ service: queue, load: steps(20) }, { of: "offered-rate" }).breaking).toEqual({
      sign: "latency-explodes",
      heldAt: 650,
      brokeAt: 700,
    });
  });

  it("leaves out what happens once the load falls again", () => {
    const up = read({ service: breaksAt700, load: (share) => toThousand(Math.min(1, share * 1.5)) });
    const upAndDown = (share: number) => toThousand(share < 0.6 ? share / 0.6 : (1 - share) / 0.4);
    const down = read({ service: breaksAt700, load: upAndDown });
    expect([up.fellAgain, down.fellAgain]).toEqual([false, true]);
    expect(down.levels.at(-1)?.toSeconds).toBeLessThan(2_400);
    expect(down.breaking?.brokeAt).toBeLessThan(760);
  });

  it("tells an outage in the middle from a break", () => {
    const points = rampOf({ service: even, load: toThousand });
    const outages = [{ fromSeconds: 1_400, toSeconds: 1_600 }];
    const out = points.map((point) =>
      point.offsetSeconds >= 1_400 && point.offsetSeconds < 1_600 ? { ...point, cell: null } : point,
    );
    const told = read({ service: even, load: toThousand }, { points: out, outages });
    expect(told).toMatchObject({ breaking: null, knee: null, recovered: outages });
    const forGood = points.map((point) => (point.offsetSeconds >= 2_400 ? { ...point, cell: null } : point));
    const dead = read(
      { service: even, load: toThousand },
      { points: forGood, outages: [{ fromSeconds: 2_400, toSeconds: 3_600 }] },
    );
    expect(dead.recovered).toEqual([]);
    expect(dead.breaking?.sign).toBe("throughput-falls");
    expect(dead.breaking?.heldAt).toBeGreaterThan(630);
    expect(dead.breaking?.heldAt).toBeLessThan(670);
  });

  it("counts only successful requests as throughput", () => {
    const fast: Service = (users) => ({ rate: users / 15, millis: 20, failed: users < 500 ? 0 : 0.5 });
    expect(read({ service: fast, load: steps(10) }).breaking).toMatchObject({ brokeAt: 500 });
  });

  it("is refused if it can't show a knee, and says why", () => {
    expect(problemOf({ service: even, load: steps(3) })).toMatch(/3 levels .* at least 6/);
    expect(problemOf({ service: even, load: () => 500 })).toMatch(/hardly changes/);
    expect(problemOf({ service: even, load: (share) => 700 + 300 * share })).toMatch(/hardly changes/);
    expect(problemOf({ service: even, load: () => null })).toMatch(/Nothing is known of the load/);
    const wave = (share: number) => 500 + 400 * Math.sin(share * 60) + 100 * share;
    expect(problemOf({ service: even, load: wave })).toMatch(/up and down/);
    expect(problemOf({ service: even, load: toThousand }, { absent: ["requests"] })).toMatch(
      /count requests/,
    );
    const rare: Service = () => ({ rate: 0.2, millis: 100 });
    expect(problemOf({ service: rare, load: toThousand })).toMatch(/levels? of load with enough requests/);
  });
});
