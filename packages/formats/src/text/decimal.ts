const ZERO = 48;
const POINT = 46;
const MINUS = 45;
const MAX_DIGITS = 15;
const OTHERWISE_WRITTEN = -1;

/**
 * The number in bytes[from..to), such as `-12.034` or `1.5e-05`; NaN for anything else. Up to fifteen digits are
 * read without creating a string.
 */
export function readDecimal(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  const size = readPlain(bytes, isNegative ? from + 1 : from, to);
  if (size === OTHERWISE_WRITTEN) return readSlowly(bytes, from, to);
  return isNegative ? -size : size;
}

/** Reads digits, with at most one point between them. */
function readPlain(bytes: Uint8Array, from: number, to: number): number {
  let digits = 0;
  let value = 0;
  let scale = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === POINT && scale === 0 && digits > 0) {
      scale = 1;
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9 || digits === MAX_DIGITS) return OTHERWISE_WRITTEN;
    value = value * 10 + digit;
    digits += 1;
    if (scale > 0) scale *= 10;
  }
  if (digits === 0 || bytes[to - 1] === POINT) return Number.NaN;
  return scale > 1 ? value / scale : value;
}

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

function readSlowly(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 40) return Number.NaN;
  const text = new TextDecoder("latin1").decode(bytes.subarray(from, to));
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}
