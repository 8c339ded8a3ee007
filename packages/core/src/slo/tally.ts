import { failedCounts } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { bucketOf } from "../sketch/sketch-grid.ts";
import type { Sketch } from "../sketch/sketch.ts";

/** What makes a request good. "Fast" is at most this long. */
export type GoodRequest =
  | { kind: "without-error" }
  /** Failures count by their time alone, so sources that don't report failures can be judged as well. */
  | { kind: "fast"; latencyMicros: number }
  | { kind: "fast-without-error"; latencyMicros: number };

export interface Objective {
  /** Of a million requests, how many have to be good: 99.9% is 999,000. Whole, so that budgets are exact. */
  goodPerMillion: number;
  good: GoodRequest;
}

/** Requests, and how many of them were bad. A range, because sources count latencies in buckets. Tallies add up. */
export interface SloTally {
  requests: number;
  badLow: number;
  badHigh: number;
}

export const NO_REQUESTS: SloTally = { requests: 0, badLow: 0, badHigh: 0 };

type Counted = Pick<
  Cell,
  "requests" | "errors" | "withoutOutcome" | "distribution" | "minMicros" | "maxMicros"
>;

type Buckets = Extract<Cell["distribution"], { kind: "buckets" }>;

interface Range {
  low: number;
  high: number;
}

export function tallyOf(cell: Counted, good: GoodRequest): SloTally {
  const { requests } = cell;
  if (requests === 0) return NO_REQUESTS;
  const bad = badOf(cell, good);
  return { requests, badLow: bad.low, badHigh: bad.high };
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

function badOf(cell: Counted, good: GoodRequest): Range {
  const { errors, requests, withoutOutcome = 0 } = cell;
  // Any request of which the source doesn't say whether it failed may have failed: it is never good.
  const atMost = (bad: number) => Math.min(requests, bad + withoutOutcome);
  switch (good.kind) {
    case "without-error":
      return { low: errors, high: atMost(errors) };
    case "fast":
      return slowOf(cell, good.latencyMicros);
    case "fast-without-error": {
      const bad = slowOrFailed(cell, good.latencyMicros);
      return { low: bad.low, high: atMost(bad.high) };
    }
  }
}

function slowOrFailed(cell: Counted, limit: number): Range {
  const { distribution, requests, errors } = cell;
  if (distribution.kind === "buckets") {
    const failed = failedCounts({ requests, errors, distribution });
    if (failed === null) return either(errors, slowOf(cell, limit), requests);
    const counts = distribution.counts.map((count, at) => count - (failed[at] ?? 0));
    const succeeded = { ...cell, requests: requests - errors, distribution: { ...distribution, counts } };
    const slow = slowOf(succeeded, limit);
    return { low: errors + slow.low, high: errors + slow.high };
  }
  if (distribution.kind !== "sketch" || distribution.failed === null)
    return either(errors, slowOf(cell, limit), requests);
  const slow = slowIn(distribution.all, limit, distribution.failed);
  return { low: errors + slow.low, high: errors + slow.high };
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
  if (distribution.kind === "sketch") return slowIn(distribution.all, limit, null);
  if (maxMicros !== null && maxMicros <= limit) return { low: 0, high: 0 };
  if (minMicros !== null && minMicros > limit) return { low: requests, high: requests };
  if (distribution.kind !== "buckets") return { low: 0, high: requests };
  return slowInBuckets(distribution, limit);
}

function slowInBuckets({ upperBoundsMicros: bounds, counts }: Buckets, limit: number): Range {
  const slow = { low: 0, high: 0 };
  for (const [at, count] of counts.entries()) {
    const from = at === 0 ? 0 : (bounds[at - 1] ?? 0);
    if (from >= limit) slow.low += count;
    if ((bounds[at] ?? Infinity) > limit) slow.high += count;
  }
  return slow;
}
