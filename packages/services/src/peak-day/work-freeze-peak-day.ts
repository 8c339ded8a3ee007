import type { JobRun, ServiceDayModel, Prisma, WorkspaceTx } from "@headroom/db";
import { z } from "zod";
import type { ReadinessReport } from "@headroom/contract";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { readEarlierLinks } from "./answer-peak-day.ts";
import { readBackground, readEarlierDays, readTargets } from "./background.ts";
import { readingOf, readLiveDay } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { timesEarlierOf } from "./times-earlier.ts";
import { readStored } from "./frozen-day.ts";
import type { FrozenDay, Shown, ShownDay } from "./frozen-day.ts";
import { settledBefore } from "./queue-freeze.ts";
import { readVolume } from "./read-volume.ts";
import { readUsualWeekday } from "./usual-weekday.ts";
import { replaces } from "./replaces.ts";
import { readProductionProof } from "../capacity/production-proof.ts";
import { readSettings } from "../workspace/settings.ts";
import { answerCapacity, readPeakProofs } from "../capacity/service-capacity.ts";
import { readTestedLoads } from "../capacity/tested-loads.ts";

const freezeJob = z.object({ workspaceId: z.string(), serviceDayId: z.string() });

/** Runs one job: stores what a day came to once it is over. Doing it again changes nothing. */
export async function workFreezePeakDay({
  services,
  job,
  keepDays,
  readReport,
}: {
  services: Services;
  job: JobRun;
  keepDays: TrafficRetention;
  /** The readiness report of a peak day, as it is now. */
  readReport: (ctx: Context, peakDayId: string) => Promise<ReadinessReport>;
}): Promise<void> {
  const { workspaceId, serviceDayId } = freezeJob.parse(job.payload);
  const now = services.clock();
  const ctx = contextOf({ ...services, clock: () => now }, workspaceId, { kind: "system", id: null });
  const due = await services.db.inWorkspace(workspaceId, (tx) => readUnproven(tx, serviceDayId, now));
  const report = due === null ? null : await readReport(ctx, due.peakDayId);
  const freeze = async (tx: WorkspaceTx) => {
    // Nobody edits it meanwhile.
    await tx.query("select from service_day where id = $1 for no key update", [serviceDayId]);
    const day = await tx.prisma.serviceDay.findUnique({ where: { id: serviceDayId } });
    if (day === null || day.endsAt > now) return;
    const where = { serviceDayId };
    await tx.prisma.serviceDayFrozen.upsert({ where, create: { serviceDayId, workspaceId }, update: {} });
    const stored = await readStored(tx, serviceDayId);
    const proven = await provenOf(tx, day, { stored, report, now });
    if (proven !== null) {
      const data = { proven, provenAt: now };
      await tx.prisma.serviceDayFrozen.update({ where, data });
    }
    if (day.endsAt > settledBefore(now)) return;
    const { reading } = await readingOf(tx, day.serviceId, { now, keepDays });
    const shown = await shownOf(tx, day, { stored: await readStored(tx, serviceDayId), reading });
    const data = { ...shown, trafficDue: false, earlierDue: false };
    await tx.prisma.serviceDayFrozen.update({ where, data });
  };
  await services.db.inWorkspace(workspaceId, freeze, { patient: true });
}

/** Null: it is gone, isn't over, or it was stored what was proven at its end. */
async function readUnproven(
  tx: WorkspaceTx,
  serviceDayId: string,
  now: Date,
): Promise<ServiceDayModel | null> {
  const day = await tx.prisma.serviceDay.findUnique({ where: { id: serviceDayId } });
  if (day === null || day.endsAt > now) return null;
  return isUnproven(day, await readStored(tx, serviceDayId)) ? day : null;
}

/** What is proven by now says nothing about a day that was created after its end. */
function isUnproven(day: ServiceDayModel, { proven }: FrozenDay): boolean {
  return day.createdAt < day.endsAt && (proven === null || proven.at < day.endsAt);
}

/** Null: nothing new. */
async function provenOf(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { stored, report, now }: { stored: FrozenDay; report: ReadinessReport | null; now: Date },
) {
  if (!isUnproven(day, stored)) return null;
  const proofs = await readPeakProofs(tx, {
    workspaceId: day.workspaceId,
    serviceIds: [day.serviceId],
    peakDay: day,
    now,
  });
  const { proofDays } = await readSettings(tx, day.workspaceId);
  const { serviceId } = day;
  const production = await readProductionProof(tx, { serviceId, proofDays, now, peakDay: day });
  const proof = {
    capacity: answerCapacity(
      proofs.map(({ counting }) => counting),
      production,
    ),
    targets: await readTargets(tx, day.serviceId),
    tests: await readTestedLoads(tx, proofs, { ...day, now }),
    ...(report === null ? {} : { report }),
  };
  return proof as unknown as Prisma.InputJsonObject;
}

interface Known {
  stored: FrozenDay;
  reading: Reading;
}

/** The columns that change. */
async function shownOf(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  known: Known,
): Promise<Prisma.ServiceDayFrozenUpdateInput> {
  const before = known.stored.shown;
  const frozenAt = new Date(known.reading.now * 1_000);
  if (before === null || before.isTrafficDue) {
    const shown = await readShown(tx, day, known);
    if (before === null || replaces(shown.own, before, day))
      return { shown: json(shown), shownFrom: day.startsAt, shownTo: day.endsAt, frozenAt };
  }
  if (before === null || !before.isEarlierDue) return {};
  return { shown: json(await withEarlier(tx, day, { before, reading: known.reading })), frozenAt };
}

async function readShown(tx: WorkspaceTx, day: ServiceDayModel, { stored, reading }: Known): Promise<Shown> {
  const own = await readLiveDay(tx, day, reading);
  // Without a record of the time, nobody knows what was proven.
  const capacity = stored.proven?.capacity ?? {
    proven: false,
    experiment: null,
    measured: null,
    detail: null,
  };
  const links = await readEarlierLinks(tx, day);
  const {
    targets: _apart,
    summary,
    ...beside
  } = await readBackground(tx, { day, links, own, capacity, reading });
  if (summary === null) throw new RangeError("A day that is over has a summary.");
  return { own, summary, ...beside };
}

async function withEarlier(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { before, reading }: { before: ShownDay; reading: Reading },
): Promise<Shown> {
  const links = await readEarlierLinks(tx, day);
  const earlier = await readEarlierDays(tx, { day, links, reading });
  const { own, gauges, mix, uptime } = before;
  // Weeks were imported, or live traffic of them is gone.
  const read = await readUsualWeekday(tx, day, reading);
  const usual = (read?.weeks ?? 0) > (before.usual?.weeks ?? 0) ? read : before.usual;
  const volume = betterVolume(before.summary.volume, await readVolume(tx, day, reading));
  const summary = { ...before.summary, timesEarlier: timesEarlierOf(own, earlier), volume };
  return { own, summary, earlier, usual, gauges, mix, uptime };
}

type Volumes = Shown["summary"]["volume"];

/** Of the two, what more weeks are known of. */
function betterVolume(before: Volumes, read: NonNullable<Volumes>): Volumes {
  const better = (side: "window" | "week") => {
    const [old, fresh] = [before?.[side] ?? null, read[side]];
    return (fresh?.weeks.length ?? 0) > (old?.weeks.length ?? 0) ? fresh : (old ?? fresh);
  };
  const yearBefore = read.yearBefore ?? before?.yearBefore ?? null;
  return { window: better("window"), week: better("week"), yearBefore };
}

function json(shown: Shown): Prisma.InputJsonObject {
  return shown as unknown as Prisma.InputJsonObject;
}
