import type { ExponentialValue, HistogramValue } from "@headroom/core";
import { bucketProblem, rising } from "../bucket-checks.ts";
import { denseBuckets } from "./dense-buckets.ts";
import type { DenseBuckets } from "./dense-buckets.ts";
import type { NativeHistogram } from "./native-histogram.ts";

const CUSTOM = -53;
const SMALLEST_SCHEMA = -4;
const LARGEST_SCHEMA = 8;

export type NativeValue =
  | { type: "exponential"; value: ExponentialValue }
  | { type: "histogram"; value: HistogramValue };

/** A native histogram as a value; otherwise why it can't be used. */
export function nativeValue(histogram: NativeHistogram, mostBuckets: number): NativeValue | string {
  const positive = denseBuckets(histogram.positive, mostBuckets);
  if (typeof positive === "string") return positive;
  const negative = denseBuckets(histogram.negative, mostBuckets);
  if (typeof negative === "string") return negative;
  const counts = [histogram.zeroCount, ...positive.counts, ...negative.counts];
  const problem = bucketProblem(histogram.count, counts);
  if (problem !== null) return problem;
  if (!(histogram.zeroThreshold >= 0 && histogram.zeroThreshold < Number.POSITIVE_INFINITY)) {
    return "its zero threshold is out of range";
  }
  if (histogram.schema === CUSTOM) return customBuckets(histogram, positive, negative);
  if (histogram.schema < SMALLEST_SCHEMA || histogram.schema > LARGEST_SCHEMA) {
    return `its schema ${histogram.schema} is unknown`;
  }
  return {
    type: "exponential",
    value: {
      count: histogram.count,
      sum: knownSum(histogram),
      min: null,
      max: null,
      scale: histogram.schema,
      zeroThreshold: histogram.zeroThreshold,
      zeroCount: histogram.zeroCount,
      positive: fromBase(positive),
      negative: fromBase(negative),
    },
  };
}

/** Prometheus numbers a bucket by its upper bound, a `MetricSink` by its lower one. */
function fromBase({ first, counts }: DenseBuckets): { offset: number; counts: number[] } {
  return { offset: counts.length === 0 ? 0 : first - 1, counts };
}

/** Null: unknown. A single infinite value makes the sum infinite for good, and says nothing about the buckets. */
function knownSum({ sum }: NativeHistogram): number | null {
  return Number.isFinite(sum) ? sum : null;
}

function customBuckets(
  histogram: NativeHistogram,
  positive: DenseBuckets,
  negative: DenseBuckets,
): NativeValue | string {
  const { count, zeroCount, customBounds } = histogram;
  if (zeroCount !== 0 || negative.counts.length > 0) return "it has its own bounds and other buckets";
  if (!rising(customBounds)) return "its bounds don't rise";
  const counts = Array.from({ length: customBounds.length + 1 }, () => 0);
  for (const [index, bucket] of positive.counts.entries()) {
    const at = positive.first + index;
    if (!(at >= 0 && at < counts.length)) return "a bucket is outside its bounds";
    counts[at] = bucket;
  }
  return {
    type: "histogram",
    value: {
      count,
      sum: knownSum(histogram),
      min: null,
      max: null,
      buckets: { bounds: customBounds, counts },
    },
  };
}
