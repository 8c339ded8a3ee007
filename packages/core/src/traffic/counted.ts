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

/** Of an interval: sums of thousands of them can be stored. */
export const MAX_COUNT = 1e12;
/** Since a start: a number that is exact. */
export const MAX_TOTAL = 1e15;

export function countedOfHistogram(value: HistogramValue, microsPerUnit: number): Counted {
  const { bounds, counts } = value.buckets;
  return {
    count: value.count,
    sumMicros: sumOf(value.sum, microsPerUnit),
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
    sumMicros: sumOf(value.sum, microsPerUnit),
    buckets: bucketsOf(
      bounds.map((bound) => bound * microsPerUnit),
      [low, ...positive.counts, 0],
    ),
  };
}

/** Null: unknown. Sources with a negative or infinite duration have no sum that means anything. */
export function sumOf(sum: number | null, microsPerUnit: number): number | null {
  const micros = sum === null ? NaN : sum * microsPerUnit;
  return micros >= 0 && micros <= MAX_SUM_MICROS ? micros : null;
}

const MAX_SUM_MICROS = 1e24;
/** 11 days: no latency, and no bound of buckets that says anything about one. */
export const MAX_LATENCY_MICROS = 1e12;

/** With bounds in whole microseconds. Buckets narrower than that become one; those above any latency are the last. */
export function bucketsOf(boundsMicros: readonly number[], counts: readonly number[]): Counted["buckets"] {
  const upperBoundsMicros: number[] = [];
  const kept: number[] = [];
  const above = boundsMicros.findIndex((bound) => !(bound <= MAX_LATENCY_MICROS));
  const usable = above < 0 ? boundsMicros : boundsMicros.slice(0, above);
  for (const [at, bound] of usable.entries()) {
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
  const rest = counts.slice(usable.length).reduce((sum, count) => sum + count, 0);
  return { upperBoundsMicros, counts: [...kept, rest] };
}
