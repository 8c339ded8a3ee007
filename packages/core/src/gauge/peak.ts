import { rankCorrelation } from "../chance/steady-change.ts";
import { medianOf } from "../phase/phase-statistics.ts";
import type { GaugeMoment, Stretch } from "./moments.ts";

/** A gauge that rose far above what is usual for it, and what became of that. */
export interface GaugePeak {
  value: number;
  atSeconds: number;
  /** What it showed before. */
  usual: number;
  /** From the peak until it was back within a tenth of its rise, and stayed there; null: it wasn't when the values end. */
  backAfterSeconds: number | null;
  /** The same from the end of the run; null: it was back in the run, or not at all. */
  backAfterEndSeconds: number | null;
  /** What it showed when it was back, or at last. */
  backTo: number;
  /** From the peak to the last value. */
  watchedSeconds: number;
  /** From the end of the run to the last value. */
  watchedAfterEndSeconds: number;
}

/** A peak is so many times what is usual, and so many deviations above it. */
const TIMES = 1.5;
const DEVIATIONS = 10;
/** Its rise begins above this share of the way up, and less of it is left when it is back. */
const LEFT = 0.1;
/** Back is where hardly more than this, or than its usual noise, is left; if it settles higher, a tenth. */
const HARDLY_LEFT = 0.02;
const NOISES_LEFT = 2;
/** For so many values in a row it is above half of its rise, and below a tenth of it before it is back. */
const IN_A_ROW = 3;
/** What is above half of the rise more often than this comes and goes, and has no peak. */
const MOST_RISES = 2;
/** What is usual before a peak is the middle of at least so many values. */
const MIN_BEFORE = 5;
/** Fewer are enough if it only rises from the first one, and for so many values. */
const STEADILY = 0.9;
const MIN_RISING = 10;

/** What a run caused is highest at its end or soon after. */
const SOON_SECONDS = 60;

/**
 * The highest value of a run, and what became of it, also after the run. What is usual is taken from before it, also from
 * before the run. Null: it has none, or was high from the start, so that what is usual isn't known.
 */
export function findPeak(moments: readonly GaugeMoment[], run: Stretch): GaugePeak | null {
  const values = moments.map(({ value }) => value);
  const peak = highestIn(moments, run);
  const usual = usualBefore(values, peak);
  if (usual === null || !standsOut(values, peak, usual)) return null;
  const top = values[peak] ?? 0;
  const back = backAfter(values, peak, usual);
  const secondsAt = (at: number) => moments[at]?.offsetSeconds ?? 0;
  const last = values.length - 1;
  const backAfterEnd = back < 0 ? -1 : secondsAt(back) - run.toSeconds;
  return {
    value: top,
    atSeconds: secondsAt(peak),
    usual: usual.value,
    backAfterSeconds: back < 0 ? null : secondsAt(back) - secondsAt(peak),
    backAfterEndSeconds: backAfterEnd >= 0 ? backAfterEnd : null,
    backTo: values[back < 0 ? last : back] ?? 0,
    watchedSeconds: secondsAt(last) - secondsAt(peak),
    watchedAfterEndSeconds: Math.max(0, secondsAt(last) - run.toSeconds),
  };
}

function highestIn(moments: readonly GaugeMoment[], { fromSeconds, toSeconds }: Stretch): number {
  let best = -1;
  for (const [at, { offsetSeconds, value }] of moments.entries()) {
    if (offsetSeconds < fromSeconds || offsetSeconds >= toSeconds + SOON_SECONDS) continue;
    if (best === -1 || value > (moments[best]?.value ?? -Infinity)) best = at;
  }
  return best;
}

interface Usual {
  value: number;
  noise: number;
}

/** Null: too few values before the rise say so, and it doesn't rise steadily from the first one. */
function usualBefore(values: readonly number[], peak: number): Usual | null {
  const rise = riseBefore(values, peak);
  const way = values.slice(0, peak + 1);
  const isSteady = rise > 0 && way.length >= MIN_RISING && rankCorrelation(way) >= STEADILY;
  if (rise < MIN_BEFORE && !isSteady) return null;
  const before = values.slice(0, rise);
  const value = medianOf(before);
  return { value, noise: medianOf(before.map((one) => Math.abs(one - value))) };
}

/** When it was back: -1 if it wasn't. */
function backAfter(values: readonly number[], peak: number, { value: usual, noise }: Usual): number {
  const rise = (values[peak] ?? 0) - usual;
  const settled = backAt(values, peak, usual + Math.max(HARDLY_LEFT * rise, NOISES_LEFT * noise));
  return settled < 0 ? backAt(values, peak, usual + LEFT * rise) : settled;
}

/** The first of several values in a row, after the peak, that are no higher; -1: not found. */
function backAt(values: readonly number[], peak: number, calm: number): number {
  return values.findIndex(
    (_, at) =>
      at > peak &&
      at + IN_A_ROW <= values.length &&
      values.slice(at, at + IN_A_ROW).every((value) => value <= calm),
  );
}

/** Where the rise to the peak begins: after the last value before it that is in the lowest tenth of the way up. */
function riseBefore(values: readonly number[], peak: number): number {
  const low = Math.min(...values.slice(0, peak + 1));
  const calm = low + LEFT * ((values[peak] ?? low) - low);
  for (let at = peak; at >= 0; at--) if ((values[at] ?? Infinity) <= calm) return at + 1;
  return 0;
}

/** Far above what is usual, and neither one value nor one of many like it. */
function standsOut(values: readonly number[], peak: number, { value: usual, noise }: Usual): boolean {
  const top = values[peak] ?? 0;
  if (usual < 0 || top <= 0 || top < TIMES * usual || top - usual < DEVIATIONS * noise) return false;
  const half = usual + (top - usual) / 2;
  const isHigh = (at: number) => (values[at] ?? -Infinity) >= half;
  let [from, to] = [peak, peak];
  while (isHigh(from - 1)) from--;
  while (isHigh(to + 1)) to++;
  const rises = values.filter((_, at) => isHigh(at) && !isHigh(at - 1)).length;
  return to - from + 1 >= IN_A_ROW && rises <= MOST_RISES;
}
