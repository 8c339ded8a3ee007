import type { Distribution } from "../cell/cell.ts";
import type { ExponentialValue, HistogramValue } from "./metric-sink.ts";

type Buckets = Extract<Distribution, { kind: "buckets" }>;

/** What a source has counted: since it started, or between two moments. */
export interface Counted {
  count: number;
  sumMicros: number | null;
  /** Null: only how many. */
  buckets: Pick<Buckets, "upperBoundsMicros" | "counts"> | null;
}

/** What was counted between two readings of a source. */
export interface CountedBetween extends Counted {
  fromMicros: number;
  toMicros: number;
}

export function countedOfHistogram(value: HistogramValue, microsPerUnit: number): Counted {
  const { bounds, counts } = value.buckets;
  return {
    count: value.count,
    sumMicros: value.sum === null ? null : value.sum * microsPerUnit,
    buckets: bucketsOf(
      bounds.map((bound) => bound * microsPerUnit),
      counts,
    ),
  };
}

/** Negative durations count as the shortest: nothing is lost, and they were no latencies. */
export function countedOfExponential(value: ExponentialValue, microsPerUnit: number): Counted {
  const { scale, zeroThreshold, zeroCount, positive, negative } = value;
  const base = 2 ** (2 ** -scale);
  const low = zeroCount + negative.counts.reduce((sum, count) => sum + count, 0);
  const first = base ** positive.offset;
  const bounds = [
    Math.max(zeroThreshold, first),
    ...positive.counts.map((_, at) => first * base ** (at + 1)),
  ];
  return {
    count: value.count,
    sumMicros: value.sum === null ? null : value.sum * microsPerUnit,
    buckets: bucketsOf(
      bounds.map((bound) => bound * microsPerUnit),
      [low, ...positive.counts, 0],
    ),
  };
}

/** With bounds in whole microseconds. Buckets narrower than that become one. */
export function bucketsOf(boundsMicros: readonly number[], counts: readonly number[]): Counted["buckets"] {
  const upperBoundsMicros: number[] = [];
  const kept: number[] = [];
  for (const [at, bound] of boundsMicros.entries()) {
    const count = counts[at] ?? 0;
    const whole = Math.round(bound);
    if (whole > (upperBoundsMicros.at(-1) ?? 0)) {
      upperBoundsMicros.push(whole);
      kept.push(count);
    } else if (kept.length > 0) kept.push((kept.pop() ?? 0) + count);
    else {
      upperBoundsMicros.push(Math.max(1, whole));
      kept.push(count);
    }
  }
  if (upperBoundsMicros.length === 0) return null;
  return { upperBoundsMicros, counts: [...kept, counts[boundsMicros.length] ?? 0] };
}
