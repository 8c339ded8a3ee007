import type { WorkspaceTx } from "@headroom/db";
import { FEW, rateSeconds } from "./rate-seconds.ts";
import { readKnownSeconds } from "./read-traffic.ts";
import type { TrafficPoint, TrafficRange } from "./read-traffic.ts";

/** A rate over a time that is known less well is a guess. */
const UNSURE_SHARE = 0.1;

export interface RateSeconds {
  /** Over which the throughput of each point is. */
  seconds: Map<number, number>;
  /** Points of which so much can have been silent that their throughput isn't known. */
  unsure: ReadonlySet<number>;
}

/** `points` are those of all labels, not of one that can be silent. */
export async function readRateSeconds(
  tx: WorkspaceTx,
  serviceId: string,
  { points, range }: { points: readonly TrafficPoint[]; range: TrafficRange },
  { now, latest }: { now: number; latest: number },
): Promise<RateSeconds> {
  const known = await readKnownSeconds(tx, serviceId, { points, range }, latest);
  const reported = points.map(({ second, cell: { requests } }, index) => {
    return { second, requests, reportedSeconds: known[index]?.seconds ?? range.pointSeconds };
  });
  const seconds = rateSeconds(reported, { pointSeconds: range.pointSeconds, now });
  const unsure = reported.filter(({ requests, reportedSeconds }, index) => {
    const orFewer = known[index]?.orFewer ?? 0;
    // Where few requests come, one that didn't is no silence.
    return orFewer > reportedSeconds * UNSURE_SHARE && (requests / reportedSeconds) * orFewer >= FEW;
  });
  return {
    seconds: new Map(reported.map(({ second }, index) => [second, seconds[index] ?? range.pointSeconds])),
    unsure: new Set(unsure.map(({ second }) => second)),
  };
}
