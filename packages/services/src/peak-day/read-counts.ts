import { ALL_LABEL } from "@headroom/core";
import type { Counts } from "@headroom/core";
import { readTrafficLabelCounts } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { coverSegments } from "../traffic/read-traffic.ts";
import type { TrafficRange } from "../traffic/read-traffic.ts";

/** The requests of each point of a range, of all labels. */
export async function readCounts(tx: WorkspaceTx, serviceId: string, range: TrafficRange): Promise<Counts> {
  const counts = new Map<number, number>();
  const wanted = { labels: [ALL_LABEL], pointSeconds: range.pointSeconds };
  for (const segment of await coverSegments(tx, serviceId, range))
    for (const { second, requests } of await readTrafficLabelCounts(tx, serviceId, segment, wanted))
      counts.set(second, (counts.get(second) ?? 0) + requests);
  return [...counts].toSorted(([a], [b]) => a - b);
}
