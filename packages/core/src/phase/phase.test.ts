import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PhasePoint } from "./phase-point.ts";
import { phaseWords } from "./phase-sentences.ts";
import type { PhaseReason } from "./phase-sentences.ts";
import { findSteadyPhase } from "./phase.ts";
import type { SteadyPhase } from "./phase.ts";
import { rankCorrelation } from "../chance/steady-change.ts";
import { mserCut } from "./phase-statistics.ts";

type Shape = (second: number) => { throughput: number; p50: number };

/** A run of this shape with 5% of noise from a fixed seed. */
function points(seconds: number, shape: Shape, { step = 1, noise = 0.05, seed = 1 } = {}): PhasePoint[] {
  let state = seed;
  const shaken = (value: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return value * (1 + noise * (state / 2 ** 31 - 1));
  };
  return Array.from({ length: Math.floor(seconds / step) }, (_, at) => {
    const { throughput, p50 } = shape(at * step);
    return {
      offsetSeconds: at * step,
      stepSeconds: step,
      throughput: shaken(throughput),
      p50Micros: shaken(p50),
    };
  });
}

const flat = { throughput: 1_000, p50: 20_000 };

function found(phase: SteadyPhase): { fromSeconds: number; toSeconds: number; reason: PhaseReason } {
  if (phase.none === true) throw new Error(`none: ${phaseWords(phase.reason)}`);
  return phase;
}

describe("the steady phase", () => {
  it("of a steady run is the whole run", () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const phase = found(findSteadyPhase(points(300, () => flat, { seed })));
      expect(phase).toMatchObject({ fromSeconds: 0, toSeconds: 300, reason: { code: "whole-steady" } });
    }
  });

  it.each([
    [0.9, 60.009, 1, { fromSeconds: 1, toSeconds: 60 }],
    [-0.4, 3_601.2, 10, { fromSeconds: 0, toSeconds: 3_601 }],
    [7, 3_600, 10, { fromSeconds: 7, toSeconds: 3_600 }],
  ])("lies in the whole seconds of a run from %f s to %f s in slices of %i s", (from, to, step, wanted) => {
    const slices = points(Math.ceil(to / step) * step, () => flat, { step });
    const phase = found(findSteadyPhase(slices, { run: { fromSeconds: from, toSeconds: to } }));
    expect(phase).toMatchObject({ ...wanted, reason: { code: "whole-steady" } });
  });

  it("is not there in a run that is shorter than a second", () => {
    const phase = findSteadyPhase(
      points(1, () => flat),
      { run: { fromSeconds: 0.2, toSeconds: 0.6 } },
    );
    expect(phase).toMatchObject({ none: true, reason: { code: "too-short", seconds: 0, slices: 1 } });
    expect(phaseWords({ code: "too-short", seconds: -1, slices: 1 })).toBe(
      "too short to tell: 0 s in 1 slice",
    );
  });

  it("begins after throughput has come up", () => {
    const phase = found(
      findSteadyPhase(points(300, (t) => ({ ...flat, throughput: Math.min(1_000, 20 * t) }))),
    );
    expect(phase.fromSeconds).toBeGreaterThanOrEqual(40);
    expect(phase.fromSeconds).toBeLessThanOrEqual(65);
    expect(phase.toSeconds).toBe(300);
  });

  it("begins after latency has come down, although throughput was there immediately", () => {
    const warming: Shape = (t) => ({ ...flat, p50: 20_000 * (1 + 3 * Math.exp(-t / 15)) });
    const phase = found(findSteadyPhase(points(600, warming)));
    expect(phase.fromSeconds).toBeGreaterThanOrEqual(25);
    expect(phase.fromSeconds).toBeLessThanOrEqual(100);
    expect(phaseWords(phase.reason)).toMatch(/^[0-9 ms]+ of warm-up left out$/);
  });

  it("ends before the cool-down", () => {
    const cooling: Shape = (t) => ({ ...flat, throughput: t < 240 ? 1_000 : 1_000 - 16 * (t - 240) });
    const phase = found(findSteadyPhase(points(300, cooling)));
    expect(phase.fromSeconds).toBe(0);
    expect(phase.toSeconds).toBeGreaterThanOrEqual(225);
    expect(phase.toSeconds).toBeLessThanOrEqual(255);
  });

  it("lies between warm-up and cool-down, in coarse slices too", () => {
    const both: Shape = (t) => ({ ...flat, throughput: Math.min(1_000, t + 10, 1.5 * (3_600 - t)) });
    const phase = found(findSteadyPhase(points(3_600, both, { step: 10 })));
    expect(phase.fromSeconds).toBeGreaterThanOrEqual(700);
    expect(phase.fromSeconds).toBeLessThanOrEqual(1_100);
    expect(phase.toSeconds).toBeGreaterThanOrEqual(2_880);
    expect(phase.toSeconds).toBeLessThanOrEqual(3_200);
    expect(phase).toMatchObject({ method: "MSER-5 on throughput and p50" });
  });

  it("begins at a step of the load in the first half, and is none after a late one", () => {
    const stepAt =
      (second: number): Shape =>
      (t) => ({ ...flat, throughput: t < second ? 500 : 1_000 });
    const { fromSeconds } = found(findSteadyPhase(points(600, stepAt(200))));
    expect(fromSeconds).toBeGreaterThanOrEqual(200);
    expect(fromSeconds).toBeLessThanOrEqual(210);
    expect(findSteadyPhase(points(600, stepAt(400)))).toMatchObject({ none: true });
  });

  it("keeps a collapse at the end: throughput that falls while latency rises isn't a cool-down", () => {
    const collapsing: Shape = (t) => (t < 540 ? flat : { throughput: 100, p50: 2_000_000 });
    expect(found(findSteadyPhase(points(600, collapsing))).toSeconds).toBe(600);
  });

  it("keeps a stall behind a warm-up, and still cuts the warm-up", () => {
    const warming: Shape = (t) => ({ ...flat, throughput: Math.min(1_000, 16 * t) });
    const shape: Shape = (t) => (t >= 280 && t < 310 ? { throughput: 50, p50: 900_000 } : warming(t));
    const phase = found(findSteadyPhase(points(600, shape)));
    expect(phase.fromSeconds).toBeGreaterThanOrEqual(20);
    expect(phase.fromSeconds).toBeLessThanOrEqual(100);
  });

  it("keeps a stall: a bad minute in the middle isn't warm-up", () => {
    const stalled: Shape = (t) => (t >= 280 && t < 310 ? { throughput: 50, p50: 900_000 } : flat);
    expect(found(findSteadyPhase(points(600, stalled)))).toMatchObject({ fromSeconds: 0, toSeconds: 600 });
    const silent = points(600, () => flat).filter(
      ({ offsetSeconds }) => offsetSeconds < 280 || offsetSeconds >= 310,
    );
    expect(found(findSteadyPhase(silent))).toMatchObject({ fromSeconds: 0, toSeconds: 600 });
  });
});

