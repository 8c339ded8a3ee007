/** Largest relative error of a value read from a sketch. */
export const RELATIVE_ERROR = 0.005;

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const BUCKETS = 2201;

/**
 * Slots number what a sketch counts: 0 is the underflow (0 us), 1 to 2,201 are the buckets
 * [gamma^i, gamma^(i+1)) us for i = slot - 1, and 2,202 is the overflow (from gamma^2201 us, just above 1 h).
 */
export const OVERFLOW = BUCKETS + 1;
export const SLOTS = BUCKETS + 2;

/** The first whole microsecond of each slot. A narrow slot below 100 us may hold none: it then equals the next one. */
const firstMicros = new Float64Array(SLOTS + 1);
for (let slot = 1; slot <= OVERFLOW; slot++) firstMicros[slot] = Math.ceil(GAMMA ** (slot - 1));
firstMicros[SLOTS] = Infinity;

const FIRST_OVER = firstMicros[OVERFLOW] ?? Infinity;

/** Below this every whole microsecond has its own entry; above, 1,024 keys an octave hold at most one border each. */
const EXACT = 2048;
const exactSlots = new Uint16Array(EXACT);
const keySlots = new Uint16Array(22 * 1024 + EXACT);
const borders = new Uint32Array(SLOTS + 1);

for (let slot = 0; slot <= SLOTS; slot++) borders[slot] = Math.min(firstMicros[slot] ?? 0, 0xffffffff);
for (let micros = 0, slot = 0; micros < EXACT; micros++) {
  while ((firstMicros[slot + 1] ?? Infinity) <= micros) slot++;
  exactSlots[micros] = slot;
}
for (let shift = 1, slot = 0; shift <= 21; shift++) {
  for (let mantissa = 1024; mantissa < 2048; mantissa++) {
    const lowest = mantissa * 2 ** shift;
    while ((firstMicros[slot + 1] ?? Infinity) <= lowest) slot++;
    keySlots[(shift << 10) + mantissa] = slot;
  }
}

/**
 * The slot of a whole, non-negative number of microseconds. No logarithm: the eleven leading bits give a slot that is
 * right or one too low (a key spans 0.1%, a slot 1%), and one comparison with the integer border settles which.
 */
export function slotOf(micros: number): number {
  if (micros < EXACT) return exactSlots[micros | 0] as number;
  if (micros >= FIRST_OVER) return OVERFLOW;
  const shift = 21 - Math.clz32(micros);
  const slot = keySlots[(shift << 10) + (micros >>> shift)] as number;
  return micros >>> 0 >= (borders[slot + 1] as number) ? slot + 1 : slot;
}

/** The lowest whole microsecond that a slot may hold. */
export function lowestOf(slot: number): number {
  return firstMicros[slot] ?? Infinity;
}

/** The highest whole microsecond that a slot may hold; the overflow has no end. */
export function highestOf(slot: number): number {
  return (firstMicros[slot + 1] ?? Infinity) - 1;
}

/** The value with the smallest largest relative error against every whole microsecond of [low, high]. */
export function middleOf(low: number, high: number): number {
  return low >= high ? high : (2 * low * high) / (low + high);
}
