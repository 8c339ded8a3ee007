/** Years 2000 to 2100 in seconds: the range of a time reveals its unit. */
const EARLIEST = 946_684_800;
const LATEST = 4_102_444_800;
const MICROS_A_UNIT = [1e6, 1e3, 1, 1e-3];

/** An epoch time in seconds, milliseconds, microseconds or nanoseconds, as microseconds; NaN if it isn't a time. */
export function momentMicros(value: number): number {
  for (const micros of MICROS_A_UNIT) {
    const seconds = (value * micros) / 1e6;
    if (seconds >= EARLIEST && seconds < LATEST) return Math.round(value * micros);
  }
  return Number.NaN;
}
