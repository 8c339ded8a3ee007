import { z } from "zod";
import {
  CAPACITY_HOLD_SECONDS,
  DAY_SECONDS,
  formatTarget,
  FROZEN_AFTER_SECONDS,
  judgeLiveStretches,
  liveHoldOf,
  MINUTE_SECONDS,
} from "@headroom/core";
import type { LiveDeploy, LiveHold, LiveStretch, Target } from "@headroom/core";
import { readTrafficGaps } from "@headroom/db";
import type { JobRun, WorkspaceTx } from "@headroom/db";
import type { Services } from "../context.ts";
import { confidenceOf } from "../run/load/read-confidence.ts";
import { readPeakLimits } from "../run/record/peak-limits.ts";
import { orNull } from "../run/record/stored.ts";
import { readTrafficPoints } from "./read-traffic.ts";
import type { TrafficRetention } from "./roll-up.ts";
import { simulatedIn } from "./simulated-traffic.ts";
import { readSettings } from "../workspace/settings.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), serviceId: z.uuid() });

/** Earlier days that a job looks at besides the present one. */
const EARLIER_DAYS = 7;
/** What is judged between two looks at whether the process is stopping. */
const PART_SECONDS = 30 * MINUTE_SECONDS;
/** The newest seconds may still change. */
const SETTLE_SECONDS = 2 * MINUTE_SECONDS;

interface Proving {
  serviceId: string;
  workspaceId: string;
  targets: Target[];
  confidence: number;
  keepDays: TrafficRetention;
  /** Epoch seconds. */
  now: number;
  inWorkspace: <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>;
  signal: AbortSignal;
}

/**
 * Runs one job: what production itself held today, and on a few earlier days that nobody has looked at by the present
 * targets or since they were over.
 */
export async function workProveLive({
  services,
  job,
  keepDays,
}: {
  services: Services;
  job: JobRun;
  keepDays: TrafficRetention;
}): Promise<void> {
  const { workspaceId, serviceId } = jobPayload.parse(job.payload);
  const now = Math.floor(services.clock().getTime() / 1_000);
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) =>
    services.db.inWorkspace(workspaceId, work, { patient: true });
  const found = await inWorkspace(async (tx) => {
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
    if (traffic === null) return null;
    const settings = await readSettings(tx, workspaceId);
    const oldest = dayOf(now) - settings.proofDays * DAY_SECONDS;
    await tx.prisma.liveProof.deleteMany({ where: { serviceId, day: { lt: dateOf(oldest) } } });
    const made = await tx.prisma.liveProof.findMany({
      where: { serviceId },
      select: { day: true, targets: true, madeAt: true },
    });
    const targets = (await readPeakLimits(tx, [serviceId])).get(serviceId) ?? [];
    const first = traffic.firstAt === null ? now : traffic.firstAt.getTime() / 1_000;
    return { made, targets, confidence: confidenceOf(settings), oldest: Math.max(oldest, dayOf(first)) };
  });
  if (found === null) return;
  const { made, oldest, targets, confidence } = found;
  const proving = {
    serviceId,
    workspaceId,
    targets,
    confidence,
    keepDays,
    now,
    inWorkspace,
    signal: job.signal,
  };
  for (const day of daysDue(proving, made, oldest)) await proveDay(proving, day);
}

function dayOf(second: number): number {
  return Math.floor(second / DAY_SECONDS) * DAY_SECONDS;
}

function dateOf(second: number): Date {
  return new Date(second * 1_000);
}

/** Newest first. */
function daysDue(
  { now, targets, keepDays }: Proving,
  made: readonly { day: Date; targets: string[]; madeAt: Date }[],
  oldest: number,
): number[] {
  const known = new Map(made.map((row) => [row.day.getTime() / 1_000, row]));
  const texts = targets.map(formatTarget).join("\n");
  const isDue = (day: number) => {
    const row = known.get(day);
    if (row === undefined || row.targets.join("\n") !== texts) return true;
    const end = day + DAY_SECONDS;
    const madeAt = row.madeAt.getTime() / 1_000;
    return [end + SETTLE_SECONDS, end + FROZEN_AFTER_SECONDS].some((at) => madeAt < at && now >= at);
  };
  const today = dayOf(now);
  const earliest = Math.max(oldest, now - keepDays[60] * DAY_SECONDS);
  const earlier: number[] = [];
  for (let day = today - DAY_SECONDS; day >= earliest && earlier.length < EARLIER_DAYS; day -= DAY_SECONDS)
    if (isDue(day)) earlier.push(day);
  return [today, ...earlier];
}

