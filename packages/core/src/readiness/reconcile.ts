/** A stretch of a peak day. Null: not reported. */
export interface DayPoint {
  /** Epoch seconds. */
  second: number;
  throughput: number;
  /** Where p99 lies, in milliseconds. */
  p99: { low: number; high: number } | null;
  errorRate: number | null;
}

export interface ReconcileInput {
  /** What tests had proven, in requests a second. */
  proven: number;
  /** The strictest targets at that time: milliseconds, and a share from 0 to 1. Null if there was no such target. */
  targets: { p99Ms: number | null; errorRate: number | null };
  /** In order of time. */
  points: readonly DayPoint[];
  pointSeconds: number;
  holdSeconds: number;
}

/** What a peak day showed about a proof: the most that it held for the policy's time with its targets met. */
export type Reconciled =
  /** `missedAt`: it missed them under more load than tests had proven. Null: under none above what it held. */
  | { outcome: "confirmed" | "not-reached"; held: number; missedAt: number | null }
  /** It missed its targets under less load than tests had proven. The factor is what the proof was worth. */
  | { outcome: "lower"; held: number; missedAt: number; factor: number }
  /** Nothing was held, whatever the load, or no target could be looked at. */
  | { outcome: "unknown" };

/**
 * Compares a proof with the day it was for. A miss speaks against the proof only under more load than everything that was
 * held: an outage in a quiet hour isn't about capacity.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const { proven, points, pointSeconds, holdSeconds } = input;
  const stretches = stretchesOf(points, { pointSeconds, length: Math.ceil(holdSeconds / pointSeconds) });
  const of = (wanted: "met" | "missed") =>
    stretches
      .filter((stretch) => stretch.every((point) => judgePoint(point, input.targets) === wanted))
      .map((stretch) => stretch.reduce((sum, { throughput }) => sum + throughput, 0) / stretch.length);
  const held = of("met").reduce((most, one) => Math.max(most, one), 0);
  if (held === 0) return { outcome: "unknown" };
  const missedAt = of("missed")
    .filter((throughput) => throughput > held)
    .reduce<number | null>((least, one) => Math.min(least ?? one, one), null);
  if (held >= proven) return { outcome: "confirmed", held, missedAt };
  if (missedAt === null || missedAt > proven) return { outcome: "not-reached", held, missedAt };
  return { outcome: "lower", held, missedAt, factor: held / proven };
}

/** Points that follow each other without a hole. */
export function stretchesOf(
  points: readonly DayPoint[],
  { pointSeconds, length }: { pointSeconds: number; length: number },
): DayPoint[][] {
  return points.flatMap((first, at) => {
    const stretch = points.slice(at, at + length);
    const last = stretch.at(-1);
    const isWhole = stretch.length === length && last?.second === first.second + (length - 1) * pointSeconds;
    return isWhole ? [stretch] : [];
  });
}

/** Unsure: what a target is about isn't known, or lies on both sides of it. */
export function judgePoint(
  { p99, errorRate }: DayPoint,
  targets: ReconcileInput["targets"],
): "met" | "missed" | "unsure" {
  const looks: (boolean | null)[] = [];
  if (targets.p99Ms !== null)
    looks.push(
      p99 === null ? null : p99.high <= targets.p99Ms ? true : p99.low > targets.p99Ms ? false : null,
    );
  if (targets.errorRate !== null) looks.push(errorRate === null ? null : errorRate <= targets.errorRate);
  if (looks.includes(false)) return "missed";
  return looks.length === 0 || looks.includes(null) ? "unsure" : "met";
}
