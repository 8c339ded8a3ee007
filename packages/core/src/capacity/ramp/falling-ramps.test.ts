import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { parseTarget } from "../../targets/target.ts";
import type { Target } from "../../targets/target.ts";
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

function targetOf(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.target;
}
const JUDGED = { absent: [], latencyResolutionMicros: 1, latencyRelativeError: 0, confidence: 0.9 };

function heldOf(points: RampPoint[], text = "p95 <= 10 s") {
  const held = heldLoads(levelsOf(points), { targets: [targetOf(text)], ...JUDGED }).get(text);
  if (held === undefined) throw new Error("not judged by load");
  return held;
}

function provenBy(points: RampPoint[]) {
  return findCapacity({
    ...JUDGED,
    targets: [targetOf("p95 <= 10 s")],
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
    most,
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
      expect(breaking?.heldAt).toBeLessThanOrEqual(knee?.high ?? 0);
      expect(breaking?.heldAt).toBeGreaterThan(0.8 * peak);
    }
  });

  it.each(FALLING)("holds no target beyond: $peak users, $shape", ({ peak, most, draws }) => {
    for (const held of draws.map((points) => heldOf(points))) {
      // To one step.
      expect(held.heldTo).toBeLessThan(peak + most / 20);
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

/** What latency does up to 700 users, in seconds. */
const RISES: Record<string, (users: number) => number> = {
  exponential: (users) => 0.15 * (2 / 0.15) ** Math.max(0, (users - 500) / 200),
  cubic: (users) => 0.15 + 1.85 * Math.max(0, (users - 500) / 200) ** 3,
  linear: (users) => 0.15 + 1.85 * Math.max(0, (users - 500) / 200),
  sharp: (users) => 0.15 + 1.85 * Math.max(0, (users - 660) / 40),
  flat: () => 0.15,
};
/** Which share of the throughput is left, and over how many users it falls to that. */
const COLLAPSES = [
  { left: 0.56, over: 60 },
  { left: 0.56, over: 10 },
  { left: 0.8, over: 60 },
  { left: 0.8, over: 200 },
  { left: 0.2, over: 10 },
  { left: 0.2, over: 300 },
];

/** Users who think for 12 seconds, and a service that collapses at 700 of them. */
function collapsesAt700(rise: string, { left, over }: (typeof COLLAPSES)[number]): Service {
  const latency = RISES[rise] ?? (() => 0);
  const most = 700 / (12 + latency(700));
  return (users) => {
    const lost = (1 - left) * Math.min(1, Math.max(0, users - 700) / over);
    const seconds = users <= 700 ? latency(users) : users / (most * (1 - lost)) - 12;
    return { rate: users / (12 + seconds), millis: seconds * 1_000 };
  };
}

const COLLAPSING = Object.keys(RISES).flatMap((rise) =>
  COLLAPSES.map((collapse) => ({ rise, ...collapse, service: collapsesAt700(rise, collapse) })),
);

describe("a ramp whose throughput collapses at 700 users", () => {
  const draws = (service: Service) =>
    (["slope", "steps"] as const).flatMap((shape) =>
      [1, 2].map((seed) => drawn(service, { most: 1_000, shape, seed })),
    );
  /** Whether a service does about as much as it can under this load, which is known to one step of the ramp. */
  const isMost = (load: number, { service, over }: (typeof COLLAPSING)[number]) =>
    load < 720 + over / 8 && (load >= 650 || service(load).rate > 0.98 * service(700).rate);

  it.each(COLLAPSING)("is held to the most that it does: $rise, to $left over $over", (collapse) => {
    for (const points of draws(collapse.service)) {
      const held = heldOf(points, "p95 <= 1000 s");
      expect(held).toMatchObject({ missedAt: null, fallsAt: expect.any(Number) });
      expect([held.heldTo, isMost(held.heldTo ?? 0, collapse)]).toEqual([held.heldTo, true]);
      expect([held.fallsAt, isMost(held.fallsAt ?? 0, collapse)]).toEqual([held.fallsAt, true]);
    }
  });

  it.each(COLLAPSING)("breaks after that: $rise, to $left over $over", (collapse) => {
    for (const { breaking, knee } of draws(collapse.service).map(read)) {
      expect(breaking?.sign).toBe("throughput-falls");
      expect([breaking?.heldAt, isMost(breaking?.heldAt ?? 0, collapse)]).toEqual([breaking?.heldAt, true]);
      expect(breaking?.brokeAt).toBeGreaterThan(680);
      expect(breaking?.brokeAt).toBeLessThan(760 + collapse.over);
      expect(knee?.high ?? 700).toBeGreaterThan(collapse.rise === "flat" ? 660 : 450);
    }
  });

  it("isn't held to less than the level with the most, if steps show that it does more there", () => {
    const service: Service = (users) => {
      const rate = users <= 700 ? users / 12 : 33 - (users - 700) / 200;
      return { rate, millis: (1_000 * users) / rate - 12_000 };
    };
    const points = drawn(service, { most: 1_000, shape: "steps", seed: 1 });
    expect(heldOf(points, "p95 <= 1000 s")).toMatchObject({ heldTo: 700, fallsAt: 700 });
    expect(read(points)).toMatchObject({ breaking: { heldAt: 700, brokeAt: 750 }, most: { load: 700 } });
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
