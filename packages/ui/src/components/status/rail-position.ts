import type { TargetVerdict } from "@headroom/core";

/**
 * How far inside (> 1) or outside (< 1) of a threshold a value lies, whatever the direction of the metric.
 * A value of 0 under a ceiling lies infinitely far inside.
 */
export function insideRatio(
  comparator: TargetVerdict["comparator"],
  value: number,
  threshold: number,
): number {
  const floor = comparator === ">=" || comparator === ">";
  const [over, under] = floor ? [value, threshold] : [threshold, value];
  if (over === under) return 1;
  return under === 0 ? Number.POSITIVE_INFINITY : over / under;
}

/** -1 to 1, 0 on the target. The square root keeps a miss of 5% visible beside a factor of nine. */
export function railPosition(ratio: number): number {
  if (ratio === 0) return -1;
  const doublings = Math.log2(ratio);
  const position = Math.sign(doublings) * Math.sqrt(Math.abs(doublings) / 3.2);
  return Math.max(-1, Math.min(1, position));
}
