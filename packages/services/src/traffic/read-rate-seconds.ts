import type { WorkspaceTx } from "@headroom/db";
import { rateSeconds } from "./rate-seconds.ts";
import { readKnownSeconds, type TrafficPoint, type TrafficRange } from "./read-traffic.ts";

/** The seconds over which the throughput of each point is. `points` are those of all labels, not of one that can be silent. */
export async function readRateSeconds(
  tx: WorkspaceTx,
  serviceId: string,
  { points, range }: { points: readonly TrafficPoint[]; range: TrafficRange },
  { now, latest }: { now: number; latest: number },
): Promise<Map<number, number>> {
  const known = await readKnownSeconds(tx, serviceId, { points, range }, latest);
  const reported = points.map(({ second, cell: { requests } }, index) => {
    return { second, requests, reportedSeconds: known[index] ?? range.pointSeconds };
  });
  const seconds = rateSeconds(reported, { pointSeconds: range.pointSeconds, now });
  return new Map(reported.map(({ second }, index) => [second, seconds[index] ?? range.pointSeconds]));
}
