export interface Tick {
  value: number;
  label: string;
}

/** From zero in steps of 1, 2, 2.5 or 5 times a power of ten, with the last tick at or above the largest value. */
export function linearTicks(largest: number, format: (value: number) => string, most = 4): Tick[] {
  const step = niceStep(Math.max(largest, Number.MIN_VALUE) / most);
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => tick(index * step, format));
}

/** Round steps that hold both ends, for values on both sides of zero. */
export function spanTicks(low: number, high: number, format: (value: number) => string, most = 4): Tick[] {
  const step = niceStep(Math.max(high - low, Number.MIN_VALUE) / most);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, index) => tick((first + index) * step, format));
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const DECADE = [1, 2, 5];

/**
 * 20 50 100 200 …: the log axis runs from the tick under the smallest value to the largest value and a little more.
 * Over many decades the fives and twos leave first.
 */
export function logTicks(
  smallest: number,
  largest: number,
  format: (value: number) => string,
  most = 7,
): Tick[] {
  for (const factors of [DECADE, [1, 5], [1]]) {
    const values = between(smallest, largest, factors);
    if (values.length <= most || factors.length === 1) return values.map((value) => tick(value, format));
  }
  return [];
}

/** The largest of 1, 2, 5 times a power of ten that is not above the value. */
export function logFloor(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = DECADE.findLast((candidate) => candidate * power <= value * (1 + 1e-9)) ?? 1;
  return exact(factor * power);
}

function between(smallest: number, largest: number, factors: readonly number[]): number[] {
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(smallest)); power <= Math.ceil(Math.log10(largest)); power += 1) {
    for (const factor of factors) {
      const value = exact(factor * 10 ** power);
      if (value >= smallest * (1 - 1e-9) && value <= largest * (1 + 1e-9)) values.push(value);
    }
  }
  return values;
}

const CLOCK_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
  604_800,
];

/** The shortest round step with which a length has at most `most` parts, in seconds. */
export function clockStep(length: number, most: number): number {
  return CLOCK_STEPS.find((candidate) => length / candidate <= most) ?? Math.ceil(length / most);
}

/** Round moments between two offsets in seconds, at most `most` of them. */
export function clockTicks(
  from: number,
  to: number,
  format: (value: number) => string,
  most: number,
): Tick[] {
  const step = clockStep(to - from, most);
  const ticks: Tick[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to + 1e-9; value += step)
    ticks.push(tick(value, format));
  return ticks;
}

function tick(value: number, format: (value: number) => string): Tick {
  return { value: exact(value), label: format(exact(value)) };
}

/** Steps such as 0.1 do not add up in binary; twelve digits are more than any axis shows. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
