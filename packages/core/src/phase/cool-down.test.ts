import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import type { PhasePoint } from "./phase-point.ts";
import { phaseWords } from "./phase-sentences.ts";
import { findSteadyPhase } from "./phase.ts";
import type { PhaseContext } from "./phase.ts";

type At = (share: number) => number;

interface Shape {
  /** As shares of the usual level, by the share of the run that has passed. */
  load?: At;
  latency?: At;
  users?: At;
  /** Half the width of the scatter. */
  noise?: number;
  step?: number;
  seconds?: number;
  bare?: boolean;
}

const always: At = () => 1;
const from =
  (share: number, level: number): At =>
  (at) =>
    at < share ? 1 : level;
/** Down to nothing over this share of the run, at its end. */
const leaving =
  (share: number): At =>
  (at) =>
    Math.min(1, (1 - at) / share);
const arriving =
  (share: number): At =>
  (at) =>
    Math.min(1, at / share);

function runOf(shape: Shape): PhasePoint[] {
  const { load = always, latency = always, users, bare = false } = shape;
  const { noise = 0.01, step = 10, seconds = 1_200 } = shape;
  const random = seededRandom(7);
  const shaken = () => 1 + noise * (2 * random() - 1);
  const count = Math.round(seconds / step);
  return Array.from({ length: count }, (_, slice) => {
    const at = (slice + 0.5) / count;
    return {
      offsetSeconds: slice * step,
      stepSeconds: step,
      throughput: 1_000 * load(at) * shaken(),
      p50Micros: bare ? null : 20_000 * latency(at) * shaken(),
      users: users === undefined ? null : Math.round(200 * users(at)),
    };
  });
}

const phaseOf = (shape: Shape, context: PhaseContext = {}) => findSteadyPhase(runOf(shape), context);

/** Which seconds are judged: all of them if there is no steady phase. Null: it is a ramp. */
function judged(shape: Shape, context: PhaseContext = {}): [number, number] | null {
  const phase = phaseOf(shape, context);
  if (phase.none !== true) return [phase.fromSeconds, phase.toSeconds];
  return phase.ramp ? null : [0, shape.seconds ?? 1_200];
}

describe("a part of the run that is worse is never a cool-down", () => {
  const worse = [
    ["a tenth less, a quarter slower", 0.9, 1.25],
    ["a fifth less, 60% slower", 0.8, 1.6],
    ["a tenth less, as fast", 0.9, 1],
    ["as much, a quarter slower", 1, 1.25],
    ["a fifth less, a quarter slower", 0.8, 1.25],
  ] as const;

  describe.each(worse)("%s", (_, load, latency) => {
    it.each([0.4, 0.5, 2 / 3, 0.75, 0.85, 0.92])("from %f of the run on", (share) => {
      for (const bare of [false, true])
        for (const noise of [0.003, 0.01, 0.03])
          for (const step of [2, 10, 30]) {
            const shape = { load: from(share, load), latency: from(share, latency), bare, noise, step };
            // Where nobody knows whether the service was slower, the load may have been another one.
            const wanted = bare && load === 0.8 ? [null, [0, 1_200]] : [[0, 1_200]];
            expect(wanted, JSON.stringify({ bare, noise, step })).toContainEqual(judged(shape));
          }
    });
  });

  it("nor is what is measured after a phase that fills", () => {
    const filled = { load: from(0.5, 0.85), seconds: 86_400, step: 600 };
    expect(judged(filled)).toEqual([0, 86_400]);
    expect(judged({ ...filled, load: from(0.5, 0.4) })).toBeNull();
  });

  it("and the reason says what changed, and when", () => {
    const phase = phaseOf({ load: from(0.5, 0.8), latency: from(0.5, 1.6) });
    if (phase.none !== true) throw new Error("it has a phase");
    expect(phaseWords(phase.reason)).toBe("throughput is 20% lower after the first 10m");
  });

  it("nor is a first part that is better, or worse, a warm-up for longer than a fifth", () => {
    for (const latency of [0.6, 0.8, 1.25, 1.6])
      for (const share of [0.3, 0.45])
        expect(judged({ latency: (at) => (at < share ? latency : 1) })).toEqual([0, 1_200]);
  });
});

