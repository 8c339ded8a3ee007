import { ALL_LABEL, HOUR_SECONDS } from "@headroom/core";
import type { Counts } from "@headroom/core";
import { readTrafficHours, readTrafficLabelCounts } from "@headroom/db";
import type { TrafficHour, WorkspaceTx } from "@headroom/db";
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

/** The hours that begin with these seconds, by the second of their first point: added up where they are stored. */
export async function readHours(
  tx: WorkspaceTx,
  serviceId: string,
  { begins, range }: { begins: readonly number[]; range: TrafficRange },
): Promise<ReadonlyMap<number, Omit<TrafficHour, "hour">>> {
  const { pointSeconds } = range;
  const segments = await coverSegments(tx, serviceId, range);
  // More than one only where clocks changed by a part of an hour.
  const anchors = new Set(
    begins.map((second) => (Math.floor(second / pointSeconds) * pointSeconds) % HOUR_SECONDS),
  );
  const hours = new Map<number, Omit<TrafficHour, "hour">>();
  for (const anchor of anchors)
    for (const segment of segments) {
      const wanted = { label: ALL_LABEL, pointSeconds, anchor };
      for (const { hour, ...own } of await readTrafficHours(tx, serviceId, segment, wanted))
        hours.set(hour, together(hours.get(hour), own));
    }
  return hours;
}

function together(
  before: Omit<TrafficHour, "hour"> | undefined,
  { requests, points }: Omit<TrafficHour, "hour">,
): Omit<TrafficHour, "hour"> {
  if (before === undefined) return { requests, points };
  const both = before.points === null || points === null ? null : [...new Set([...before.points, ...points])];
  return { requests: before.requests + requests, points: both };
}
