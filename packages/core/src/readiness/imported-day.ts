import type { Curve } from "../overlay/curve.ts";
import type { Quoted } from "../overlay/quoted.ts";
import { dayShown, isMostlyKnown } from "./day-shown.ts";
import type { DayShown, DayShownInput } from "./day-shown.ts";

export interface ImportedDayInput extends Omit<DayShownInput, "points" | "pointSeconds"> {
  /** Its throughput. */
  curve: Curve;
  /** Null: not imported. */
  p99: Quoted | null;
  /** Failed requests a second, of the points that have them. Null: not imported. */
  errors: Curve["points"] | null;
}

/** What a file says of a day as a whole, where it is too coarse to say for how long a target was missed. */
export interface ImportedFigures {
  /** By the intervals with traffic. Null: not imported. */
  p99: (Intervals & { lowestMs: number; highestMs: number }) | null;
  /** Of all requests. A range, if failed requests of a part aren't known. Null: not imported. */
  errors: (Intervals & { low: number; high: number; highest: number }) | null;
  /** How much of the day has no throughput. */
  holeSeconds: number;
}

interface Intervals {
  intervalSeconds: number;
  intervals: number;
  /** How many of them were above the target. */
  above: number;
  /** When the highest began. */
  highestAt: string;
  /** For how long there was traffic of which it isn't known. */
  unknownSeconds: number;
}

interface ImportedDay extends DayShown {
  /** Null: its points are short enough to judge it as live traffic. */
  imported: ImportedFigures | null;
}

/**
 * A day whose figures were imported. If they are fine enough, it is judged as live traffic is. A coarser file doesn't say how
 * long a miss was, so such a day is judged as a whole: errors by how many requests failed in all, and p99, which is quoted and
 * never averaged, only where it is certain. It is at most the highest of its intervals, and surely too high only if all are.
 */
export function importedDay(input: ImportedDayInput): ImportedDay {
  const fine = judgedByPoints(input);
  if (fine !== null && fine.verdict !== "unknown") return { ...fine, imported: null };
  const { curve, targets, seconds } = input;
  const traffic = { ...curve, points: curve.points.filter(([, rate]) => rate > 0) };
  const holes = Math.max(0, seconds - curve.points.length * curve.stepSeconds);
  const imported = { p99: p99Of(traffic, input), errors: errorsOf(traffic, input), holeSeconds: holes };
  const found = [
    ...(targets.p99Ms === null ? [] : [p99Verdict(imported.p99, targets.p99Ms)]),
    ...(targets.errorRate === null ? [] : [errorVerdict(imported.errors, targets.errorRate)]),
  ];
  const trafficSeconds = traffic.points.length * curve.stepSeconds;
  const unknownOf = (of: Intervals | null) => holes + (of?.unknownSeconds ?? trafficSeconds);
  const unknownSeconds = Math.max(
    holes,
    targets.p99Ms === null ? 0 : unknownOf(imported.p99),
    targets.errorRate === null ? 0 : unknownOf(imported.errors),
  );
  const lengthOf = (of: Intervals | null) => (of === null ? 0 : of.above * of.intervalSeconds);
  const missedSeconds = Math.max(lengthOf(imported.p99), lengthOf(imported.errors));
  return { verdict: together(found, { holes, seconds }), missedSeconds, unknownSeconds, imported };
}

type Found = "met" | "missed" | "unsure";

function together(
  found: readonly Found[],
  { holes, seconds }: { holes: number; seconds: number },
): DayShown["verdict"] {
  if (!isMostlyKnown(holes, seconds) || found.length === 0) return "unknown";
  if (found.includes("missed")) return "missed";
  return found.includes("unsure") ? "unknown" : "held";
}

function p99Verdict(p99: ImportedFigures["p99"], target: number): Found {
  if (p99 === null || isPartOfP99Missing(p99)) return "unsure";
  if (p99.highestMs <= target) return "met";
  return p99.lowestMs > target ? "missed" : "unsure";
}

/** Less than an interval isn't: throughput and p99 can be a little off each other's grid. */
export function isPartOfP99Missing({ unknownSeconds, intervalSeconds }: Intervals): boolean {
  return unknownSeconds >= intervalSeconds;
}

