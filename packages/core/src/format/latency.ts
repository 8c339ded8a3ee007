import { formatFixed, formatRange } from "./number.ts";

/** Milliseconds without the unit: whole from 10 on, two digits under 10, three under a tenth. */
export function formatMillis(millis: number): string {
  return millis === 0 ? "0" : formatFixed(millis, millisDigits(millis));
}

export function millisDigits(millis: number): number {
  const size = Math.abs(millis);
  if (size < 0.0995) return 3;
  return size < 9.995 ? 2 : 0;
}

export function formatMicrosAsMillis(micros: number): string {
  return formatMillis(micros / 1000);
}

/** What lies around a figure with a relative bound: 238.8–241.2, with one digit more than the figure has. */
export function formatBoundRange(millis: number, relativeBound: number): string {
  const digits = Math.abs(millis) < 10 ? 3 : 1;
  return formatRange(
    formatFixed(millis * (1 - relativeBound), digits),
    formatFixed(millis * (1 + relativeBound), digits),
  );
}
