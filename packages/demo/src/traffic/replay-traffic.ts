import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { formatInstant } from "@headroom/core/format";
import { RemoteWriter } from "./remote-writer.ts";
import { clockOf, Replay, timeOf } from "./replay.ts";
import type { Replayed, ReplayPlan } from "./replay.ts";
import { differences, TrafficApi } from "./traffic-api.ts";
import type { CountedTraffic } from "./traffic-api.ts";
import { STEP_SECONDS } from "./traffic-day.ts";
import type { World } from "./world.ts";

export interface ReplayTarget {
  url: string;
  service: string;
  ingestToken: string;
  readToken: string;
  /** Null: no gauge is made of the share of cache hits. */
  manageToken: string | null;
}

export interface ReplayReport extends Replayed {
  counted: CountedTraffic | null;
  /** Where what was counted isn't what was sent. */
  differences: string[];
}

const COUNTED_WITHIN_MILLIS = MINUTE_MILLIS;
/** Somebody waits for it to end. */
const COUNTED_WHEN_STOPPED_MILLIS = 10_000;
/** A service that wasn't heard for so long receives nothing. */
const QUIET_MILLIS = 30_000;
const ASK_MILLIS = 500;
/** Ingest remembers for two seconds what is counted. */
export const MAPPED_MILLIS = 2_500;

/** Replays a stretch of a scenario's day into a service, and compares what was sent with what was counted. */
export async function replayTraffic(
  plan: ReplayPlan,
  target: ReplayTarget,
  world: World,
): Promise<ReplayReport> {
  const api = new TrafficApi(target);
  const range = { fromMillis: timeOf(plan, 0), toMillis: timeOf(plan, plan.steps) };
  await assertEmpty(api, { ...range, now: world.now() }, target.service);
  const writer = new RemoteWriter({ ...target, token: target.ingestToken }, world);
  const replay = new Replay(plan, (samples) => writer.send(samples), world);
  sayPlan(plan, world);
  await replay.begin();
  if (plan.day.scenario.operations.some(({ cached }) => cached !== undefined))
    await addGauge(api, world).catch((error: unknown) => {
      world.say(
        `Its cache hits don't become a gauge: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  const replayed = await replay.run();
  world.say(`Sent ${replayed.samples.toLocaleString("en-US")} values in ${writer.bodies} requests.`);
  return { ...replayed, ...(await untilCounted(api, replayed, world)) };
}

/** A day that lies over another one would have the requests of both. */
async function assertEmpty(
  api: TrafficApi,
  { fromMillis, toMillis, now }: { fromMillis: number; toMillis: number; now: number },
  service: string,
): Promise<void> {
  const before = await api.counted({ fromMillis, toMillis });
  if (before === null) return;
  const hint = "Choose another service with --service.";
  if (before.requests > 0) {
    const message = `"${service}" already has traffic in this time, which can't be removed.`;
    throw new HeadroomError("conflict", message, { hint });
  }
  // It may be another replay that hasn't come to this time yet.
  if (before.heardAt !== null && now - Date.parse(before.heardAt) < QUIET_MILLIS)
    throw new HeadroomError("conflict", `"${service}" is receiving traffic right now.`, { hint });
}

function sayPlan(plan: ReplayPlan, { say }: World): void {
  const { day, fromStep, steps, speed } = plan;
  const [from, to] = [fromStep, fromStep + steps].map((step) => clockOf(step * STEP_SECONDS));
  const at = (step: number) => `${formatInstant(new Date(timeOf(plan, step)), "UTC")} UTC`;
  say(`${day.scenario.title}, ${from ?? ""} to ${to ?? ""}, at ${speed} times its speed.`);
  say(`It appears as ${at(0)} to ${at(steps)}.`);
  const peak = Math.round(day.peakSecond / STEP_SECONDS) - fromStep;
  if (peak >= 0 && peak <= steps) say(`Its peak, at ${clockOf(day.peakSecond)}, appears at ${at(peak)}.`);
}

async function addGauge(api: TrafficApi, world: World): Promise<void> {
  const until = world.now() + COUNTED_WITHIN_MILLIS;
  const now = () => ({ fromMillis: world.now() - 1_000, toMillis: world.now() });
  while (((await api.counted(now()))?.heardAt ?? null) === null) {
    if (world.now() > until || world.stop.aborted) return;
    await world.sleep(ASK_MILLIS);
  }
  if (await api.addCacheGauge()) await world.sleep(MAPPED_MILLIS);
  else world.say("The token may not manage the service, so its cache hits don't become a gauge.");
}

async function untilCounted(
  api: TrafficApi,
  replayed: Replayed,
  world: World,
): Promise<Pick<ReplayReport, "counted" | "differences">> {
  const until = world.now() + (world.stop.aborted ? COUNTED_WHEN_STOPPED_MILLIS : COUNTED_WITHIN_MILLIS);
  for (;;) {
    const isLast = world.now() > until;
    // The server may be starting right now.
    const counted = await api
      .counted(replayed)
      .catch((error: unknown) => (isLast ? Promise.reject(error) : null));
    const found = differences(replayed.totals, counted);
    if (found.length === 0 || isLast) return { counted, differences: found };
    await world.sleep(ASK_MILLIS);
  }
}
