import type { MetricSeries } from "@headroom/core";
import { addToHash, ByteCache } from "../byte-cache.ts";
import type { Tag } from "../tags.ts";

/** What the labels of a time series say, as bodies repeat them. */
export interface NamedSeries {
  name: string;
  tags: readonly Tag[];
  /** Why its values are refused, or null. */
  problem: string | null;
  /** Its plain numbers, if no metadata says more: the same object in every body, so that a sink can remember what it made of it. */
  plain: MetricSeries | null;
  /** Of its plain numbers: the same for each order of its labels. */
  identity: string | null;
}

/** By the bytes of the labels. */
export class KnownLabels extends ByteCache<NamedSeries> {}

export function hashOf(body: DataView, start: number, end: number): number {
  let hash = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = addToHash(hash, body.getInt32(at));
  for (; at < end; at++) hash = addToHash(hash, body.getUint8(at));
  return hash;
}
