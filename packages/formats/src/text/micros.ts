import { readDecimal } from "./decimal.ts";

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const MINUS = 45;
/** Epoch microseconds have sixteen digits, and are exact up to that. */
const MAX_DIGITS = 16;

/** How far a unit's decimal point is from that of microseconds. */
export const MICRO_SHIFT = { s: 6, ms: 3, us: 0, ns: -3 } as const;

/**
 * Whole microseconds, halves rounded up, of the decimal number bytes[from..to) whose point stands `shift` digits
 * before that of microseconds; NaN if it is not a number. Nothing is lost to binary fractions: an epoch in nanoseconds
 * has more digits than a double.
 */
export function readMicros(bytes: Uint8Array, from: number, to: number, shift: number): number {
  const begin = bytes[from] === MINUS ? from + 1 : from;
  const point = pointOf(bytes, begin, to);
  const digits = point - begin + shift;
  if (point < 0 || digits > MAX_DIGITS) return Math.round(readDecimal(bytes, from, to) * 10 ** shift);
  let micros = 0;
  for (let place = begin; place < begin + digits; place++) {
    micros = micros * 10 + digitAt(bytes, place, point, to);
  }
  if (digits >= 0 && digitAt(bytes, begin + digits, point, to) >= 5) micros += 1;
  return begin > from && micros > 0 ? -micros : micros;
}

/** The digit at a position that doesn't count the point; 0 past the end. */
function digitAt(bytes: Uint8Array, place: number, point: number, to: number): number {
  const at = place < point ? place : place + 1;
  return at < to ? (bytes[at] as number) - ZERO : 0;
}

/** The position of the point in plain digits, `to` if there is none; -1 for any other notation. */
function pointOf(bytes: Uint8Array, begin: number, to: number): number {
  let point = to;
  for (let at = begin; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === POINT && point === to && at > begin && at < to - 1) point = at;
    else if (byte < ZERO || byte > NINE) return -1;
  }
  return begin === to ? -1 : point;
}
