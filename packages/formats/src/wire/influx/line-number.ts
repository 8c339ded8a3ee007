const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const SIGNED = 0x69;
const UNSIGNED = 0x75;
/** So many digits are exact in a number, and so is their division by a power of ten. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
const BOOLEANS = new Set(["t", "T", "true", "True", "TRUE", "f", "F", "false", "False", "FALSE"]);
const LONGEST_BOOLEAN = 5;
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^[+-]?\d+$/;

/** Reads a float, an integer (`1i`) or an unsigned one (`1u`). NaN if it's none of them. */
export function readNumber(body: Buffer, start: number, end: number): number {
  const suffix = body[end - 1];
  if (suffix === SIGNED || suffix === UNSIGNED) return readWhole(body, start, end - 1);
  const negative = body[start] === MINUS;
  const value = readDecimal(body, negative || body[start] === PLUS ? start + 1 : start, end);
  if (value === null) return slowFloat(body.toString("latin1", start, end));
  return negative ? -value : value;
}

export function isBoolean(body: Buffer, start: number, end: number): boolean {
  const isLetter = ((body[start] as number) | 0x20) > 0x60;
  return isLetter && end - start <= LONGEST_BOOLEAN && BOOLEANS.has(body.toString("latin1", start, end));
}

function readWhole(body: Buffer, start: number, end: number): number {
  const text = body.toString("latin1", start, end);
  if (!WHOLE.test(text)) return Number.NaN;
  const value = Number(text);
  if (body[end] === UNSIGNED) return value < 0 || value > 2 ** 64 ? Number.NaN : value;
  return Math.abs(value) > 2 ** 63 ? Number.NaN : value;
}

function slowFloat(text: string): number {
  return FLOAT.test(text) ? Number(text) : Number.NaN;
}

/** null if it has more digits than are exact, or anything else than digits and a dot. */
function readDecimal(body: Buffer, start: number, end: number): number | null {
  let mantissa = 0;
  let digits = 0;
  let fraction = -1;
  for (let at = start; at < end; at += 1) {
    const byte = body[at] as number;
    if (byte === DOT && fraction < 0) fraction = digits;
    else if (byte >= ZERO && byte < ZERO + 10 && digits < EXACT_DIGITS) {
      mantissa = mantissa * 10 + byte - ZERO;
      digits += 1;
    } else return null;
  }
  if (digits === 0) return null;
  return fraction < 0 ? mantissa : mantissa / (POWERS[digits - fraction] as number);
}
