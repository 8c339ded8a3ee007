import type { Cell } from "../cell/cell.ts";
import { bucketOf } from "../sketch/sketch-grid.ts";
import type { Sketch } from "../sketch/sketch.ts";

/** What makes a request good, and how many of them have to be. */
export interface Objective {
  /** Of a million requests, how many have to be good: 99.9 % is 999,000. Whole, so that budgets are exact. */
  goodPerMillion: number;
  /** A good request didn't fail, and took at most this long; null: only failures count. */
  latencyMicros: number | null;
}

/** Requests, and how many of them were bad. A range, because sources count latencies in buckets. Tallies add up. */
export interface SloTally {
  requests: number;
  badLow: number;
  badHigh: number;
}

export const NO_REQUESTS: SloTally = { requests: 0, badLow: 0, badHigh: 0 };

interface Counted extends Pick<Cell, "requests" | "distribution" | "minMicros" | "maxMicros"> {
  /** Null if the source doesn't report failures. */
  errors: number | null;
}

interface Range {
  low: number;
  high: number;
}

export function tallyOf(cell: Counted, { latencyMicros }: Objective): SloTally {
  const { requests } = cell;
  if (requests === 0) return NO_REQUESTS;
  const failed = cell.errors ?? 0;
  const bad = latencyMicros === null ? { low: failed, high: failed } : badOf(cell, failed, latencyMicros);
  // Any request may have failed if failures aren't reported.
  return { requests, badLow: bad.low, badHigh: cell.errors === null ? requests : bad.high };
}

export function addTallies(tallies: Iterable<SloTally>): SloTally {
  const sum = { ...NO_REQUESTS };
  for (const { requests, badLow, badHigh } of tallies) {
    sum.requests += requests;
    sum.badLow += badLow;
    sum.badHigh += badHigh;
  }
  return sum;
}

function badOf(cell: Counted, failed: number, limit: number): Range {
  const { distribution, requests } = cell;
  if (distribution.kind !== "sketch") return either(failed, slowOf(cell, limit), requests);
  const { all, failed: failures } = distribution;
  if (failures === null) return either(failed, slowIn(all, limit, null), requests);
  const slow = slowIn(all, limit, failures);
  return { low: failed + slow.low, high: failed + slow.high };
}

/** Nobody knows how many of the failed ones were slow as well. */
function either(failed: number, slow: Range, requests: number): Range {
  return { low: Math.max(failed, slow.low), high: Math.min(requests, failed + slow.high) };
}

/** Bucket by bucket, so what isn't counted can be taken out exactly. Only the bucket that the limit lies in is uncertain. */
function slowIn(all: Sketch, limit: number, without: Sketch | null): Range {
  const above = all.countAbove(limit) - (without?.countAbove(limit) ?? 0);
  const from = all.countFrom(limit) - (without?.countFrom(limit) ?? 0);
  const { low, high } = all.boundsOf(bucketOf(limit));
  if (high <= limit) return { low: above, high: above };
  return low > limit ? { low: from, high: from } : { low: above, high: from };
}

function slowOf({ requests, distribution, minMicros, maxMicros }: Counted, limit: number): Range {
  if (maxMicros !== null && maxMicros <= limit) return { low: 0, high: 0 };
  if (minMicros !== null && minMicros > limit) return { low: requests, high: requests };
  if (distribution.kind !== "buckets") return { low: 0, high: requests };
  const { upperBoundsMicros: bounds, counts } = distribution;
  const slow = { low: 0, high: 0 };
  for (const [at, count] of counts.entries()) {
    const from = at === 0 ? 0 : (bounds[at - 1] ?? 0);
    if (from >= limit) slow.low += count;
    if ((bounds[at] ?? Infinity) > limit) slow.high += count;
  }
  return slow;
}
