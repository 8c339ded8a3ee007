import "server-only";
import type { ServiceEvent, TrafficAnswer } from "@headroom/contract";
import { getTraffic, listServiceEvents } from "@headroom/services";
import type { Context } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";

/** Live traffic as its page shows it, again and again. */
export interface WatchedTraffic {
  now: string;
  traffic: TrafficAnswer;
  /** Of the same stretch: the latest of all that there are. */
  events: readonly ServiceEvent[];
  eventsTotal: number;
}

interface Stretch {
  service: string;
  from: string;
  to: string;
  label: string | null;
}

/** A point is several pixels wide, and holds enough requests for its percentiles to mean something. */
const POINTS = 240;
const LABELS = 1_001;
const EVENTS = 100;

export async function readTraffic(
  ctx: Context,
  { service, from, to, label }: Stretch,
): Promise<TrafficAnswer> {
  return getTraffic({
    ctx,
    keepDays: trafficKeptFor(env()),
    extent: { points: POINTS, labels: LABELS },
    input: { service, from, to, ...(label === null ? {} : { label }) },
  });
}

export async function watchTraffic(ctx: Context, stretch: Stretch): Promise<WatchedTraffic> {
  const now = ctx.clock().toISOString();
  const { service, from, to } = stretch;
  const [traffic, { events, total }] = await Promise.all([
    readTraffic(ctx, stretch),
    listServiceEvents({ ctx, input: { service, from, to } }),
  ]);
  return { now, traffic, events: events.slice(-EVENTS), eventsTotal: total };
}
