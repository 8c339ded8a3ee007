import { isPlausibleTime } from "@headroom/core";

const MICROS_A_UNIT = [1e6, 1e3, 1, 1e-3];

/**
 * An epoch time in seconds, milliseconds, microseconds or nanoseconds, as microseconds: only in one of them is it a
 * plausible time. NaN if it isn't one in any.
 */
export function momentMicros(value: number): number {
  for (const micros of MICROS_A_UNIT) {
    if (isPlausibleTime(value * micros)) return Math.round(value * micros);
  }
  return Number.NaN;
}
