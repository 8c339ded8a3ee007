import type { Cell } from "./cell.ts";
import type { Sketch } from "../sketch/sketch.ts";

/** Latencies over time: how many requests of each column are between each pair of edges. */
export interface Heatmap {
  /** Rising, in microseconds; one more than the counts of a column. */
  edgesMicros: number[];
  /** Where the last row ends isn't known: its edge is only for drawing. */
  openEnd: boolean;
  columns: { offsetSeconds: number; requests: number; counts: number[] }[];
}

/** A factor of two is at least three rows high, so that two modes can be distinguished. */
const MAX_ROWS = 48;
const MIN_WIDTH = Math.log(1.05);

interface Column {
  offsetSeconds: number;
  cell: Pick<Cell, "distribution" | "requests" | "maxMicros">;
}

/**
 * Columns over one grid of latencies; null if none has a distribution. Sketches share a logarithmic grid. Where a source
 * counted in buckets of its own, the rows are the bounds that all of these have: nothing is known within them.
 */
export function heatmapOf(columns: readonly Column[], maxRows = MAX_ROWS): Heatmap | null {
  const sketched = columns.flatMap(({ offsetSeconds, cell: { distribution } }) =>
    distribution.kind === "sketch" && distribution.all.count > 0
      ? [{ offsetSeconds, sketch: distribution.all }]
      : [],
  );
  const bucketed = columns.flatMap(({ offsetSeconds, cell }) =>
    cell.distribution.kind === "buckets" && cell.requests > 0
      ? [{ offsetSeconds, ...cell, ...cell.distribution }]
      : [],
  );
  if (bucketed.length > 0) return ofBuckets(bucketed, sketched);
  return sketched.length > 0 ? ofSketches(sketched, maxRows) : null;
}

interface Sketched {
  offsetSeconds: number;
  sketch: Sketch;
}

interface Bucketed {
  offsetSeconds: number;
  requests: number;
  maxMicros: number | null;
  upperBoundsMicros: readonly number[];
  counts: readonly number[];
}

function ofSketches(known: readonly Sketched[], maxRows: number): Heatmap {
  const lowest = Math.max(1, Math.min(...known.map(({ sketch }) => sketch.min ?? 1)));
  const highest = Math.max(lowest, ...known.map(({ sketch }) => sketch.max ?? 1));
  const width = Math.max(MIN_WIDTH, Math.log((highest + 1) / lowest) / maxRows);
  const rows = Math.max(1, Math.ceil(Math.log((highest + 1) / lowest) / width - 1e-9));
  const rowOf = (micros: number) => Math.floor(Math.log(Math.max(lowest, micros) / lowest) / width);
  return {
    edgesMicros: Array.from({ length: rows + 1 }, (_, at) => Math.round(lowest * Math.exp(at * width))),
    openEnd: false,
    columns: known.map((one) => sketchColumn(one, rows, rowOf)),
  };
}

function ofBuckets(bucketed: readonly Bucketed[], sketched: readonly Sketched[]): Heatmap | null {
  const bounds = sharedBounds(bucketed);
  const last = bounds.at(-1);
  if (last === undefined) return null;
  const highest = highestOf(bucketed, sketched, last);
  const uppers = highest === last ? bounds : [...bounds, highest ?? last * 2];
  const rowOf = (micros: number) => uppers.findIndex((upper) => micros <= upper);
  const columns = [
    ...bucketed.map(({ offsetSeconds, requests, counts, upperBoundsMicros }) => ({
      offsetSeconds,
      requests,
      counts: added(uppers.length, counts.entries(), (at) => rowOf(upperBoundsMicros[at] ?? Infinity)),
    })),
    ...sketched.map((one) => sketchColumn(one, uppers.length, rowOf)),
  ];
  return {
    edgesMicros: [0, ...uppers],
    openEnd: highest === null,
    columns: columns.toSorted((a, b) => a.offsetSeconds - b.offsetSeconds),
  };
}

/** Those that every column has, up to the first that nothing lies above. */
function sharedBounds(bucketed: readonly Bucketed[]): number[] {
  const [first, ...others] = bucketed;
  const sets = others.map(({ upperBoundsMicros }) => new Set(upperBoundsMicros));
  const shared = (first?.upperBoundsMicros ?? []).filter((bound) =>
    sets.every((bounds) => bounds.has(bound)),
  );
  const reached = Math.max(0, ...bucketed.map(highestBound));
  const enough = shared.findIndex((bound) => bound >= reached);
  return enough < 0 ? shared : shared.slice(0, enough + 1);
}

/** Of the highest bucket with requests. */
function highestBound({ counts, upperBoundsMicros }: Bucketed): number {
  return upperBoundsMicros[counts.findLastIndex((count) => count > 0)] ?? Infinity;
}

/** Where the last row ends: at the last bound if nothing is above, or at the highest request; null: that isn't known. */
function highestOf(
  bucketed: readonly Bucketed[],
  sketched: readonly Sketched[],
  last: number,
): number | null {
  const above = bucketed.filter((one) => highestBound(one) > last);
  const ends = above.map(({ maxMicros }) => maxMicros);
  const known = ends.filter((end) => end !== null);
  if (known.length < ends.length) return null;
  return Math.max(last, ...known, ...sketched.map(({ sketch }) => sketch.max ?? 0));
}

/** A bucket is counted where its middle is: it is at most a tenth as wide as a row. */
function sketchColumn(
  { offsetSeconds, sketch }: Sketched,
  rows: number,
  rowOf: (micros: number) => number,
): Heatmap["columns"][number] {
  const buckets = sketch.bucketsForDrawing();
  const counts = added(rows, buckets.map(({ count }) => count).entries(), (at) => {
    const { from, to } = buckets[at] ?? { from: 1, to: 1 };
    return rowOf(Math.sqrt(Math.max(1, from) * to));
  });
  return { offsetSeconds, requests: sketch.count, counts };
}

/** What has no row of its own is above all others, in the last one. */
function added(rows: number, counts: Iterable<[number, number]>, rowOf: (at: number) => number): number[] {
  const sums = new Array<number>(rows).fill(0);
  for (const [at, count] of counts) {
    const row = rowOf(at);
    const there = row < 0 || row >= rows ? rows - 1 : row;
    sums[there] = (sums[there] ?? 0) + count;
  }
  return sums;
}
