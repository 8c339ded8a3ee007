import { portions, portionsOfCounts } from "./portions.ts";
import { encodeSketch } from "./sketch-codec.ts";
import { Sketch } from "./sketch.ts";
import { ByteWriter } from "./varint.ts";

/**
 * Divides the values of a sketch by weights, bucket by bucket. Which value is in which part isn't known; merged, the parts are the
 * sketch again: its count, sum, minimum and maximum, and every bucket.
 */
export function divideSketch(sketch: Sketch, weights: readonly number[]): Sketch[] {
  const [numbers, counts]: [number[], number[]] = [[], []];
  sketch.eachBucket((bucket, count) => {
    numbers.push(bucket);
    counts.push(count);
  });
  const parts = portionsOfCounts(counts, weights);
  const bounds = numbers.map((bucket) => sketch.boundsOf(bucket));
  const grid = sketch.gridMicros;
  const least = parts.map((part) => sumOf(part, (at) => bounds[at]?.low ?? 0));
  const most = parts.map((part) => sumOf(part, (at) => bounds[at]?.high ?? 0));
  // Above the least that its buckets allow, each part takes its share of what the sum leaves.
  const above = sketch.sum - sumOf(least, () => 1);
  const room = most.map((sum, at) => sum - (least[at] ?? 0));
  const unit = [above, ...room].every((sum) => sum % grid === 0) ? grid : 1;
  const shares = portions(
    above / unit,
    room.map((sum) => sum / unit),
  );
  return parts.map((part, at) => {
    const used = part.flatMap((count, place) => (count > 0 ? place : []));
    const [first, last] = [bounds[used[0] ?? -1], bounds[used.at(-1) ?? -1]];
    if (first === undefined || last === undefined) return new Sketch();
    const figures = {
      count: sumOf(part, () => 1),
      sum: (least[at] ?? 0) + (shares[at] ?? 0) * unit,
      min: first.low,
      max: last.high,
    };
    const out = new ByteWriter();
    encodeSketch(out, figures, {
      buckets: Uint16Array.from(used, (place) => numbers[place] ?? 0),
      counts: Float64Array.from(used, (place) => part[place] ?? 0),
      length: used.length,
    });
    return Sketch.decode(out.copy(), grid);
  });
}

function sumOf(counts: readonly number[], of: (at: number) => number): number {
  return counts.reduce((sum, count, at) => sum + count * of(at), 0);
}