describe("a first part of the run that is worse is no warm-up for longer than a fifth", () => {
  const until =
    (share: number, level: number): At =>
    (at) =>
      at < share ? level : 1;

  it.each([0.3, 0.4, 0.48])("of %f of the run", (share) => {
    for (const [load, latency] of [
      [0.9, 1.11],
      [0.9, 1.25],
      [0.75, 1.33],
      [0.85, 1],
      [0.5, 2],
    ] as const)
      for (const bare of [false, true])
        for (const noise of [0.003, 0.01, 0.03]) {
          const shape = { load: until(share, load), latency: until(share, latency), bare, noise };
          const wanted = bare && load <= 0.8 ? [null] : [[0, 1_200]];
          expect(wanted, JSON.stringify({ load, latency, bare, noise })).toContainEqual(judged(shape));
        }
  });

  it("unless its load came up, whether latencies are known or not", () => {
    for (const bare of [false, true]) {
      const [start, end] = judged({ load: arriving(0.4), bare }) ?? [0, 0];
      expect(start).toBeGreaterThanOrEqual(380);
      expect(start).toBeLessThanOrEqual(600);
      expect(end).toBe(1_200);
    }
    expect(judged({ load: until(0.4, 0.5) })?.[0]).toBeGreaterThanOrEqual(480);
  });
});

describe("a load that goes down to nothing at the end is a cool-down", () => {
  it.each([0.05, 0.1, 0.15, 0.2])("over %f of the run", (share) => {
    for (const bare of [false, true])
      for (const noise of [0.003, 0.01, 0.03, 0.1]) {
        const [start, end] = judged({ load: leaving(share), bare, noise, step: 2 }) ?? [0, 0];
        expect(start).toBe(0);
        expect(end).toBeGreaterThanOrEqual(1_200 * (1 - share) - 60);
        expect(end).toBeLessThanOrEqual(1_200 * (1 - share / 2));
      }
  });

  it("but not over half of the run, where nobody counts the users", () => {
    for (const share of [0.3, 0.4, 0.5]) expect(judged({ load: leaving(share), step: 2 })).toBeNull();
  });

  it("also where users leave over a quarter of the run, as they arrived", () => {
    const load: At = (at) => Math.min(leaving(0.25)(at), arriving(0.25)(at));
    const [start, end] = judged({ load, users: load }) ?? [0, 0];
    expect(start).toBeGreaterThanOrEqual(245);
    expect(start).toBeLessThanOrEqual(330);
    expect(end).toBeGreaterThanOrEqual(870);
    expect(end).toBeLessThanOrEqual(955);
  });

  it("and only that part, behind one that is worse", () => {
    for (const level of [0.9, 0.75, 0.6]) {
      const load: At = (at) => Math.min(from(0.9, level)(at), leaving(0.05)(at));
      const [, end] = judged({ load, step: 2 }) ?? [0, 0];
      expect(end).toBeGreaterThanOrEqual(1_100);
      expect(end).toBeLessThan(1_200);
    }
  });
});

it.each([
  [3, 20],
  [1.5, 20],
  [2, 10],
])("a warm-up %d times as slow for %d s is cut in noise, and hardly more than it", (times, slow) => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const latency = (at: number) => 30_000 * (1 - Math.log(1 - random())) * (at < slow ? times : 1);
    const points = Array.from({ length: 150 }, (_, at): PhasePoint => {
      const sorted = Array.from({ length: 60 }, () => latency(at)).toSorted((a, b) => a - b);
      return { offsetSeconds: at, stepSeconds: 1, throughput: 60, p50Micros: sorted[30] ?? 0 };
    });
    const phase = findSteadyPhase(points);
    expect(phase.reason.code).toBe("cut-ends");
    expect(phase.none !== true && phase.fromSeconds >= slow && phase.fromSeconds <= slow + 20).toBe(true);
  }
});