function errorVerdict(errors: ImportedFigures["errors"], target: number): Found {
  if (errors === null) return "unsure";
  if (errors.high <= target) return "met";
  return errors.low > target ? "missed" : "unsure";
}

/** Null: it is too coarse, or its p99 has other points than its throughput. */
function judgedByPoints({ curve, p99, errors, ...input }: ImportedDayInput): DayShown | null {
  const { stepSeconds: pointSeconds } = curve;
  if (pointSeconds > input.holdSeconds || (p99 !== null && p99.stepSeconds !== pointSeconds)) return null;
  const quoted = new Map(p99?.points.map(([second, low, high]) => [second, { low, high }]));
  const failed = new Map(errors ?? []);
  const points = curve.points
    .filter(([, throughput]) => throughput > 0)
    .map(([second, throughput]) => {
      const own = failed.get(second);
      const errorRate = own === undefined ? null : Math.min(1, own / throughput);
      return { second, throughput, p99: quoted.get(second) ?? null, errorRate };
    });
  // Without requests, nothing can miss a target.
  const idle = (curve.points.length - points.length) * pointSeconds;
  return dayShown({ ...input, points, pointSeconds, seconds: input.seconds - idle });
}

function p99Of(traffic: Curve, { p99, targets }: ImportedDayInput): ImportedFigures["p99"] {
  if (p99 === null) return null;
  const { stepSeconds: intervalSeconds } = p99;
  const secondsWith = trafficBetween(traffic);
  const held = p99.points.map((point) => ({
    point,
    seconds: secondsWith(point[0], point[0] + intervalSeconds),
  }));
  const own = held.filter(({ seconds }) => seconds > 0);
  const [first] = own;
  if (first === undefined) return null;
  const known = own.reduce((sum, { seconds }) => sum + seconds, 0);
  const highest = own.reduce((most, one) => (one.point[2] > most.point[2] ? one : most), first);
  return {
    intervalSeconds,
    intervals: own.length,
    above: own.filter(({ point: [, low] }) => targets.p99Ms !== null && low > targets.p99Ms).length,
    lowestMs: own.reduce((least, { point: [, low] }) => Math.min(least, low), Infinity),
    highestMs: highest.point[2],
    highestAt: momentOf(highest.point[0]),
    unknownSeconds: traffic.points.length * traffic.stepSeconds - known,
  };
}

/** How many seconds of a stretch have traffic; asked in order of time. */
function trafficBetween({ stepSeconds, points }: Curve): (from: number, to: number) => number {
  let next = 0;
  return (from, to) => {
    while (next < points.length && (points[next]?.[0] ?? 0) + stepSeconds <= from) next += 1;
    let seconds = 0;
    for (let at = next; at < points.length; at += 1) {
      const begin = points[at]?.[0] ?? 0;
      if (begin >= to) break;
      seconds += Math.min(to, begin + stepSeconds) - Math.max(from, begin);
    }
    return seconds;
  };
}

function errorsOf(traffic: Curve, { errors, targets }: ImportedDayInput): ImportedFigures["errors"] {
  if (errors === null || traffic.points.length === 0) return null;
  const failed = new Map(errors);
  const own = traffic.points.map(([second, rate]) => ({ second, rate, failed: failed.get(second) }));
  const known = own.flatMap(({ second, rate, failed: count }) =>
    count === undefined ? [] : [{ second, share: Math.min(1, count / rate) }],
  );
  const [first] = known;
  if (first === undefined) return null;
  const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((all, one) => all + of(one), 0);
  const all = sum(({ rate }) => rate);
  const highest = known.reduce((most, one) => (one.share > most.share ? one : most), first);
  return {
    intervalSeconds: traffic.stepSeconds,
    intervals: known.length,
    above: known.filter(({ share }) => targets.errorRate !== null && share > targets.errorRate).length,
    low: Math.min(1, sum(({ failed: count }) => count ?? 0) / all),
    high: Math.min(1, sum(({ rate, failed: count }) => count ?? rate) / all),
    highest: highest.share,
    highestAt: momentOf(highest.second),
    unknownSeconds: (own.length - known.length) * traffic.stepSeconds,
  };
}

function momentOf(second: number): string {
  return new Date(second * 1_000).toISOString();
}