describe("a run whose source gives only buckets", () => {
  const bare = (all: PhasePoint[]) => all.map((point) => ({ ...point, p50Micros: null }));

  it("has the steady phase of its throughput, and no cool-down that nothing shows", () => {
    for (const step of [1, 10, 15])
      expect(found(findSteadyPhase(bare(points(900, () => flat, { step }))))).toMatchObject({
        fromSeconds: 0,
        toSeconds: 900,
        reason: { code: "whole-steady" },
      });
    const warming: Shape = (t) => ({ ...flat, throughput: Math.min(1_000, 20 * t) });
    const warmed = found(findSteadyPhase(bare(points(300, warming))));
    expect(warmed.fromSeconds).toBeGreaterThanOrEqual(40);
    expect(warmed.fromSeconds).toBeLessThanOrEqual(65);
    const cooling: Shape = (t) => ({ ...flat, throughput: t < 240 ? 1_000 : 1_000 - 16 * (t - 240) });
    expect(found(findSteadyPhase(bare(points(300, cooling)))).toSeconds).toBeLessThanOrEqual(250);
  });

  it("is a ramp if its load rises", () => {
    const rising: Shape = (t) => ({ ...flat, throughput: 20 + t });
    expect(findSteadyPhase(bare(points(900, rising)), { isOpen: true })).toMatchObject({
      none: true,
      ramp: true,
    });
  });
});

describe("idle time", () => {
  const silence = { throughput: 0, p50: 0 };
  const idle = (seconds: number, shape: Shape, options = {}) =>
    points(seconds, shape, options).map((point) =>
      point.throughput === 0 ? { ...point, p50Micros: null } : point,
    );

  it("behind the load is left out, and so is what hung until its end", () => {
    const hung: Shape = (t) => (t < 60 ? flat : t === 179 ? { throughput: 1, p50: 120_000_000 } : silence);
    const { fromSeconds, toSeconds } = found(findSteadyPhase(idle(180, hung)));
    expect(fromSeconds).toBe(0);
    expect(toSeconds).toBeGreaterThanOrEqual(58);
    expect(toSeconds).toBeLessThanOrEqual(60);
  });

  it("before the load is left out, and so is a probe before it", () => {
    const probed: Shape = (t) => (t >= 60 ? flat : t === 0 ? { throughput: 1, p50: 900 } : silence);
    const { fromSeconds, toSeconds } = found(findSteadyPhase(idle(360, probed)));
    expect(fromSeconds).toBeGreaterThanOrEqual(60);
    expect(fromSeconds).toBeLessThanOrEqual(62);
    expect(toSeconds).toBe(360);
  });

  it("between two bursts is no steady phase", () => {
    for (const second of [flat, { throughput: 1_100, p50: 12_000 }, { throughput: 900, p50: 30_000 }]) {
      for (const step of [1, 2, 5]) {
        const bursts: Shape = (t) => (t < 60 ? flat : t >= 600 ? second : silence);
        const phase = findSteadyPhase(idle(660, bursts, { step }));
        expect(phase).toEqual({
          none: true,
          ramp: false,
          reason: { code: "mostly-idle" },
          holes: [{ fromSeconds: 60, toSeconds: 600 }],
        });
      }
    }
  });

  it("is all there is where no request was counted", () => {
    expect(findSteadyPhase(idle(300, () => silence))).toEqual({
      none: true,
      ramp: false,
      reason: { code: "no-requests" },
      holes: [],
    });
  });
});

