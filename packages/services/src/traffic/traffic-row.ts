import { MINUTE_MILLIS } from "@headroom/core";
import type { ReadTwice } from "@headroom/core";
import { writeSeenMetrics } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { rulesOf } from "./counted-rule.ts";
import type { Counting, StoredRules } from "./counted-rule.ts";
import { begunWith } from "./begun-processes.ts";
import type { BegunProcess } from "./count-metrics.ts";
import { offClockWith } from "./off-clock.ts";
import { originWith } from "./simulated-traffic.ts";
import type { KnownOrigin } from "./simulated-traffic.ts";
import { readTwiceWith } from "./read-twice.ts";
import { replicasWith } from "./heard-replicas.ts";
import type { HeardReplica } from "./replica-seats.ts";
import type { TrafficMessage } from "./traffic-message.ts";

/** Of a service: those that can be looked at. */
export const MAX_METRICS = 2_000;
const SETTLED_MILLIS = 5 * MINUTE_MILLIS;

/** A service's live traffic as it stands before a round of counting. */
export interface HeldTraffic extends KnownOrigin, StoredRules {
  workspaceId: string;
  firstAt: Date | null;
  lastAt: Date | null;
  offClockAt: Date | null;
  offClockSeconds: number | null;
  replicas: unknown;
  begun: unknown;
  readTwice: unknown;
}

/** Null: the service doesn't exist. */
export async function holdTraffic(
  tx: WorkspaceTx,
  ctx: Context,
  serviceId: string,
): Promise<HeldTraffic | null> {
  const { workspaceId } = ctx;
  const service = await tx.query("select from service where id = $1 for key share", [serviceId]);
  if (service.length === 0) return null;
  const data = [{ serviceId, workspaceId, heardAt: ctx.clock() }];
  await tx.prisma.traffic.createMany({ data, skipDuplicates: true });
  return tx.prisma.traffic.findUnique({ where: { serviceId } });
}

interface Round {
  /** The rule that is to count. */
  rule: string | null;
  counting: Counting;
  /** Sources weren't counted because there are too many. */
  leftOut: boolean;
  /** Readings of histograms that couldn't be counted. */
  unusable: number;
  replicas: readonly HeardReplica[];
  /** Further rules whose requests were added. */
  added: readonly string[];
  begun: readonly BegunProcess[];
  /** What two senders read. */
  readTwice: readonly ReadTwice[];
  messages: readonly TrafficMessage[];
  seconds: readonly number[];
  now: Date;
}

/** Notes what arrived, counted or not. */
export async function noteTraffic(
  tx: WorkspaceTx,
  held: HeldTraffic,
  { rule, counting, leftOut, unusable, replicas, added, begun, readTwice, messages, seconds, now }: Round,
): Promise<void> {
  const { serviceId, workspaceId, rule: before, firstAt, lastAt } = held;
  const times = [firstAt, lastAt].flatMap((at) => (at === null ? [] : [at.getTime()]));
  for (const second of seconds) times.push(second * 1_000);
  const [first, last] = times.length === 0 ? [null, null] : extremesOf(times);
  await tx.prisma.traffic.update({
    where: { serviceId },
    data: {
      countedRule: counting.rule,
      countedBefore: counting.before,
      countedFrom: counting.from === null ? null : new Date(counting.from * 1_000),
      heardAt: now,
      firstAt: first,
      lastAt: last,
      ...originWith(held, messages),
      ...(leftOut ? { leftOutAt: now } : {}),
      ...(unusable > 0 ? { unusableAt: now } : {}),
      ...(replicas.length > 0 ? { replicas: replicasWith(held.replicas, replicas) } : {}),
      ...(readTwice.length > 0 ? { readTwice: readTwiceWith(held.readTwice, readTwice, now) } : {}),
      ...begunLater(held, begun),
      ...offClockWith(held, messages),
    },
  });
  // A person may have chosen one meanwhile.
  if (rule !== before)
    await tx.prisma.traffic.updateMany({ where: { serviceId, ruleIsChosen: false }, data: { rule } });
  for (const seen of rulesOf(messages)) {
    const heard = { seenAt: now, ...(added.includes(seen) ? { addedAt: now } : {}) };
    await tx.prisma.trafficRule.upsert({
      where: { serviceId_rule: { serviceId, rule: seen } },
      create: { workspaceId, serviceId, rule: seen, ...heard },
      update: heard,
    });
  }
  const seen = messages.flatMap((message) => message.seen ?? []);
  const metrics = seen.map(({ field, ...metric }) => ({ ...metric, field: field ?? "" }));
  await writeSeenMetrics(tx, serviceId, metrics, { now, most: MAX_METRICS });
}

/** All processes of a service that is new are. */
function begunLater({ firstAt, begun: before }: HeldTraffic, begun: readonly BegunProcess[]) {
  const settledMicros = firstAt === null ? Infinity : (firstAt.getTime() + SETTLED_MILLIS) * 1_000;
  const later = begun.filter(({ atMicros }) => atMicros > settledMicros);
  return later.length === 0 ? {} : { begun: begunWith(before, later) };
}

function extremesOf(times: readonly number[]): [Date, Date] {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return [new Date(first), new Date(last)];
}
