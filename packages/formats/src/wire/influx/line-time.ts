/** `n`, `u` and `µ` are the spellings of the 1.x API. */
export type InfluxPrecision = "ns" | "n" | "us" | "u" | "µ" | "ms" | "s" | "m" | "h";

/** null: a thousandth, which has to be cut off before a number would lose digits. */
const MICROS: Record<InfluxPrecision, number | null> = {
  ns: null,
  n: null,
  us: 1,
  u: 1,
  µ: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
};
const MINUS = 0x2d;
const ZERO = 0x30;
/** Those of the largest 64-bit integer. */
const MOST_DIGITS = 19;
/** So many digits fit in 32 bits, which adds them up much faster. */
const SMALL_DIGITS = 9;

/** Epoch microseconds, rounded down. null if it isn't a whole number or no such moment can be stored. */
export function readTime(
  body: Buffer,
  start: number,
  end: number,
  precision: InfluxPrecision,
): number | null {
  const negative = body[start] === MINUS;
  const first = negative ? start + 1 : start;
  if (end === first || end - first > MOST_DIGITS) return null;
  const micros = MICROS[precision];
  const cut = micros === null ? Math.max(first, end - 3) : end;
  const whole = readDigits(body, first, cut);
  const rest = readDigits(body, cut, end);
  if (Number.isNaN(rest)) return null;
  const value = (negative ? -whole - Math.sign(rest) : whole) * (micros ?? 1);
  return Number.isSafeInteger(value) ? value : null;
}

export function isInfluxPrecision(text: string): text is InfluxPrecision {
  return Object.hasOwn(MICROS, text);
}

/** NaN if there is anything but digits. */
function readDigits(body: Buffer, start: number, end: number): number {
  let value = 0;
  let at = start;
  while (at < end) {
    const stop = Math.min(end, at + SMALL_DIGITS);
    let small = 0;
    const from = at;
    for (; at < stop; at += 1) {
      const digit = (body[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      small = (small * 10 + digit) | 0;
    }
    value = from === start ? small : value * 10 ** (at - from) + small;
  }
  return value;
}