async function proveDay(proving: Proving, day: number): Promise<void> {
  const { serviceId, workspaceId, targets, now, inWorkspace } = proving;
  const stretches = targets.length === 0 ? [] : await judgeDay(proving, day);
  const range = { gte: dateOf(day), lt: dateOf(day + DAY_SECONDS) };
  const deploys = await inWorkspace(({ prisma }) =>
    prisma.serviceEvent.findMany({
      where: { serviceId, kind: "deploy", at: range },
      orderBy: { at: "asc" },
      select: { at: true, title: true },
    }),
  );
  const hold = liveHoldOf(stretches, { targets, deploys: deploys.map(deployOf) });
  const row = { ...rowOf(hold), targets: targets.map(formatTarget), madeAt: dateOf(now) };
  const key = { serviceId, day: dateOf(day) };
  await inWorkspace(({ prisma }) =>
    prisma.liveProof.upsert({
      where: { serviceId_day: key },
      create: { ...key, workspaceId, ...row },
      update: row,
    }),
  );
}

function deployOf({ at, title }: { at: Date; title: string }): LiveDeploy {
  return { second: at.getTime() / 1_000, title };
}

/** In parts, each in a short transaction. */
async function judgeDay(
  { serviceId, targets, confidence, keepDays, now, inWorkspace, signal }: Proving,
  day: number,
): Promise<LiveStretch[]> {
  const stepSeconds = day >= now - keepDays[10] * DAY_SECONDS ? 10 : 60;
  const to = Math.min(day + DAY_SECONDS, Math.floor((now - SETTLE_SECONDS) / stepSeconds) * stepSeconds);
  const stretches: LiveStretch[] = [];
  for (let from = day; from + CAPACITY_HOLD_SECONDS <= to; from += PART_SECONDS) {
    if (signal.aborted) throw new Error("the process is stopping");
    // The next part begins with the first stretch that isn't whole in this one.
    const end = Math.min(to, from + PART_SECONDS + CAPACITY_HOLD_SECONDS - stepSeconds);
    const range = { from, to: end };
    const { cells, unknown } = await inWorkspace(async (tx) => {
      const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
      const simulated = simulatedIn(traffic, range);
      const gaps = await readTrafficGaps(tx, serviceId, range);
      return {
        cells: await readTrafficPoints(tx, serviceId, { ...range, pointSeconds: stepSeconds }),
        unknown: [
          ...(simulated === null ? [] : [secondsOf(Date.parse(simulated.from), Date.parse(simulated.to))]),
          ...gaps.map(({ fromMillis, toMillis }) => secondsOf(fromMillis, toMillis)),
        ],
      };
    });
    const held = { ...range, targets, cells, unknown, confidence, stepSeconds };
    stretches.push(...judgeLiveStretches({ ...held, holdSeconds: CAPACITY_HOLD_SECONDS }));
  }
  return stretches;
}

function secondsOf(fromMillis: number, toMillis: number) {
  return { from: fromMillis / 1_000, to: toMillis / 1_000 };
}

function rowOf(hold: LiveHold) {
  const beside = {
    inside: orNull(hold.inside),
    missed: orNull(hold.missed),
  };
  if (!hold.held) return { ...NOTHING, ...beside, gap: hold.gap };
  const { throughput, from, to, p99Ms, errorRate, deploy } = hold;
  return {
    ...beside,
    throughput,
    gap: null,
    fromAt: dateOf(from),
    toAt: dateOf(to),
    p99LowMs: p99Ms?.low ?? null,
    p99HighMs: p99Ms?.high ?? null,
    errorRate,
    deploy: orNull(deploy),
  };
}

const NOTHING = {
  throughput: null,
  fromAt: null,
  toAt: null,
  p99LowMs: null,
  p99HighMs: null,
  errorRate: null,
  deploy: orNull(null),
};
