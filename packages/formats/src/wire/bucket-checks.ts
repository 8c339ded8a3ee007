/** How far the buckets of a histogram with real counts may be from its total: they're sums of rounded numbers. */
const TOLERANCE = 1e-6;

/** Why the buckets don't agree with the total, or null. */
export function bucketProblem(count: number, buckets: readonly number[]): string | null {
  if (!(count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return "its count is out of range";
  let sum = 0;
  for (const bucket of buckets) {
    if (!(bucket >= 0)) return "a bucket has a negative count";
    sum += bucket;
  }
  const whole = Number.isInteger(count);
  const agrees = whole && Number.isInteger(sum) ? sum === count : Math.abs(sum - count) <= TOLERANCE * count;
  return agrees ? null : `its buckets hold ${sum} values, but its count is ${count}`;
}

/** Whether all bounds are finite and each is above the one before. */
export function rising(bounds: readonly number[]): boolean {
  return bounds.every(
    (bound, index) => Number.isFinite(bound) && (index === 0 || bound > (bounds[index - 1] as number)),
  );
}
