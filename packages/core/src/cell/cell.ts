import { Sketch } from "../sketch/sketch.ts";

/**
 * How the latencies of a cell are known.
 * - `sketch`: ours, of all requests, and of the failed ones (`null` when none failed);
 * - `buckets`: the source's own bounds, each the highest value of its bucket, and one more count for values above them.
 *   `failedCounts` are those of the failed ones, if some but not all failed and the source counts them apart;
 *   `listedMicros` are percentiles ("p99" -> micros) that the source states beside them; a merge has none;
 * - `quoted`: the tool's own percentiles ("p99" -> micros), never merged: only where two state the same, so does what they are together;
 * - `none`: nothing, or kinds that can't be merged.
 */
export type Distribution =
  | { kind: "sketch"; all: Sketch; failed: Sketch | null }
  | {
      kind: "buckets";
      upperBoundsMicros: number[];
      counts: number[];
      failedCounts?: number[];
      listedMicros?: Record<string, number>;
    }
  /** The tool's own percentiles, by name, and its mean, where it doesn't say of how many requests. */
  | { kind: "quoted"; micros: Record<string, number> }
  | { kind: "none" };

/** One series x one step, or any merge of such cells: a window, a whole run, many labels, many generators. */
export interface Cell {
  requests: number;
  errors: number;
  /** Requests of which the source doesn't say whether they failed. Missing: it says so of all. */
  withoutOutcome?: number;
  items: number;
  bytes: number;
  sumMicros: number | null;
  minMicros: number | null;
  maxMicros: number | null;
  distribution: Distribution;
}

/** The successful requests of a cell. Their share of items and bytes isn't known. */
export interface SuccessfulCell extends Omit<Cell, "items" | "bytes"> {
  items: null;
  bytes: null;
  /** `bucket`: a failed request shared the minimum or maximum, so that value is known only to its bucket. */
  extremes: "exact" | "bucket";
}

export function emptyCell(): Cell {
  return {
    requests: 0,
    errors: 0,
    items: 0,
    bytes: 0,
    sumMicros: null,
    minMicros: null,
    maxMicros: null,
    distribution: { kind: "none" },
  };
}

/** Merges without changing either. A cell without requests is the identity; kinds that can't be merged give `none`. */
export function mergeCells(a: Cell, b: Cell): Cell {
  if (isNothing(a)) return copyCell(b);
  if (isNothing(b)) return copyCell(a);
  return {
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    ...withoutOutcome((a.withoutOutcome ?? 0) + (b.withoutOutcome ?? 0)),
    items: a.items + b.items,
    bytes: a.bytes + b.bytes,
    sumMicros: bothOr(a.sumMicros, b.sumMicros, (x, y) => x + y),
    minMicros: bothOr(a.minMicros, b.minMicros, Math.min),
    maxMicros: bothOr(a.maxMicros, b.maxMicros, Math.max),
    distribution: mergeDistributions(a, b),
  };
}

/** Merges many cells in one pass over growing sketches, as every read of a window does. */
export function mergeAllCells(cells: Iterable<Cell>): Cell {
  let merged: Cell | null = null;
  for (const cell of cells) {
    if (isNothing(cell)) continue;
    if (merged === null) merged = copyCell(cell);
    else mergeInto(merged, cell);
  }
  return merged ?? emptyCell();
}

/** All minus failed, bucket by bucket and therefore exact; `null` if the failed ones aren't known separately. */
export function successfulOnly(cell: Cell): SuccessfulCell | null {
  if (cell.withoutOutcome !== undefined) return null;
  const { distribution } = cell;
  const counts = { requests: cell.requests - cell.errors, errors: 0, items: null, bytes: null };
  if (distribution.kind === "sketch" && distribution.failed !== null) {
    const { sketch, extremes } = distribution.all.without(distribution.failed);
    return {
      ...counts,
      sumMicros: sketch.count === 0 ? null : sketch.sum,
      minMicros: sketch.min,
      maxMicros: sketch.max,
      distribution: { kind: "sketch", all: sketch, failed: null },
      extremes,
    };
  }
  if (cell.errors > 0) return null;
  const { sumMicros, minMicros, maxMicros } = cell;
  return {
    ...counts,
    sumMicros,
    minMicros,
    maxMicros,
    distribution: copyDistribution(distribution),
    extremes: "exact",
  };
}

/** To spread into a cell: the property is there only if it says something. */
export function withoutOutcome(requests: number): Pick<Cell, "withoutOutcome"> {
  return requests > 0 ? { withoutOutcome: requests } : {};
}

/** No requests. A tool's percentiles may come without a number of requests. */
function isNothing({ requests, distribution }: Cell): boolean {
  return requests === 0 && distribution.kind !== "quoted";
}

function copyCell(cell: Cell): Cell {
  return { ...cell, distribution: copyDistribution(cell.distribution) };
}

function copyDistribution(distribution: Distribution): Distribution {
  if (distribution.kind !== "sketch") return distribution;
  return { kind: "sketch", all: distribution.all.clone(), failed: distribution.failed?.clone() ?? null };
}

