import type { AbsentFigure } from "../../cell/sample.ts";
import { meanMicros, quantileMicros } from "../../cell/summary.ts";
import type { Span } from "../../phase/phase-point.ts";
import { breakingPoint } from "./breaking-point.ts";
import type { BreakingPoint } from "./breaking-point.ts";
import { intervalOf, latencyBend, latencyOf, throughputBend } from "./knee.ts";
import type { CurveLevel, LoadInterval } from "./knee.ts";
import { loadLevels } from "./load-levels.ts";
import type { LoadLevel } from "./load-levels.ts";
import { risingPart } from "./rising-part.ts";
import type { RampPoint } from "./rising-part.ts";
import { throughputFall } from "./throughput-fall.ts";

/** What the load of a ramp is counted in. `requests`: what an open-loop tool sent, counted when it completed. */
export const RAMP_LOADS = ["users", "offered-rate", "requests"] as const;
export type RampLoad = (typeof RAMP_LOADS)[number];

export interface RampInput {
  points: readonly RampPoint[];
  of: RampLoad;
  /** Stretches in which no request succeeded. */
  outages: readonly Span[];
  absent: readonly AbsentFigure[];
}

/** The levels of load that a ramp went through. */
export type RampLevels =
  | {
      levels: LoadLevel[];
      of: RampLoad;
      fellAgain: boolean;
      /** Of the outages, those that the service recovered from. */
      recovered: Span[];
    }
  | { problem: string };

/** A bend needs two levels on either side, and some to spare that contradict it. */
export const MIN_LEVELS = 6;
/** The most load has to be so many times the least. */
const LEAST_RANGE = 2;

/** Stairs of so few steps have no bend, but each target was held up to one of them. */
export const MIN_STEPS = 3;

/** The levels that a ramp can be read from, or why it can't be. `least`: how many of them it takes. */
export function levelsOfRamp(
  { points, of, outages, absent }: RampInput,
  least: number = MIN_LEVELS,
): RampLevels {
  if (absent.includes("requests") || absent.includes("request-count"))
    return { problem: "The source doesn't count requests." };
  const rising = risingPart(points);
  if ("problem" in rising) return rising;
  const recovered = recoveredFrom(outages, points);
  const levels = loadLevels(rising.points, recovered);
  if (levels.length < least) return { problem: tooFew(levels.length, least) };
  const [lowest, highest] = [levels[0]?.load ?? 0, levels.at(-1)?.load ?? 0];
  if (highest < LEAST_RANGE * lowest)
    return { problem: "The load hardly changes. A ramp has to at least double it." };
  return { levels, of, fellAgain: rising.fellAgain, recovered };
}

function tooFew(levels: number, least: number): string {
  const has = levels === 1 ? "is 1 level" : `are ${levels} levels`;
  return `There ${has} of load with enough requests, and at least ${least} are needed. Raise the load in more steps, or for longer.`;
}

export interface RampCurvePoint {
  load: number;
  fromSeconds: number;
  toSeconds: number;
  /** Successful requests per second. */
  throughput: number;
  /** Share of failed requests; null: the source doesn't report them. */
  errorRate: number | null;
  p50Micros: number | null;
  p95Micros: number | null;
  meanMicros: number | null;
}

export interface RampCapacity {
  curve: RampCurvePoint[];
  /** Of which latency its rise is: p95, or the mean where the source has only buckets. */
  latency: "p95" | "mean";
  /**
   * Where throughput stops rising in proportion to the load; without that, where latency starts to rise; without either,
   * where throughput begins to fall.
   */
  knee: (LoadInterval & { of: "throughput" | "latency" }) | null;
  latencyRises: LoadInterval | null;
  breaking: BreakingPoint | null;
  most: { load: number; throughput: number };
}

/**
 * What a ramp shows of a service: its knee, found by fitting a curve that bends, and its breaking point. The bends are
 * looked for below the breaking point, since what a broken service does isn't how it scales. Without a
 * bend, the knee is where throughput falls.
 */
