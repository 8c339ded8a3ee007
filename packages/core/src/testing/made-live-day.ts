import type { LiveCell, LiveDeploy, LiveRange } from "../capacity/held-live.ts";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";
import { cellOf } from "./drawn-run.ts";

export const DAY_TARGET_MS = 200;
const MINUTES = 120;
/** Of latencies on a log scale, and where their 99th percentile lies in units of it. */
const SIGMA = 0.8;
const P99 = 2.3263;

export interface MadeDay {
  cells: LiveCell[];
  range: LiveRange;
  deploys: LiveDeploy[];
  unknown: LiveRange[];
  /** The share of requests above a latency that a stretch would have if it lasted forever. */
  shareAbove(range: LiveRange, millis: number): number;
}

interface Minute {
  perSecond: number;
  p99Ms: number;
}

/**
 * A day in minutes, whose true latencies follow its load. Some days have an incident in a quiet hour, a deploy that makes
 * it slower, silence, and simulated traffic that is far better than the service.
 */
export function makeLiveDay(seed: number): MadeDay {
  const random = seededRandom(seed);
  const truth = minutesOf(random);
  const bounds = [null, COARSE, FINE][seed % 3] ?? null;
  const deployAt = random() < 0.3 ? Math.floor(random() * MINUTES) : null;
  if (deployAt !== null) for (const minute of truth.slice(deployAt)) minute.p99Ms *= 1 + random() * 0.2;
  const incidentAt = random() < 0.15 ? Math.floor(random() * (MINUTES - 8)) : null;
  if (incidentAt !== null) for (const minute of truth.slice(incidentAt, incidentAt + 8)) minute.p99Ms *= 5;
  const simulatedAt = random() < 0.3 ? Math.floor(random() * (MINUTES - 20)) : null;
  const silentAt = random() < 0.3 ? Math.floor(random() * (MINUTES - 10)) : null;
  const cells = truth.flatMap(({ perSecond, p99Ms }, at) => {
    if (silentAt !== null && at >= silentAt && at < silentAt + 3) return [];
    const isSimulated = simulatedAt !== null && at >= simulatedAt && at < simulatedAt + 20;
    const drawn = isSimulated ? { perSecond: perSecond * 3, p99Ms: 20 } : { perSecond, p99Ms };
    return [{ second: at * 60, cell: drawMinute(drawn, bounds, random) }];
  });
  return {
    cells,
    range: { from: 0, to: MINUTES * 60 },
    deploys: deployAt === null ? [] : [{ second: deployAt * 60, title: "v2" }],
    unknown: simulatedAt === null ? [] : [{ from: simulatedAt * 60, to: (simulatedAt + 20) * 60 }],
    shareAbove({ from, to }, millis) {
      const own = truth.slice(from / 60, to / 60);
      const requests = own.reduce((sum, { perSecond }) => sum + perSecond, 0);
      return own.reduce((sum, one) => sum + one.perSecond * tailAbove(one, millis), 0) / requests;
    },
  };
}

/** From half of what the service can do to half again as much, and latencies that follow the load slowly or steeply. */
function minutesOf(random: () => number): Minute[] {
  const most = 4 + random() * 16;
  const peak = 0.5 + random();
  const steepness = 0.3 + random() * 5;
  let swing = 0;
  return Array.from({ length: MINUTES }, (_, at) => {
    swing = 0.8 * swing + 0.04 * normal(random);
    const load = peak * (0.3 + 0.7 * Math.sin((Math.PI * (at + 0.5)) / MINUTES) ** 2) * Math.exp(swing);
    return { perSecond: most * load, p99Ms: DAY_TARGET_MS * load ** steepness };
  });
}

const COARSE = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500];
const FINE = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1_000, 2_500];

function drawMinute(minute: Minute, bounds: readonly number[] | null, random: () => number): Cell {
  if (bounds === null) {
    const all = new Sketch();
    const median = medianOf(minute);
    const requests = Math.max(1, poisson(minute.perSecond * 60, random));
    for (let at = 0; at < requests; at++) all.add(median * 1_000 * Math.exp(SIGMA * normal(random)));
    return cellOf(all, 0);
  }
  const above = [1, ...bounds.map((bound) => tailAbove(minute, bound)), 0];
  const counts = above
    .slice(1)
    .map((share, at) => poisson(minute.perSecond * 60 * ((above[at] ?? 0) - share), random));
  return {
    ...emptyCell(),
    requests: counts.reduce((sum, count) => sum + count, 0),
    distribution: { kind: "buckets", upperBoundsMicros: bounds.map((bound) => bound * 1_000), counts },
  };
}

function medianOf({ p99Ms }: Minute): number {
  return p99Ms / Math.exp(SIGMA * P99);
}

function tailAbove(minute: Minute, millis: number): number {
  return upperTail(Math.log(millis / medianOf(minute)) / SIGMA);
}

/** Of the standard normal; Abramowitz and Stegun 26.2.17, to 1e-7. */
function upperTail(x: number): number {
  if (x < 0) return 1 - upperTail(-x);
  const t = 1 / (1 + 0.2316419 * x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return density * sum;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function poisson(mean: number, random: () => number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