function mergeInto(target: Cell, cell: Cell): void {
  const before = { requests: target.requests, errors: target.errors, distribution: target.distribution };
  target.requests += cell.requests;
  target.errors += cell.errors;
  if (cell.withoutOutcome !== undefined)
    target.withoutOutcome = (target.withoutOutcome ?? 0) + cell.withoutOutcome;
  target.items += cell.items;
  target.bytes += cell.bytes;
  target.sumMicros = bothOr(target.sumMicros, cell.sumMicros, (x, y) => x + y);
  target.minMicros = bothOr(target.minMicros, cell.minMicros, Math.min);
  target.maxMicros = bothOr(target.maxMicros, cell.maxMicros, Math.max);
  const [into, from] = [target.distribution, cell.distribution];
  if (into.kind === "sketch" && from.kind === "sketch") {
    into.all.merge(from.all);
    if (from.failed !== null) into.failed = (into.failed ?? new Sketch()).merge(from.failed);
  } else target.distribution = mergeDistributions(before, cell);
}

type Merged<Of extends Distribution = Distribution> = Pick<Cell, "requests" | "errors"> & {
  distribution: Of;
};

function mergeDistributions(one: Merged, other: Merged): Distribution {
  const [a, b] = [one.distribution, other.distribution];
  if (a.kind === "sketch" && b.kind === "sketch") {
    const failed = a.failed === null && b.failed === null ? null : new Sketch();
    if (a.failed !== null) failed?.merge(a.failed);
    if (b.failed !== null) failed?.merge(b.failed);
    return { kind: "sketch", all: a.all.clone().merge(b.all), failed };
  }
  if (a.kind === "buckets" && b.kind === "buckets")
    return mergeBuckets({ ...one, distribution: a }, { ...other, distribution: b });
  return quotedByBoth(a, b) ? a : { kind: "none" };
}

/** Values of which both have the same percentile have it together, too. */
function quotedByBoth(a: Distribution, b: Distribution): boolean {
  if (a.kind !== "quoted" || b.kind !== "quoted") return false;
  const names = Object.keys(a.micros);
  const isSame = names.every((name) => a.micros[name] === b.micros[name]);
  return isSame && names.length === Object.keys(b.micros).length;
}

type Buckets = Extract<Distribution, { kind: "buckets" }>;

/**
 * If the bounds differ, the merge keeps each bound below which both know their count: their own bounds, and any that falls
 * into a bucket in which they have nothing. Coarser than either, and still exact.
 */
function mergeBuckets(one: Merged<Buckets>, other: Merged<Buckets>): Distribution {
  const [a, b] = [one.distribution, other.distribution];
  const isSame = haveSameBounds(a, b);
  const shared = isSame
    ? a.upperBoundsMicros
    : boundsOfBoth(a, b).filter((bound) => knowsBelow(a, bound) && knowsBelow(b, bound));
  if (shared.length === 0) return { kind: "none" };
  const at = (counts: readonly number[], { upperBoundsMicros }: Buckets) =>
    isSame ? counts : countsAt({ upperBoundsMicros, counts }, shared);
  const merged = {
    kind: "buckets" as const,
    upperBoundsMicros: shared,
    counts: added(at(a.counts, a), at(b.counts, b)),
  };
  const failed = one.errors + other.errors;
  const [failedOfOne, failedOfOther] = [failedCounts(one), failedCounts(other)];
  if (failed === 0 || failed === one.requests + other.requests) return merged;
  if (failedOfOne === null || failedOfOther === null) return merged;
  return { ...merged, failedCounts: added(at(failedOfOne, a), at(failedOfOther, b)) };
}

/** How many failed ones each bucket has; null: the source doesn't say. */
export function failedCounts({ requests, errors, distribution }: Merged<Buckets>): readonly number[] | null {
  if (errors === 0) return distribution.counts.map(() => 0);
  return errors === requests ? distribution.counts : (distribution.failedCounts ?? null);
}

function added(left: readonly number[], right: readonly number[]): number[] {
  return left.map((count, at) => count + (right[at] ?? 0));
}

function haveSameBounds({ upperBoundsMicros: a }: Buckets, { upperBoundsMicros: b }: Buckets): boolean {
  return a.length === b.length && a.every((bound, at) => bound === b[at]);
}

function boundsOfBoth(a: Buckets, b: Buckets): number[] {
  return [...new Set([...a.upperBoundsMicros, ...b.upperBoundsMicros])].sort((x, y) => x - y);
}

/** Whether the number of values up to the bound is known: no bucket that holds any goes beyond it on both sides. */
function knowsBelow({ upperBoundsMicros, counts }: Buckets, bound: number): boolean {
  let [low, high] = [0, upperBoundsMicros.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((upperBoundsMicros[middle] ?? Infinity) < bound) low = middle + 1;
    else high = middle;
  }
  return upperBoundsMicros[low] === bound || counts[low] === 0;
}

function countsAt(
  buckets: { upperBoundsMicros: readonly number[]; counts: readonly number[] },
  bounds: readonly number[],
): number[] {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let at = 0;
  buckets.counts.forEach((count, from) => {
    const bound = buckets.upperBoundsMicros[from] ?? Infinity;
    while (at < bounds.length && (bounds[at] ?? Infinity) < bound) at++;
    counts[at] = (counts[at] ?? 0) + count;
  });
  return counts;
}

function bothOr(a: number | null, b: number | null, merge: (a: number, b: number) => number): number | null {
  return a === null || b === null ? null : merge(a, b);
}
