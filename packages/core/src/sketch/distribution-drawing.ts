import type { Sketch } from "./sketch.ts";

/** A bar of a histogram: a half-open range of microseconds. */
export interface HistogramBar {
  fromMicros: number;
  toMicros: number;
  count: number;
}

/** A point of a percentile curve. */
export interface CurvePoint {
  /** 0 to 100. */
  percent: number;
  micros: number;
}

/** Each half of the distance to 100% gets as many points as the half before, as HdrHistogram prints it. */
const POINTS_A_HALF = 5;
const MAX_HALVES = 24;
/** Percentiles that are shown elsewhere are points of the curve, so that it never contradicts them. */
const NAMED = [50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999];

/** The buckets of a sketch joined to bars of equal width on a logarithmic axis, without empty ones in between. */
export function histogramOf(sketch: Sketch, maxBars = 72): HistogramBar[] {
  const buckets = sketch.bucketsForDrawing();
  const [first, last] = [buckets.find(({ from }) => from > 0), buckets.at(-1)];
  if (first === undefined || last === undefined) return buckets.map(toBar);
  const width = Math.max(0.01, Math.log(last.to / first.from) / maxBars);
  const bars: HistogramBar[] = [];
  let slotOfLast = -1;
  for (const bucket of buckets) {
    const slot = bucket.from === 0 ? -2 : Math.floor(Math.log(bucket.from / first.from) / width + 1e-9);
    const open = bars.at(-1);
    if (open !== undefined && slot === slotOfLast) {
      open.toMicros = bucket.to;
      open.count += bucket.count;
    } else bars.push(toBar(bucket));
    slotOfLast = slot;
  }
  return bars;
}

/** The percentiles of a sketch from 0 to 100, denser towards the end, as far as single requests distinguish them. */
export function curveOf(sketch: Sketch): CurvePoint[] {
  return percentsOf(sketch.count).flatMap((percent) => {
    const micros = sketch.quantile(percent / 100);
    return micros === null ? [] : [{ percent, micros }];
  });
}

/** From 0 to 100, denser towards the end. */
export function percentsOf(count: number): number[] {
  const percents = new Set(NAMED.filter((percent) => (1 - percent / 100) * count >= 1));
  let left = 100;
  for (let half = 0; half < MAX_HALVES && (left / 100) * count >= 1; half++) {
    for (let at = 0; at < POINTS_A_HALF; at++) percents.add(100 - left + (left / 2) * (at / POINTS_A_HALF));
    left /= 2;
  }
  return count === 0 ? [] : [...percents.add(100)].toSorted((a, b) => a - b);
}

function toBar({ from, to, count }: { from: number; to: number; count: number }): HistogramBar {
  return { fromMicros: from, toMicros: to, count };
}
