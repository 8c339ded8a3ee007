import { medianOf } from "../phase/phase-statistics.ts";
import type { GaugeMoment } from "./moments.ts";

/** A gauge that rose far above what is usual for it, and what became of that. */
export interface GaugePeak {
  value: number;
  atSeconds: number;
  /** What it showed before. */
  usual: number;
  /** From the peak until it was back within a tenth of its rise, and stayed there; null: it wasn't when the values end. */
  backAfterSeconds: number | null;
  /** From the peak to the last value. */
  watchedSeconds: number;
}

/** A peak is so many times what is usual, and so many deviations above it. */
const TIMES = 3;
const DEVIATIONS = 10;
/** It is back when no more than this share of its rise is left. */
const LEFT = 0.1;
/** For so many values in a row it is above half of its rise, and below a tenth of it before it is back. */
const IN_A_ROW = 3;
/** What is above half of the rise more often than this comes and goes, and has no peak. */
const MOST_RISES = 2;
/** What is usual before a peak is the middle of at least so many values. */
const MIN_BEFORE = 5;

/** Null: it has none, or was high from the start, so that what is usual isn't known. */
export function findPeak(moments: readonly GaugeMoment[]): GaugePeak | null {
  const values = moments.map(({ value }) => value);
  const peak = highest(values);
  const top = values[peak] ?? 0;
  const rise = riseBefore(values, peak);
  if (rise < MIN_BEFORE) return null;
  const before = values.slice(0, rise);
  const usual = medianOf(before);
  const noise = medianOf(before.map((value) => Math.abs(value - usual)));
  if (usual < 0 || top <= 0 || top < TIMES * usual || top - usual < DEVIATIONS * noise) return null;
  if (!standsOut(values, peak, usual + (top - usual) / 2)) return null;
  const calm = usual + LEFT * (top - usual);
  const back = values.findIndex(
    (_, at) =>
      at > peak &&
      at + IN_A_ROW <= values.length &&
      values.slice(at, at + IN_A_ROW).every((value) => value <= calm),
  );
  const secondsAt = (at: number) => moments[at]?.offsetSeconds ?? 0;
  return {
    value: top,
    atSeconds: secondsAt(peak),
    usual,
    backAfterSeconds: back < 0 ? null : secondsAt(back) - secondsAt(peak),
    watchedSeconds: secondsAt(moments.length - 1) - secondsAt(peak),
  };
}

function highest(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > (values[best] ?? -Infinity) ? at : best), 0);
}

/** Where the rise to the peak begins: after the last value before it that is in the lowest tenth of the way up. */
function riseBefore(values: readonly number[], peak: number): number {
  const low = Math.min(...values.slice(0, peak + 1));
  const calm = low + LEFT * ((values[peak] ?? low) - low);
  for (let at = peak; at >= 0; at--) if ((values[at] ?? Infinity) <= calm) return at + 1;
  return 0;
}

/** Neither one value nor one of many like it. */
function standsOut(values: readonly number[], peak: number, half: number): boolean {
  const isHigh = (at: number) => (values[at] ?? -Infinity) >= half;
  let [from, to] = [peak, peak];
  while (isHigh(from - 1)) from--;
  while (isHigh(to + 1)) to++;
  const rises = values.filter((_, at) => isHigh(at) && !isHigh(at - 1)).length;
  return to - from + 1 >= IN_A_ROW && rises <= MOST_RISES;
}
