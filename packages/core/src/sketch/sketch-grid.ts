/** Largest relative error of a value read from a sketch. */
export const RELATIVE_ERROR = 0.005;

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const BUCKETS = 2201;

/**
 * Buckets number what a sketch counts: 0 is the underflow (0 us), 1 to 2,201 are the buckets
 * [gamma^i, gamma^(i+1)) us for i = bucket - 1, and 2,202 is the overflow (from gamma^2201 us, just above 1 h).
 */
export const OVERFLOW = BUCKETS + 1;
export const STORED_BUCKETS = BUCKETS + 2;

/** The first whole microsecond of each bucket. A narrow bucket below 100 us may contain none: it then equals the next one. */
const firstMicros = new Float64Array(STORED_BUCKETS + 1);
for (let bucket = 1; bucket <= OVERFLOW; bucket++) firstMicros[bucket] = Math.ceil(GAMMA ** (bucket - 1));
firstMicros[STORED_BUCKETS] = Infinity;

const FIRST_OVER = firstMicros[OVERFLOW] ?? Infinity;

/** Below this, every whole microsecond has its own entry; above, each of the 1,024 keys of an octave contains at most one border. */
const EXACT = 2048;
const exactBuckets = new Uint16Array(EXACT);
const keyBuckets = new Uint16Array(22 * 1024 + EXACT);
const borders = new Uint32Array(STORED_BUCKETS + 1);

for (let bucket = 0; bucket <= STORED_BUCKETS; bucket++)
  borders[bucket] = Math.min(firstMicros[bucket] ?? 0, 0xffffffff);
for (let micros = 0, bucket = 0; micros < EXACT; micros++) {
  while ((firstMicros[bucket + 1] ?? Infinity) <= micros) bucket++;
  exactBuckets[micros] = bucket;
}
for (let shift = 1, bucket = 0; shift <= 21; shift++) {
  for (let mantissa = 1024; mantissa < 2048; mantissa++) {
    const lowest = mantissa * 2 ** shift;
    while ((firstMicros[bucket + 1] ?? Infinity) <= lowest) bucket++;
    keyBuckets[(shift << 10) + mantissa] = bucket;
  }
}

/**
 * The bucket of a whole, non-negative number of microseconds. Instead of a logarithm, the eleven leading bits give a bucket that is
 * right or one too low (a key spans 0.1%, a bucket 1%), and one comparison with the integer border settles which.
 */
export function bucketOf(micros: number): number {
  if (micros < EXACT) return exactBuckets[micros | 0] as number;
  if (micros >= FIRST_OVER) return OVERFLOW;
  const shift = 21 - Math.clz32(micros);
  const bucket = keyBuckets[(shift << 10) + (micros >>> shift)] as number;
  return micros >>> 0 >= (borders[bucket + 1] as number) ? bucket + 1 : bucket;
}

/** The lowest whole microsecond in a bucket. */
export function lowestOf(bucket: number): number {
  return firstMicros[bucket] ?? Infinity;
}

/** The highest whole microsecond in a bucket; the overflow has no end. */
export function highestOf(bucket: number): number {
  return (firstMicros[bucket + 1] ?? Infinity) - 1;
}

/** The value that minimizes the largest relative error for any whole microsecond in [low, high]. */
export function middleOf(low: number, high: number): number {
  return low >= high ? high : (2 * low * high) / (low + high);
}

/** A range of whole microseconds, narrowed to the multiples of a grid in it. */
export function gridBounds(low: number, high: number, gridMicros: number): { low: number; high: number } {
  if (gridMicros === 1) return { low, high };
  const first = Math.ceil(low / gridMicros) * gridMicros;
  const last = Math.floor(high / gridMicros) * gridMicros;
  return first > last ? { low, high } : { low: first, high: last };
}

/** The coarsest grid that has all values of both: the greatest common divisor. */
export function sharedGrid(a: number, b: number): number {
  return b === 0 || a === b ? a : sharedGrid(b, a % b);
}

/** The grid shared by sources that round to these steps. Steps below a microsecond don't narrow anything. */
export function gridOfSteps(stepsMicros: readonly number[]): number {
  if (stepsMicros.length === 0 || !stepsMicros.every((step) => Number.isInteger(step) && step >= 1)) return 1;
  return stepsMicros.reduce(sharedGrid);
}
