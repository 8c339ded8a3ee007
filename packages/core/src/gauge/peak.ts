import { rankCorrelation } from "../chance/steady-change.ts";
import { bentNoise, medianOf } from "../phase/phase-statistics.ts";
import type { GaugeMoment, Stretch } from "./moments.ts";

/** A gauge that rose far above what is usual for it, and what became of that. */
export interface GaugePeak {
  value: number;
  /** When it first was that high, but for its noise. */
  atSeconds: number;
  /** What it showed before. */
  usual: number;
  /** From then until it was back within a tenth of its rise; null: it wasn't, or only by the last value, when the values end. */
  backAfterSeconds: number | null;
  /** The same from the end of the run; null: it was back in the run, or not at all. */
  backAfterEndSeconds: number | null;
  /** What it showed when it was back, or at last. */
  backTo: number;
  /** From then to the last value. */
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
/** As high as the peak, but for noise: within this share of the rise, and so many deviations of at least so many values. */
const NEAR = 0.05;
const TOP_NOISES = 4;
const MIN_LEVEL = 5;
/** From so high a correlation on, values rise to their peak. */
const STILL_RISING = 0.7;
/** For so many values in a row it is above half of its rise, and below a tenth of it before it is back. */
const IN_A_ROW = 3;
/** So many are enough if its values end with them. */
const MIN_LAST = 2;
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
  const [reached, last] = [secondsAt(reachedAt(values, peak, usual.value)), values.length - 1];
  const backAfterEnd = back < 0 ? -1 : secondsAt(back) - run.toSeconds;
  return {
    value: top,
    atSeconds: reached,
    usual: usual.value,
    backAfterSeconds: back < 0 ? null : secondsAt(back) - reached,
    backAfterEndSeconds: backAfterEnd >= 0 ? backAfterEnd : null,
    backTo: values[back < 0 ? last : back] ?? 0,
    watchedSeconds: secondsAt(last) - reached,
    watchedAfterEndSeconds: Math.max(0, secondsAt(last) - run.toSeconds),
  };
}

/** Whether the last value of a peak that isn't known to be over is as low as if it were. */
export function isLastBack({
  value,
  usual,
  backAfterSeconds,
  backTo,
}: Pick<GaugePeak, "value" | "usual" | "backAfterSeconds" | "backTo">): boolean {
  return backAfterSeconds === null && backTo <= usual + LEFT * (value - usual);
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

/** The first value of the rise that is as high as the peak, but for the noise around it. */
export function reachedAt(values: readonly number[], peak: number, usual: number): number {
  const top = values[peak] ?? 0;
  const near = top - NEAR * (top - usual);
  const isNear = (at: number) => (values[at] ?? -Infinity) >= near;
  let [from, to] = [peak, peak];
  while (isNear(from - 1)) from--;
  while (isNear(to + 1)) to++;
  const level = values.slice(from, to + 1);
  const noise = level.length < MIN_LEVEL ? 0 : bentNoise(level);
  const reached = values.findIndex((value, at) => at >= from && value >= top - TOP_NOISES * noise);
  // What still rises from there hasn't reached a level.
  const rises = reached < peak && rankCorrelation(values.slice(reached, peak + 1)) >= STILL_RISING;
  return rises ? peak : Math.min(peak, reached);
}

/** When it was back: -1 if it wasn't. */
function backAfter(values: readonly number[], peak: number, { value: usual, noise }: Usual): number {
  const rise = (values[peak] ?? 0) - usual;
  const settled = backAt(values, peak, usual + Math.max(HARDLY_LEFT * rise, NOISES_LEFT * noise));
  if (settled >= 0) return settled;
  const left = usual + LEFT * rise;
  const back = backAt(values, peak, left);
  // Its last values may be fewer, but one alone can be a reading that went wrong.
  return back < 0 && values.slice(-MIN_LAST).every((value) => value <= left)
    ? Math.max(
        peak,
        values.findLastIndex((value) => value > left),
      ) + 1
    : back;
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
