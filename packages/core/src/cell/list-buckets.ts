import { highestOf, lowestOf, OVERFLOW } from "../sketch/sketch-grid.ts";
import type { Sketch } from "../sketch/sketch.ts";
import type { Cell, Distribution } from "./cell.ts";

/** Whole microseconds from the lowest to the highest value that the bucket may hold; null: it has no upper end. */
export interface ListedBucket {
  lowMicros: number;
  highMicros: number | null;
  count: number;
}

/**
 * The used buckets of a cell in rising order, for programs without our sketch. A bucket has the same bounds in every sketch, so counts
 * of many cells can be added up. Null: the source gives no buckets.
 */
export function listBuckets({ distribution }: Pick<Cell, "distribution">): ListedBucket[] | null {
  if (distribution.kind === "sketch") return ofSketch(distribution.all);
  return distribution.kind === "buckets" ? ofSource(distribution) : null;
}

/** The same for the failed requests alone; null: their latencies aren't known separately. */
export function listFailedBuckets({ distribution, errors }: Cell): ListedBucket[] | null {
  if (distribution.kind !== "sketch" && distribution.kind !== "buckets") return null;
  if (distribution.kind === "sketch" && distribution.failed !== null) return ofSketch(distribution.failed);
  return errors === 0 ? [] : null;
}

function ofSketch(sketch: Sketch): ListedBucket[] {
  const listed: ListedBucket[] = [];
  sketch.eachBucket((bucket, count) => {
    const highMicros = bucket === OVERFLOW ? null : highestOf(bucket);
    listed.push({ lowMicros: lowestOf(bucket), highMicros, count });
  });
  return listed;
}

function ofSource({ upperBoundsMicros, counts }: Extract<Distribution, { kind: "buckets" }>): ListedBucket[] {
  return counts.flatMap((count, at) => {
    if (count === 0) return [];
    const before = upperBoundsMicros[at - 1];
    return [
      { lowMicros: before === undefined ? 0 : before + 1, highMicros: upperBoundsMicros[at] ?? null, count },
    ];
  });
}
