import { curveOf } from "./distribution-drawing.ts";
import { meanOf } from "./sketch-mean.ts";
import { rankOf, type Sketch } from "./sketch.ts";

/**
 * The percentile distribution of a sketch in HdrHistogram's format, in milliseconds, for tools that plot and merge such files.
 * Each row gives the exact number of values up to its own, which is the upper end of a bucket.
 */
export function formatHgrm(sketch: Sketch): string {
  const buckets = sketch.bucketsForDrawing();
  const max = sketch.max ?? 0;
  const lines = ["       Value     Percentile TotalCount 1/(1-Percentile)", ""];
  let at = -1;
  let total = 0;
  for (const { percent } of curveOf(sketch)) {
    const rank = rankOf(percent / 100, sketch.count);
    let moved = false;
    while (total < rank && at + 1 < buckets.length) {
      at++;
      total += buckets[at]?.count ?? 0;
      moved = true;
    }
    // A bucket that contains several of the percentiles is printed once; the last row is always printed.
    if (!moved && percent < 100) continue;
    const value = Math.min(max, (buckets[at]?.to ?? 0) - 1);
    lines.push(rowOf(percent < 100 ? value : max, percent / 100, percent < 100 ? total : sketch.count));
  }
  const { mean, deviation } = meanOf(sketch);
  lines.push(
    `#[Mean    = ${pad(mean / 1_000)}, StdDeviation   = ${pad(deviation / 1_000)}]`,
    `#[Max     = ${pad(max / 1_000)}, Total count    = ${String(sketch.count).padStart(12)}]`,
  );
  return `${lines.join("\n")}\n`;
}

function rowOf(micros: number, share: number, total: number): string {
  const inverse = share >= 1 ? "" : (1 / (1 - share)).toFixed(2).padStart(15);
  const row = `${pad(micros / 1_000)} ${share.toFixed(12)} ${String(total).padStart(10)} ${inverse}`;
  return row.trimEnd();
}

function pad(value: number): string {
  return value.toFixed(3).padStart(12);
}
