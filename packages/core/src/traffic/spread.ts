import { emptyCell, withoutOutcome } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import type { CountedBetween } from "./counted.ts";

export interface SecondCell {
  /** Epoch seconds. */
  second: number;
  cell: Cell;
}

/**
 * What was counted between two moments, spread evenly over the seconds between them: nobody knows more, and every request
 * is in exactly one second. `phase` (from 0 to 1) decides which second gets what can't be divided; if all sources had the
 * same, rare requests would pile up in one second. `failed` null: the source doesn't say.
 */
export function spread(counted: CountedBetween, failed: boolean | null, phase: number): SecondCell[] {
  const { fromMicros, toMicros, count } = counted;
  if (count === 0) return [];
  const first = Math.floor(fromMicros / 1e6);
  const last = Math.max(first, Math.ceil(toMicros / 1e6) - 1);
  const shares = Array.from({ length: last - first + 1 }, (_, at) => {
    if (first + at === last) return 1;
    return ((first + at + 1) * 1e6 - fromMicros) / (toMicros - fromMicros);
  });
  const seconds = divide(counted, shares, phase);
  return seconds.flatMap((part, at) => {
    if (part.count === 0) return [];
    return { second: first + at, cell: cellOf(part, failed) };
  });
}

/** The same with how many of them failed and how many don't say so, spread like the requests. */
export function spreadWithOutcome(
  counted: CountedBetween,
  outcome: { failed: number; unknown: number },
  phase: number,
): SecondCell[] {
  const failed = shareOut(outcome.failed, counted.count, phase);
  const unknown = shareOut(outcome.unknown, counted.count - outcome.failed, phase);
  return spread(counted, false, phase).map(({ second, cell }) => {
    const errors = failed(cell.requests);
    const others = withoutOutcome(unknown(cell.requests - errors));
    return { second, cell: { ...cell, errors, ...others } };
  });
}

/** Whole numbers that add up to `times`, for parts of a whole; never more than a part has. */
function shareOut(times: number, whole: number, phase: number): (part: number) => number {
  let [partsBefore, before] = [0, 0];
  return (part) => {
    partsBefore += part;
    const wanted = Math.floor((times * partsBefore) / whole + phase) - before;
    const least = times - before - (whole - partsBefore);
    const own = Math.max(0, least, Math.min(wanted, part, times - before));
    before += own;
    return own;
  };
}

interface Part {
  count: number;
  sumMicros: number | null;
  buckets: CountedBetween["buckets"];
}

/** `shares` are cumulative and end with 1. */
function divide(
  { count, sumMicros, buckets }: CountedBetween,
  shares: readonly number[],
  phase: number,
): Part[] {
  const counts = (buckets?.counts ?? [count]).map((times, at) => portions(times, shares, turned(phase, at)));
  return shares.map((_, second) => {
    const own = counts.map((portion) => portion[second] ?? 0);
    const total = own.reduce((sum, times) => sum + times, 0);
    return {
      count: total,
      sumMicros: sumMicros === null ? null : (sumMicros * total) / count,
      buckets: buckets === null ? null : { upperBoundsMicros: buckets.upperBoundsMicros, counts: own },
    };
  });
}

/** Whole numbers that add up to `times`. */
function portions(times: number, shares: readonly number[], phase: number): number[] {
  let before = 0;
  return shares.map((share) => {
    const upTo = share === 1 ? times : Math.min(times, Math.floor(times * share + phase));
    const portion = upTo - before;
    before = upTo;
    return portion;
  });
}

/** Buckets have phases of their own, spread by the golden ratio. */
function turned(phase: number, at: number): number {
  return (phase + at * 0.618_033_988_75) % 1;
}

function cellOf({ count, sumMicros, buckets }: Part, failed: boolean | null): Cell {
  return {
    ...emptyCell(),
    requests: count,
    errors: failed ? count : 0,
    ...withoutOutcome(failed === null ? count : 0),
    items: count,
    sumMicros,
    distribution: buckets === null ? { kind: "none" } : { kind: "buckets", ...buckets },
  };
}
