import { DAY_MICROS, HeadroomError } from "@headroom/core";
import type { Distribution } from "@headroom/core";

/** A thousand years: a larger bound is a mistake, or means no bound. */
const MAX_BOUND = 1_000 * 366 * DAY_MICROS;

/**
 * Buckets with their bounds in whole microseconds, as they are stored; buckets whose bounds become equal are joined.
 * `counts` has one more, for values above the last bound.
 */
export function wholeBuckets(
  boundsMicros: readonly number[],
  counts: readonly number[],
): Extract<Distribution, { kind: "buckets" }> {
  const upperBoundsMicros: number[] = [];
  const merged: number[] = [];
  boundsMicros.forEach((exact, place) => {
    const bound = Math.round(exact);
    if (!(bound >= 0 && bound <= MAX_BOUND)) {
      throw new HeadroomError(
        "file-unreadable",
        `A bucket ends at ${exact / 1e6} s, which is not a valid latency.`,
      );
    }
    const count = counts[place] ?? 0;
    if (bound === upperBoundsMicros.at(-1)) merged.push((merged.pop() ?? 0) + count);
    else {
      upperBoundsMicros.push(bound);
      merged.push(count);
    }
  });
  return { kind: "buckets", upperBoundsMicros, counts: [...merged, counts[boundsMicros.length] ?? 0] };
}
