import { divideSketch } from "../sketch/divide-sketch.ts";
import type { Sketch } from "../sketch/sketch.ts";
import type { Cell, Distribution } from "./cell.ts";
import { emptyCell, withoutOutcome } from "./cell.ts";
import { portions, portionsOfCounts } from "../sketch/portions.ts";

/**
 * What a source says of a stretch of time, divided over parts of it by their lengths: nobody knows more. All counts are whole, and
 * merged, the parts are the cell again. The tool's own percentiles can't be divided, so each part has them as they are; those that
 * it lists beside its buckets only hold for the whole.
 */
export function divideCell(cell: Cell, lengths: readonly number[]): Cell[] {
  if (lengths.length === 1) return [cell];
  const parts = divided(cell, lengths);
  return saysWhichFailed(cell, parts) ? inLongest(cell, lengths) : parts;
}

/** Few requests may be divided so that the failed ones seem to be known by their buckets, and the source doesn't know. */
function saysWhichFailed({ requests, errors, distribution }: Cell, parts: readonly Cell[]): boolean {
  const unknown = distribution.kind === "buckets" && distribution.failedCounts === undefined;
  if (!unknown || errors === 0 || errors === requests) return false;
  return parts.every((part) => part.errors === 0 || part.errors === part.requests);
}

function inLongest(cell: Cell, lengths: readonly number[]): Cell[] {
  const longest = lengths.indexOf(Math.max(...lengths));
  return lengths.map((_, at) => (at === longest ? cell : emptyCell()));
}

function divided(cell: Cell, lengths: readonly number[]): Cell[] {
  const { requests, errors, items, bytes, sumMicros, minMicros, maxMicros } = cell;
  const latencies = divideLatencies(cell, lengths);
  const failed = portions(errors, lengths);
  const apart = latencies.failedApart;
  const others = portions(requests - errors, lengths);
  const all = apart ? failed.map((count, at) => count + (others[at] ?? 0)) : portions(requests, lengths);
  // A part without requests is nothing, so what belongs to requests goes where they are.
  const by = requests > 0 ? all : lengths;
  const [ofItems, ofBytes] = [portions(items, by), portions(bytes, by)];
  const unknown = portions(cell.withoutOutcome ?? 0, by);
  const sums = sumMicros === null ? null : sumsOf(sumMicros, latencies.weights ?? by);
  return lengths.map((_, at): Cell => {
    const extremes = latencies.extremes[at] ?? { minMicros, maxMicros };
    return {
      requests: all[at] ?? 0,
      errors: failed[at] ?? 0,
      ...withoutOutcome(unknown[at] ?? 0),
      items: ofItems[at] ?? 0,
      bytes: ofBytes[at] ?? 0,
      sumMicros: sums?.[at] ?? null,
      ...extremes,
      distribution: latencies.parts[at] ?? { kind: "none" },
    };
  });
}

interface Latencies {
  parts: Distribution[];
  /** Whether failed requests were divided apart from the others, because their latencies are known. */
  failedApart: boolean;
  /** What the sum of the latencies is divided by; null: by requests. */
  weights: number[] | null;
  /** Those of each part, where they are known better than for the whole. */
  extremes: Pick<Cell, "minMicros" | "maxMicros">[];
}

function divideLatencies(cell: Cell, lengths: readonly number[]): Latencies {
  const { distribution } = cell;
  const known = { failedApart: false, weights: null, extremes: [] };
  if (distribution.kind === "sketch") return divideSketches(cell, distribution, lengths);
  if (distribution.kind !== "buckets") return { ...known, parts: lengths.map(() => distribution) };
  const { kind, upperBoundsMicros, counts, failedCounts } = distribution;
  const buckets = { kind, upperBoundsMicros };
  if (failedCounts === undefined) {
    const parts = portionsOfCounts(counts, lengths).map((own) => ({ ...buckets, counts: own }));
    return { ...known, parts };
  }
  const others = portionsOfCounts(
    counts.map((count, at) => count - (failedCounts[at] ?? 0)),
    lengths,
  );
  const parts = portionsOfCounts(failedCounts, lengths).map((failed, part) => ({
    ...buckets,
    counts: failed.map((count, at) => count + (others[part]?.[at] ?? 0)),
    failedCounts: failed,
  }));
  return { ...known, failedApart: true, parts };
}

function divideSketches(
  { minMicros, maxMicros }: Cell,
  { all, failed }: Extract<Distribution, { kind: "sketch" }>,
  lengths: readonly number[],
): Latencies {
  const ofFailed = failed === null ? null : divideSketch(failed, lengths);
  const others = divideSketch(failed === null ? all : all.without(failed).sketch, lengths);
  const parts = others.map((sketch, at) => ({
    kind: "sketch" as const,
    all: ofFailed?.[at] === undefined ? sketch : sketch.clone().merge(ofFailed[at]),
    failed: ofFailed?.[at] ?? null,
  }));
  const extreme = (own: number | null, whole: number | null, stated: number | null) =>
    own === whole ? stated : own;
  return {
    parts,
    failedApart: failed !== null,
    weights: parts.map((part) => part.all.sum),
    extremes: parts.map((part: { all: Sketch }) => ({
      minMicros: extreme(part.all.min, all.min, minMicros),
      maxMicros: extreme(part.all.max, all.max, maxMicros),
    })),
  };
}

/** Broken sources state sums that aren't whole; the last part takes what is left of those. */
function sumsOf(sumMicros: number, weights: readonly number[]): number[] {
  const whole = portions(Math.floor(sumMicros), weights);
  const last = weights.findLastIndex((weight) => weight > 0);
  return whole.map((sum, at) => (at === last ? sum + (sumMicros - Math.floor(sumMicros)) : sum));
}
