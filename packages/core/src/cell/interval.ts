import type { Cell } from "./cell.ts";
import { rankOf } from "../sketch/rank.ts";
import { bucketOf } from "../sketch/sketch-grid.ts";

/** Contains the true value; `highMicros` null has no upper end. */
export interface QuantileInterval {
  lowMicros: number;
  highMicros: number | null;
}

type Known = Pick<Cell, "requests" | "minMicros" | "maxMicros" | "distribution">;

/** The range of a percentile that the source's own buckets give; null for every other kind of distribution. */
export function bucketRange(cell: Known, percent: number): QuantileInterval | null {
  return cell.distribution.kind === "buckets" ? quantileInterval([cell], percent / 100) : null;
}

/** Values of which only the bounds are known. */
interface Atom {
  low: number;
  high: number;
  count: number;
}

/**
 * The interval that holds the exact nearest-rank quantile of all cells together, whatever kinds of distribution
 * they have. The k-th smallest of the lower ends cannot lie above the k-th smallest value, nor the k-th smallest of
 * the upper ends below it. Percentiles quoted by a tool are taken at its word. Null without requests.
 */
export function quantileInterval(cells: readonly Known[], q: number): QuantileInterval | null {
  const atoms = cells.flatMap(atomsOf);
  const total = atoms.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const rank = rankOf(q, total);
  const lowMicros = ranked(atoms, rank, ({ low }) => low);
  const highMicros = ranked(atoms, rank, ({ high }) => high);
  return { lowMicros, highMicros: Number.isFinite(highMicros) ? highMicros : null };
}

function ranked(atoms: Atom[], rank: number, end: (atom: Atom) => number): number {
  const sorted = atoms.toSorted((a, b) => end(a) - end(b));
  let seen = 0;
  for (const atom of sorted) {
    seen += atom.count;
    if (seen >= rank) return end(atom);
  }
  return Infinity;
}

function atomsOf(cell: Known): Atom[] {
  const min = cell.minMicros ?? 0;
  const max = cell.maxMicros ?? Infinity;
  return known(cell)
    .filter(({ count }) => count > 0)
    .map(({ low, high, count }) => ({ low: Math.max(low, min), high: Math.min(high, max), count }));
}

function known(cell: Known): Atom[] {
  const { distribution } = cell;
  switch (distribution.kind) {
    case "sketch":
      return distribution.all.bucketsForDrawing().map(({ from, count }) => ({
        ...distribution.all.boundsOf(bucketOf(from)),
        count,
      }));
    case "buckets": {
      const bounds = distribution.upperBoundsMicros;
      return distribution.counts.map((count, at) => ({
        low: at === 0 ? 0 : (bounds[at - 1] ?? 0),
        high: bounds[at] ?? Infinity,
        count,
      }));
    }
    case "quoted":
      return quotedAtoms(cell.requests, distribution.micros);
    case "none":
      return [{ low: 0, high: Infinity, count: cell.requests }];
  }
}

function quotedAtoms(requests: number, micros: Record<string, number>): Atom[] {
  const quoted = Object.entries(micros)
    .map(([name, value]) => ({ rank: rankOf(Number(name.slice(1)) / 100, requests), value }))
    .toSorted((a, b) => a.rank - b.rank);
  const atoms: Atom[] = [];
  let before = { rank: 0, value: 0 };
  for (const next of quoted) {
    atoms.push({ low: before.value, high: next.value, count: next.rank - before.rank });
    before = next;
  }
  atoms.push({ low: before.value, high: Infinity, count: requests - before.rank });
  return atoms;
}
