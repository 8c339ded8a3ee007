import { curveOf } from "./distribution-drawing.ts";
import { bucketOf } from "./sketch-grid.ts";
import { rankOf } from "./rank.ts";
import type { Sketch } from "./sketch.ts";

/**
 * The percentile distribution of a sketch in HdrHistogram's format, in milliseconds, for tools that plot and merge such files.
 * Each row gives the exact number of values up to its own, which is the highest value that its bucket may hold.
 */
export function formatHgrm(sketch: Sketch): string {
  const { mean, deviation } = meanOf(sketch);
  const lines = [
    "       Value     Percentile TotalCount 1/(1-Percentile)",
    "",
    ...rowsOf(sketch),
    `#[Mean    = ${pad(mean / 1_000)}, StdDeviation   = ${pad(deviation / 1_000)}]`,
    `#[Max     = ${pad((sketch.max ?? 0) / 1_000)}, Total count    = ${String(sketch.count).padStart(12)}]`,
  ];
  return `${lines.join("\n")}\n`;
}

/** A bucket that contains several of the percentiles is printed once; the last row is always printed. */
function rowsOf(sketch: Sketch): string[] {
  const buckets = sketch.bucketsForDrawing();
  const max = sketch.max ?? 0;
  const rows: string[] = [];
  let at = -1;
  let total = 0;
  for (const { percent } of curveOf(sketch)) {
    const rank = rankOf(percent / 100, sketch.count);
    const before = at;
    while (total < rank && at + 1 < buckets.length) total += buckets[++at]?.count ?? 0;
    if (percent >= 100) rows.push(rowOf(max, 1, sketch.count));
    else if (at > before) {
      const { high } = sketch.boundsOf(bucketOf(buckets[at]?.from ?? 0));
      rows.push(rowOf(high, percent / 100, total));
    }
  }
  return rows;
}

function rowOf(micros: number, share: number, total: number): string {
  const inverse = share >= 1 ? "" : (1 / (1 - share)).toFixed(2).padStart(15);
  const row = `${pad(micros / 1_000)} ${share.toFixed(12)} ${String(total).padStart(10)} ${inverse}`;
  return row.trimEnd();
}

function pad(value: number): string {
  return value.toFixed(3).padStart(12);
}

/** The mean is exact; the standard deviation uses the middles of the buckets. In microseconds. */
function meanOf(sketch: Sketch): { mean: number; deviation: number } {
  if (sketch.count === 0) return { mean: 0, deviation: 0 };
  const mean = sketch.sum / sketch.count;
  const squares = sketch
    .bucketsForDrawing()
    .reduce((sum, { from, to, count }) => sum + count * ((from + to - 1) / 2 - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / sketch.count) };
}
