import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { parseTarget } from "../../targets/target.ts";
import { bendsAt, rampOf } from "../../testing/ramps.ts";
import type { Ramp, Service } from "../../testing/ramps.ts";
import { heldLoadText } from "../../verdict/held-load.ts";
import { findCapacity } from "../capacity.ts";
import { heldLoads } from "./held-loads.ts";
import { levelsOfRamp, readRamp } from "./ramp.ts";
import type { RampPoint } from "./rising-part.ts";

/** To so many users, as a slope or in steps. */
const SHAPES = {
  slope: (most: number) => (share: number) => Math.max(1, most * share),
  steps: (most: number) => (share: number) => (most / 20) * Math.min(20, Math.floor(share * 20) + 1),
};
type Shape = keyof typeof SHAPES;
const MINUTES = 20;

function drawn(service: Service, { most, shape, seed, scatter = 0.03 }: Drawn): RampPoint[] {
  const ramp: Ramp = { service, load: SHAPES[shape](most), scatter, seed, minutes: MINUTES };
  return rampOf(ramp);
}

interface Drawn {
  most: number;
  shape: Shape;
  seed: number;
  scatter?: number;
}

function levelsOf(points: RampPoint[]) {
  const levels = levelsOfRamp({ points, of: "users", outages: [], absent: [] });
  if ("problem" in levels) throw new Error(levels.problem);
  return levels;
}

const read = (points: RampPoint[]) => readRamp(levelsOf(points), { absent: [], random: seededRandom(1) });

const { target } = (() => {
  const parsed = parseTarget("p95 <= 10 s");
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed;
})();
const JUDGED = { absent: [], latencyResolutionMicros: 1, latencyRelativeError: 0, confidence: 0.9 };

function heldOf(points: RampPoint[]) {
  const held = heldLoads(levelsOf(points), { targets: [target], ...JUDGED }).get("p95 <= 10 s");
  if (held === undefined) throw new Error("not judged by load");
  return held;
}

function provenBy(points: RampPoint[]) {
  return findCapacity({
    ...JUDGED,
    targets: [target],
    verdicts: [],
    points: points.flatMap(({ offsetSeconds, cell }) => (cell === null ? [] : [{ offsetSeconds, cell }])),
    pointSeconds: 10,
    fromSeconds: 0,
    toSeconds: MINUTES * 60,
    holdSeconds: 300,
    simulated: false,
  });
}

const FALLING = [
  { peak: 133, most: 200 },
  { peak: 340, most: 1_000 },
  { peak: 60, most: 100 },
].flatMap(({ peak, most }) =>
  (["slope", "steps"] as const).map((shape) => ({
    peak,
    draws: [1, 2, 3].map((seed) => drawn(bendsAt(peak, -0.3), { most, shape, seed })),
    shape,
  })),
);

describe("a ramp whose throughput falls after its peak", () => {
  it.each(FALLING)("has its knee there: $peak users, $shape", ({ peak, draws }) => {
    for (const { knee, breaking } of draws.map(read)) {
      expect(knee?.of).toBe("throughput");
      expect(Math.abs((knee?.load ?? 0) / peak - 1)).toBeLessThan(0.1);
      expect(knee?.low).toBeLessThanOrEqual(peak);
      expect(knee?.high).toBeGreaterThanOrEqual(peak);
      expect(breaking?.sign).toBe("throughput-falls");
      expect(breaking?.heldAt).toBeLessThanOrEqual(knee?.load ?? 0);
      expect(breaking?.heldAt).toBeGreaterThan(0.8 * peak);
    }
  });

  it.each(FALLING)("holds no target beyond: $peak users, $shape", ({ peak, draws }) => {
    for (const held of draws.map(heldOf)) {
      expect(held.heldTo).toBeLessThanOrEqual(1.05 * peak);
      expect(held.heldTo).toBeGreaterThan(0.8 * peak);
      expect(held).toMatchObject({ missedAt: null, fallsAt: expect.any(Number) });
      expect(heldLoadText(held)).toMatch(/^Held to [\d.]+ users\. Beyond that, throughput falls\.$/);
    }
  });

  it.each(FALLING)("proves no more than its peak: $peak users, $shape", ({ peak, draws }) => {
    for (const capacity of draws.map(provenBy)) {
      if (!capacity.proven) throw new Error(capacity.detail);
      expect(capacity.throughput).toBeLessThan(5 * peak * 1.01);
      expect(capacity.fromSeconds).toBeLessThan(MINUTES * 60);
    }
  });

  it("is held to the end of a level from which it falls, with its knee where that begins", () => {
    const service: Service = (users) => {
      const rate = Math.min(users / 10, 40, 40 - (users - 700) / 20);
      return { rate, millis: (1_000 * users) / rate };
    };
    for (const shape of ["slope", "steps"] as const) {
      const { knee, breaking } = read(drawn(service, { most: 1_000, shape, seed: 1 }));
      expect(Math.abs((knee?.load ?? 0) / 400 - 1)).toBeLessThan(0.1);
      expect(breaking?.heldAt).toBeGreaterThan(560);
      expect(breaking?.heldAt).toBeLessThanOrEqual(700);
    }
  });

  it("is held near the top where throughput bends as the scalability law does", () => {
    const service: Service = (users) => {
      const rate = (20 * users) / (1 + 0.02 * (users - 1) + 1e-4 * users * (users - 1));
      return { rate, millis: (1_000 * users) / rate };
    };
    const { breaking } = read(drawn(service, { most: 250, shape: "slope", seed: 1 }));
    expect(breaking?.heldAt).toBeGreaterThan(75);
    expect(breaking?.heldAt).toBeLessThan(110);
  });
});

describe("a ramp that flattens", () => {
  const bending = [
    { knee: 133, most: 200, slopeAfter: 0 },
    { knee: 340, most: 1_000, slopeAfter: 0 },
    { knee: 60, most: 100, slopeAfter: 0 },
    { knee: 500, most: 1_000, slopeAfter: 0.1 },
    { knee: 133, most: 200, slopeAfter: 0.25 },
    { knee: 340, most: 1_000, slopeAfter: 0.25 },
    { knee: 60, most: 100, slopeAfter: 0.25 },
  ];
  it.each(bending)(
    "has its knee: $knee of $most users, $slopeAfter of the slope",
    ({ knee, most, slopeAfter }) => {
      const service = bendsAt(knee, slopeAfter);
      for (const shape of ["slope", "steps"] as const) {
        const found = read(drawn(service, { most, shape, seed: 1 }));
        expect(Math.abs((found.knee?.load ?? 0) / knee - 1)).toBeLessThan(0.1);
        expect(found.knee?.low).toBeLessThanOrEqual(knee);
        expect(found.knee?.high).toBeGreaterThanOrEqual(knee);
        expect(found.breaking).toBeNull();
      }
    },
  );

  it("is held to the end", () => {
    const held = heldOf(drawn(bendsAt(500, 0), { most: 800, shape: "steps", seed: 1 }));
    expect(heldLoadText(held)).toBe("Held to 800 users, the most that this run reached.");
  });
});