describe("a load that is higher at first", () => {
  it("isn't warm-up: the cut would hide the harder part", () => {
    const falling: Shape = (t) => (t < 100 ? { throughput: 2_000, p50: 200_000 } : flat);
    const phase = findSteadyPhase(points(600, falling));
    expect(phase.none === true || phase.fromSeconds === 0).toBe(true);
  });
});

describe("a ramp", () => {
  it.each<[string, number, number, Shape]>([
    ["throughput rises throughout", 3_600, 5, (t) => ({ throughput: 10 + t / 3, p50: 20_000 })],
    ["a short run rises throughout", 60, 1, (t) => ({ throughput: 10 + 10 * t, p50: 20_000 })],
    [
      "throughput rises in stairs",
      1_200,
      1,
      (t) => ({ throughput: 100 + 100 * Math.floor(t / 120), p50: 20_000 }),
    ],
    [
      "the service saturates and latency goes on rising",
      3_600,
      5,
      (t) => ({ throughput: Math.min(500, t), p50: 20_000 * Math.max(1, t / 500) ** 1.5 }),
    ],
    [
      "the service breaks at the end",
      3_600,
      5,
      (t) => ({ throughput: t < 3_000 ? t / 4 : 750 - (t - 3_000), p50: t < 2_000 ? 20_000 : 20 * t }),
    ],
  ])("has none: %s", (_, seconds, step, shape) => {
    expect(findSteadyPhase(points(seconds, shape, { step }))).toMatchObject({ none: true, ramp: true });
  });

  it("is not a latency that drifts under a steady load", () => {
    const drifting: Shape = (t) => ({ ...flat, p50: 20_000 * (1 + t / 6_000) });
    const phase = findSteadyPhase(points(1_800, drifting, { step: 5 }));
    expect(phase.none === true ? phase.ramp : false).toBe(false);
  });
});

describe("runs with little to see", () => {
  it("have no steady phase and say why", () => {
    expect(findSteadyPhase([])).toEqual({
      none: true,
      ramp: false,
      reason: { code: "not-measured" },
      holes: [],
    });
    expect(findSteadyPhase(points(29, () => flat))).toMatchObject({ none: true, ramp: false });
    expect(findSteadyPhase(points(600, () => flat, { step: 100 }))).toMatchObject({
      none: true,
      ramp: false,
    });
  });

  it("never give a phase outside of the run, or one that is short", () => {
    const point = fc.record({
      throughput: fc.nat(2_000),
      p50Micros: fc.option(fc.nat(5_000_000)),
      gap: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 120 }), fc.constantFrom(1, 3, 10), (drawn, stepSeconds) => {
        let offsetSeconds = -50;
        const some = drawn.map(({ throughput, p50Micros, gap }): PhasePoint => {
          offsetSeconds += stepSeconds * (1 + (gap === 3 ? 4 : 0));
          return { offsetSeconds, stepSeconds, throughput, p50Micros };
        });
        const phase = findSteadyPhase(some);
        const [from, to] = phase.none === true ? [0, 30] : [phase.fromSeconds, phase.toSeconds];
        expect(to - from).toBeGreaterThanOrEqual(30);
        expect(phase.none === true || from >= (some[0]?.offsetSeconds ?? 0)).toBe(true);
        expect(phase.none === true || to <= (some.at(-1)?.offsetSeconds ?? 0) + stepSeconds).toBe(true);
      }),
    );
  });
});

describe("the statistics", () => {
  it("cut where the rest is most certain", () => {
    expect(mserCut([9, 9, 1, 1, 1, 1, 1, 1], 4)).toBe(2);
    expect(mserCut([1, 1, 1, 1], 2)).toBe(0);
    expect(mserCut([], 0)).toBe(0);
  });

  it("see order and ties", () => {
    expect(rankCorrelation([1, 2, 3, 10])).toBeCloseTo(1);
    expect(rankCorrelation([4, 3, 2, 1])).toBeCloseTo(-1);
    expect(rankCorrelation([2, 2, 2, 2])).toBe(0);
  });
});
