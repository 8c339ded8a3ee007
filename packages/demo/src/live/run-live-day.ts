import { setTimeout as delay } from "node:timers/promises";
import { slugOf } from "@headroom/contract";
import { MINUTE_MILLIS } from "@headroom/core";
import { ask } from "../post-demo.ts";
import type { Destination } from "../post-demo.ts";
import { savePeakDays } from "../post-readiness.ts";
import { RemoteWriter } from "../traffic/remote-writer.ts";
import { MAPPED_MILLIS } from "../traffic/replay-traffic.ts";
import { Replay } from "../traffic/replay.ts";
import type { Replayed } from "../traffic/replay.ts";
import { TrafficApi } from "../traffic/traffic-api.ts";
import type { World } from "../traffic/world.ts";
import { LIVE_SERVICE } from "./live-service.ts";
import { livePeakDays, newLiveDay, replayOf, resumedLiveDay, YEAR_EARLIER } from "./live-day.ts";
import type { LiveDay } from "./live-day.ts";

interface KnownDay {
  id: string;
  name: string;
  eventAt: string;
  endsAt: string;
}

interface LiveOptions {
  /** Nobody has deleted anything yet, so the service is created. */
  isFirst: boolean;
  /** Of this start: no other one may have the same. */
  id: string;
  /** How much of the hours before now is sent. */
  morningMillis?: number;
  /** Called once the page of the peak day is there. */
  onReady: (peakDayId: string) => void;
}

const CREATED_WITHIN_MILLIS = MINUTE_MILLIS;
const ASK_MILLIS = 300;
/** Less isn't worth going on with. */
const SHORTEST_MILLIS = 10 * MINUTE_MILLIS;

/** Sends a simulated peak day for an hour: a new one, or the one that hasn't ended. Null: the demo's days were deleted. */
export async function runLiveDay(
  { isFirst, id, morningMillis, onReady }: LiveOptions,
  to: Destination,
  world: World,
): Promise<Replayed | null> {
  const known = await knownDays(to);
  const days = known?.filter(({ name }) => name !== YEAR_EARLIER) ?? [];
  if (!isFirst && days.length === 0) return null;
  const now = world.now();
  const running = days.find(({ endsAt }) => Date.parse(endsAt) > now + SHORTEST_MILLIS);
  const live =
    running === undefined
      ? newLiveDay(now, morningMillis)
      : resumedLiveDay(new Date(running.eventAt), new Date(running.endsAt), now);
  const writer = new RemoteWriter({ url: to.ingestUrl, token: to.ingestToken, service: LIVE_SERVICE }, world);
  const replay = new Replay(replayOf(live, id), (samples) => writer.send(samples), world);
  // The service exists once something has arrived.
  await replay.begin();
  onReady(running?.id ?? (await createDays(live, days.length, to, world)));
  if (days.length === 0) await addSlo(to);
  await addCacheGauge(to, world);
  return replay.run();
}

/** One that is kept. Its time is a bound of the buckets that the service sends, so that every request can be judged. */
const SLO = {
  service: slugOf(LIVE_SERVICE, "service"),
  name: "Fast answers",
  objectivePercent: 99.5,
  latencyMs: 500,
  window: { kind: "rolling", days: 1 },
};

/** Somebody may have added one of that name. */
async function addSlo(to: Destination): Promise<void> {
  const body = JSON.stringify(SLO);
  const access = { method: "POST", token: to.manageToken, unless: "conflict" } as const;
  await ask(`${to.ingestUrl}/v1/slos`, { ...access, body }, to);
}

async function addCacheGauge(to: Destination, world: World): Promise<void> {
  const api = new TrafficApi({ ...to, url: to.ingestUrl, service: LIVE_SERVICE });
  try {
    await api.addCacheGauge();
    await world.sleep(MAPPED_MILLIS);
  } catch (error) {
    world.say(
      `Its cache hits don't become a gauge: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Null: there is no such service. */
async function knownDays(to: Destination): Promise<KnownDay[] | null> {
  const query = new URLSearchParams({ service: slugOf(LIVE_SERVICE, "service") });
  const url = `${to.ingestUrl}/v1/peak-days?${query.toString()}`;
  const response = await ask(url, { method: "GET", token: to.readToken, unless: "not-found" }, to);
  return response.ok ? ((await response.json()) as { peakDays: KnownDay[] }).peakDays : null;
}

async function createDays(live: LiveDay, before: number, to: Destination, world: World): Promise<string> {
  const until = world.now() + CREATED_WITHIN_MILLIS;
  while ((await knownDays(to)) === null) {
    if (world.now() > until) throw new Error(`${LIVE_SERVICE} wasn't counted within a minute.`);
    await world.sleep(ASK_MILLIS);
  }
  const name = before === 0 ? "Green Saturday (simulated)" : `Green Saturday ${before + 1} (simulated)`;
  const days = livePeakDays(live, name);
  const ids = await savePeakDays(days, to);
  const id = ids.get(days[1]);
  if (id === undefined) throw new Error("The peak day wasn't created.");
  return id;
}

/** The world of a process. */
export function realWorld(stop: AbortSignal, say: (line: string) => void): World {
  return { now: Date.now, sleep: (millis) => delay(millis), say, stop };
}
