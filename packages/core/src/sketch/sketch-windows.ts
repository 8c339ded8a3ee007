/**
 * Count arrays of encoded sketches, kept for reuse. A run opens and closes a sketch for every label and
 * second; left to the garbage collector, their memory outside the heap costs more than the counting.
 */
const GRAIN = 64;
const KEPT_BYTES = 4 * 1024 * 1024;

const kept: Uint32Array[][] = [];
let keptBytes = 0;

/** An array of zeros, at least this long. */
export function takeWindow(length: number): Uint32Array {
  const grains = Math.ceil(length / GRAIN);
  const window = kept[grains]?.pop();
  if (window === undefined) return new Uint32Array(grains * GRAIN);
  keptBytes -= window.byteLength;
  return window.fill(0);
}

/** The caller must not use it afterwards. */
export function giveWindow(window: Uint32Array): void {
  const grains = window.length / GRAIN;
  if (keptBytes >= KEPT_BYTES || !Number.isInteger(grains) || grains === 0) return;
  keptBytes += window.byteLength;
  (kept[grains] ??= []).push(window);
}
