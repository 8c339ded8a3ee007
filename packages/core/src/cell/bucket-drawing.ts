import { percentsOf } from "../sketch/distribution-drawing.ts";
import type { CurvePoint, HistogramBar } from "../sketch/distribution-drawing.ts";
import type { Cell, Distribution } from "./cell.ts";
import { bucketRange } from "./interval.ts";

type BucketCell = Pick<Cell, "requests" | "minMicros" | "maxMicros"> & {
  distribution: Extract<Distribution, { kind: "buckets" }>;
};

/** What the source's own buckets show: each a bar, and a curve along the upper ends. Empty without any requests. */
export function drawingOfBuckets(cell: BucketCell): { histogram: HistogramBar[]; curve: CurvePoint[] } {
  const { upperBoundsMicros: bounds, counts } = cell.distribution;
  const least = cell.minMicros ?? 0;
  const most = cell.maxMicros ?? bounds.at(-1) ?? 0;
  const histogram = counts.flatMap((count, at) => {
    const fromMicros = Math.max(bounds[at - 1] ?? 0, least);
    const toMicros = Math.min(bounds[at] ?? most, most);
    return count === 0 || toMicros <= fromMicros ? [] : [{ fromMicros, toMicros, count }];
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  const curve = percentsOf(total).flatMap((percent) => {
    const micros = bucketRange(cell, percent)?.highMicros ?? null;
    return micros === null ? [] : [{ percent, micros }];
  });
  return { histogram, curve };
}
