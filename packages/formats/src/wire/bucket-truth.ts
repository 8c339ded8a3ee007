import type { BucketCounts, ExponentialValue } from "@headroom/core";

/** For tests: what an exponential histogram has to hold after these values, by its definition alone. */
export function expectedExponential(
  { scale, zeroThreshold, positive, negative }: ExponentialValue,
  values: readonly number[],
): Pick<ExponentialValue, "count" | "zeroCount" | "positive" | "negative"> {
  const bound = (index: number) => 2 ** (index * 2 ** -scale);
  const counted = ({ offset, counts }: { offset: number; counts: readonly number[] }, sign: number) => ({
    offset,
    counts: counts.map(
      (_, index) =>
        values.filter((value) => {
          const size = value * sign;
          return size > zeroThreshold && size > bound(offset + index) && size <= bound(offset + index + 1);
        }).length,
    ),
  });
  return {
    count: values.length,
    zeroCount: values.filter((value) => Math.abs(value) <= zeroThreshold).length,
    positive: counted(positive, 1),
    negative: counted(negative, -1),
  };
}

/** The same for buckets with bounds. */
export function expectedBuckets(bounds: readonly number[], values: readonly number[]): BucketCounts {
  const above = [...bounds, Number.POSITIVE_INFINITY];
  return {
    bounds,
    counts: above.map((bound, index) => {
      const below = bounds[index - 1] ?? Number.NEGATIVE_INFINITY;
      return values.filter((value) => value > below && value <= bound).length;
    }),
  };
}
