import { decodeDistribution } from "@headroom/core";
import type { Cell, EncodedCell } from "@headroom/core";

/** A cell or a total as SQL gives it. */
export interface StoredCell {
  requests: number;
  errors: number;
  items: number;
  bytes: number;
  sum_us: number | null;
  min_us: number | null;
  max_us: number | null;
  dist_kind: number;
  dist: Uint8Array | null;
  dist_failed: Uint8Array | null;
}

export const STORED_CELL =
  "requests, errors, items, bytes, sum_us, min_us, max_us, dist_kind, dist, dist_failed";

/** `gridMicros`: what the latencies of all parts behind it are multiples of. */
export function toCell(stored: StoredCell, gridMicros: number): Cell {
  return {
    requests: stored.requests,
    errors: stored.errors,
    items: stored.items,
    bytes: stored.bytes,
    sumMicros: stored.sum_us,
    minMicros: stored.min_us,
    maxMicros: stored.max_us,
    distribution: decodeDistribution(
      { kind: stored.dist_kind, all: stored.dist, failed: stored.dist_failed },
      gridMicros,
    ),
  };
}

/** Without its buckets read, for code that passes it on. */
export function toEncodedCell(stored: StoredCell): EncodedCell {
  return {
    requests: stored.requests,
    errors: stored.errors,
    items: stored.items,
    bytes: stored.bytes,
    sumMicros: stored.sum_us,
    minMicros: stored.min_us,
    maxMicros: stored.max_us,
    distribution: { kind: stored.dist_kind, all: stored.dist, failed: stored.dist_failed },
  };
}
