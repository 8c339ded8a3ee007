import type { Cell } from "../cell/cell.ts";
import { narrowestWidth } from "../time-widths.ts";

/**
 * One series of a run in its judged window, cut into equal slices in order: the counts of each, and its used buckets
 * slice after slice (`starts[i]` to `starts[i + 1]`). Plain arrays, so that threads can pass it on.
 */
export interface SlicedRun {
  sliceSeconds: number;
  requests: Float64Array;
  /** Null: the source doesn't report which requests failed. */
  errors: Float64Array | null;
  items: Float64Array;
  /** Of all latencies, in microseconds; null: the source doesn't report them. */
  sums: Float64Array | null;
  starts: Uint32Array;
  buckets: Uint16Array;
  counts: Float64Array;
  /** The step in which the tool rounds latencies. */
  resolutionMicros: number;
}

/** Fewer slices than this show too little of how a run scatters; more cost time and show no more. */
export const MIN_SLICES = 12;
const MAX_SLICES = 120;

/** Slices of a window; `null` is a slice in which nothing completed. Null: some have no sketch, so there is nothing to resample. */
export function sliceRun(
  cells: readonly (Cell | null)[],
  options: { sliceSeconds: number; resolutionMicros?: number; errorsTold?: boolean },
): SlicedRun | null {
  const { sliceSeconds, resolutionMicros = 1, errorsTold = true } = options;
  const starts = new Uint32Array(cells.length + 1);
  const buckets: number[] = [];
  const counts: number[] = [];
  for (const [at, cell] of cells.entries()) {
    if (cell !== null && cell.requests > 0) {
      if (cell.distribution.kind !== "sketch") return null;
      cell.distribution.all.eachBucket((bucket, count) => {
        buckets.push(bucket);
        counts.push(count);
      });
    }
    starts[at + 1] = buckets.length;
  }
  const of = (read: (cell: Cell) => number) =>
    Float64Array.from(cells, (cell) => (cell === null ? 0 : read(cell)));
  return {
    sliceSeconds,
    requests: of(({ requests }) => requests),
    errors: errorsTold ? of(({ errors }) => errors) : null,
    items: of(({ items }) => items),
    sums: sumsOf(cells),
    starts,
    buckets: Uint16Array.from(buckets),
    counts: Float64Array.from(counts),
    resolutionMicros,
  };
}

export function sumsOf(cells: readonly (Cell | null)[]): Float64Array | null {
  const sums = cells.map((cell) => (cell === null || cell.requests === 0 ? 0 : cell.sumMicros));
  return sums.some((sum) => sum === null) ? null : Float64Array.from(sums, (sum) => sum ?? 0);
}

/** The width of the slices for a window of this many seconds: a whole multiple of the stored step. */
export function sliceWidth(seconds: number, finestStepSeconds: number): number {
  return narrowestWidth((width) => width % finestStepSeconds === 0 && seconds / width <= MAX_SLICES);
}
