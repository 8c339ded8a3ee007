import { z } from "zod";
import { HOUR_MILLIS, MINUTE_MILLIS } from "@headroom/core";
import type { TrafficAnswer } from "@headroom/contract";
import type { TrafficModel } from "@headroom/db";
import type { HeardReplica } from "./replica-seats.ts";

const stored = z.array(
  z.object({ name: z.string(), seenAt: z.iso.datetime(), countedAt: z.iso.datetime().nullable() }),
);
type StoredReplica = z.infer<typeof stored>[number];

/** Of a service: those that were heard last. A name can be another after each restart. */
const MAX_REPLICAS = 20;
/** Another one counts now, if it did so for longer since. */
const COUNTED_MILLIS = 2 * MINUTE_MILLIS;

/** The replicas of a service's row, with those that were heard now. */
export function replicasWith(before: unknown, heard: readonly HeardReplica[]): StoredReplica[] {
  const all = new Map(stored.parse(before).map((replica) => [replica.name, replica]));
  for (const { name, seenMillis, countedMillis } of heard) {
    const countedAt = countedMillis === null ? null : new Date(countedMillis).toISOString();
    const known = all.get(name);
    const seenAt = new Date(seenMillis).toISOString();
    all.set(name, { name, seenAt, countedAt: countedAt ?? known?.countedAt ?? null });
  }
  return [...all.values()].toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : -1)).slice(0, MAX_REPLICAS);
}

/** None, unless there are several. */
export function replicasIn(traffic: TrafficModel | null, nowMillis: number): TrafficAnswer["replicas"] {
  const heard = stored
    .parse(traffic?.replicas ?? [])
    .filter(({ seenAt }) => Date.parse(seenAt) > nowMillis - HOUR_MILLIS);
  if (heard.length < 2) return [];
  const latest = Math.max(...heard.map(({ countedAt }) => (countedAt === null ? 0 : Date.parse(countedAt))));
  return heard
    .map(({ name, seenAt, countedAt }) => {
      const isCounted = countedAt !== null && Date.parse(countedAt) > latest - COUNTED_MILLIS;
      // It has been heard since without being counted: another one has taken over.
      const isStandingBy = countedAt !== null && seenAt > countedAt && Date.parse(countedAt) < latest;
      return { name, isCounted: isCounted && !isStandingBy, lastSeenAt: seenAt };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