export function readRamp(
  { levels, of }: Extract<RampLevels, { levels: LoadLevel[] }>,
  { absent, random }: { absent: readonly AbsentFigure[]; random: () => number },
): RampCapacity {
  const curve = throughputLevels(levels, absent);
  const fall = throughputFall(curve);
  const breaking = breakingPoint(curve, { ofRate: of !== "users", fall });
  const most = curve.reduce((a, b) => (b.throughput > a.throughput ? b : a));
  const whole = unbroken(curve, { breaking, most });
  const bends = whole.length >= MIN_LEVELS;
  const throughput = bends && of !== "requests" ? throughputBend(whole, random) : null;
  const latencyRises = bends ? latencyBend(whole, random) : null;
  const falls =
    throughput === null && latencyRises === null && fall?.bent ? intervalOf(fall.bent, random) : null;
  const bend = throughput ?? falls;
  const knee =
    bend !== null
      ? { ...bend, of: "throughput" as const }
      : latencyRises && { ...latencyRises, of: "latency" as const };
  return {
    curve: curve.map(drawn(absent)),
    latency: latencyOf(most.cell).of,
    knee,
    latencyRises,
    breaking,
    most: { load: most.load, throughput: most.throughput },
  };
}

/**
 * Where throughput is about to fall, it bends, but that is the break and not how the service scales. So is the level from
 * which it falls, which is left out unless there are few.
 */
function unbroken(
  curve: readonly TimedLevel[],
  { breaking, most }: { breaking: BreakingPoint | null; most: CurveLevel },
): readonly TimedLevel[] {
  if (breaking === null) return curve;
  const falls = breaking.sign === "throughput-falls";
  const to = falls ? Math.min(breaking.heldAt, most.load) : breaking.heldAt;
  const below = curve.filter(({ load }) => load < to);
  return falls && below.length >= MIN_LEVELS ? below : curve.filter(({ load }) => load <= to);
}

interface TimedLevel extends CurveLevel {
  fromSeconds: number;
  toSeconds: number;
}

/** Levels without the time of outages, with their successful throughput. */
export function throughputLevels(
  levels: readonly LoadLevel[],
  absent: readonly AbsentFigure[],
): TimedLevel[] {
  return levels.flatMap(({ outsideOutages, fromSeconds, toSeconds }) => {
    if (outsideOutages === null) return [];
    const { cell, seconds } = outsideOutages;
    const succeeded = absent.includes("errors") ? cell.requests : cell.requests - cell.errors;
    return [{ ...outsideOutages, fromSeconds, toSeconds, throughput: succeeded / seconds }];
  });
}

function drawn(absent: readonly AbsentFigure[]) {
  return ({ cell, load, fromSeconds, toSeconds, throughput }: TimedLevel): RampCurvePoint => ({
    load,
    fromSeconds,
    toSeconds,
    throughput,
    errorRate: absent.includes("errors") || cell.requests === 0 ? null : cell.errors / cell.requests,
    p50Micros: quantileMicros(cell, 50),
    p95Micros: quantileMicros(cell, 95),
    meanMicros: meanMicros(cell),
  });
}

/** How many points on either side of an outage show whether the service came back. */
const BESIDE = 5;
const BACK = 0.7;

/** Outages after which the service did what it did before, so that they say nothing of the load. */
function recoveredFrom(outages: readonly Span[], points: readonly RampPoint[]): Span[] {
  return outages.filter(({ fromSeconds, toSeconds }) => {
    const before = points.filter((point) => point.offsetSeconds + point.stepSeconds <= fromSeconds);
    const after = points.filter((point) => point.offsetSeconds >= toSeconds);
    const back = successfulRate(after.slice(0, BESIDE));
    return after.length > 0 && back > 0 && back >= BACK * successfulRate(before.slice(-BESIDE));
  });
}

function successfulRate(points: readonly RampPoint[]): number {
  let [succeeded, seconds] = [0, 0];
  for (const { cell, stepSeconds } of points) {
    succeeded += cell === null ? 0 : cell.requests - cell.errors;
    seconds += stepSeconds;
  }
  return seconds === 0 ? 0 : succeeded / seconds;
}
