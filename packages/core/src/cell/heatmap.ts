import type { Cell } from "./cell.ts";
import type { Sketch } from "../sketch/sketch.ts";

/** Latencies over time: how many requests of each column are between each pair of edges. */
export interface Heatmap {
  /** Rising, in microseconds; one more than the counts of a column. */
  edgesMicros: number[];
  columns: { offsetSeconds: number; requests: number; counts: number[] }[];
}

/** A factor of two is at least three rows high, so that two modes can be distinguished. */
const MAX_ROWS = 48;
const MIN_WIDTH = Math.log(1.05);

interface Column {
  offsetSeconds: number;
  cell: Pick<Cell, "distribution" | "requests">;
}

/** Sketches of columns over one logarithmic grid of latencies; null if there are none. */
export function heatmapOf(columns: readonly Column[], maxRows = MAX_ROWS): Heatmap | null {
  const known = columns.flatMap(({ offsetSeconds, cell: { distribution } }) =>
    distribution.kind === "sketch" && distribution.all.count > 0
      ? [{ offsetSeconds, sketch: distribution.all }]
      : [],
  );
  if (known.length === 0) return null;
  const lowest = Math.max(1, Math.min(...known.map(({ sketch }) => sketch.min ?? 1)));
  const highest = Math.max(lowest, ...known.map(({ sketch }) => sketch.max ?? 1));
  const width = Math.max(MIN_WIDTH, Math.log((highest + 1) / lowest) / maxRows);
  const rows = Math.max(1, Math.ceil(Math.log((highest + 1) / lowest) / width - 1e-9));
  return {
    edgesMicros: Array.from({ length: rows + 1 }, (_, at) => Math.round(lowest * Math.exp(at * width))),
    columns: known.map(({ offsetSeconds, sketch }) => ({
      offsetSeconds,
      requests: sketch.count,
      counts: countsOf(sketch, { lowest, width, rows }),
    })),
  };
}

/** A bucket is counted where its middle is: it is at most a tenth as wide as a row. */
function countsOf(sketch: Sketch, grid: { lowest: number; width: number; rows: number }): number[] {
  const counts = new Array<number>(grid.rows).fill(0);
  for (const { from, to, count } of sketch.bucketsForDrawing()) {
    const middle = Math.max(grid.lowest, Math.sqrt(Math.max(1, from) * to));
    const row = Math.floor(Math.log(middle / grid.lowest) / grid.width);
    const at = Math.min(grid.rows - 1, row);
    counts[at] = (counts[at] ?? 0) + count;
  }
  return counts;
}
