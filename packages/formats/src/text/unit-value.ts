const MICROS: Readonly<Record<string, number>> = {
  ns: 0.001,
  us: 1,
  // The micro sign and the Greek letter look the same; tools write either.
  "\u00b5s": 1,
  "\u03bcs": 1,
  ms: 1_000,
  s: 1_000_000,
  sec: 1_000_000,
  secs: 1_000_000,
  second: 1_000_000,
  seconds: 1_000_000,
  m: 60_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
};

/** Longer text isn't a value; the limit also bounds the pattern matching. */
const MAX_LENGTH = 40;
const PART = /(\d{1,15})(?:\.(\d{1,15}))? ?([a-z\u00b5\u03bc]{1,7})/y;

/** A duration as a report writes it. */
export interface WrittenDuration {
  micros: number;
  /** One more in its last digit: the precision of the report. */
  stepMicros: number;
}

/**
 * A duration with its unit, glued on or behind one space: `4.78ms`, `52.00us`, `1.20 s`, `0.0250 secs`, and Go's chains
 * such as `1m30.5s`. A bare `0` needs no unit. Null for anything else, negative ones too.
 */
export function readDuration(text: string): WrittenDuration | null {
  const written = text.trim();
  if (written === "0") return { micros: 0, stepMicros: 1 };
  if (written === "" || written.length > MAX_LENGTH) return null;
  let micros = 0;
  let stepMicros = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < written.length) {
    const part = PART.exec(written);
    const unit = MICROS[part?.[3] ?? ""];
    if (part === null || unit === undefined) return null;
    const decimals = part[2] ?? "";
    micros += Number(`${part[1]}.${decimals}0`) * unit;
    stepMicros = unit / 10 ** decimals.length;
  }
  return { micros: withoutNoise(micros), stepMicros };
}

/** The same, returning only the microseconds. */
export function durationMicros(text: string): number | null {
  return readDuration(text)?.micros ?? null;
}

const SIZED = /^(\d{1,15}(?:\.\d{1,15})?) ?([kKMGTP]?)(i?[bB]?)$/;
const POWERS: Readonly<Record<string, number>> = { "": 0, k: 1, K: 1, M: 2, G: 3, T: 4, P: 5 };

/** A count that a report shortened: `33.25k`, `1.2M`, `168618`. Null for anything else. */
export function readCount(text: string): number | null {
  const match = SIZED.exec(text.trim());
  if (match === null || match[3] !== "") return null;
  return withoutNoise(Number(match[1]) * 1_000 ** (POWERS[match[2] ?? ""] ?? 0));
}

/** Bytes with their unit: `27.50MB`, `723.41KB`, `999 B`. What a K is, 1,000 or 1,024, differs from tool to tool. */
export function readByteSize(text: string, kilo: 1_000 | 1_024): number | null {
  const match = SIZED.exec(text.trim());
  if (match === null || match[3] === "") return null;
  const base = match[3]?.startsWith("i") === true ? 1_024 : kilo;
  return Math.round(Number(match[1]) * base ** (POWERS[match[2] ?? ""] ?? 0));
}

/** 16.19 * 1000 is 16190.000000000002: nothing is written finer than a nanosecond. */
export function withoutNoise(value: number): number {
  const thousandths = value * 1_000;
  return thousandths < Number.MAX_SAFE_INTEGER ? Math.round(thousandths) / 1_000 : value;
}
