import { DAY_MILLIS, foundState, isDayNews, nextAlert, runningHeadline } from "@headroom/core";
import type { DayAlert, DayAlertState, Headline } from "@headroom/core";
import { readDueDayAlerts } from "@headroom/db";
import type { ServiceDayAlertModel, ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { addDeliveries } from "../notification/add-deliveries.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { dayNotice } from "./day-notice.ts";
import { readRunningDay } from "./running-day.ts";

/** Less than what is between two rounds, so that a round that is a little early doesn't miss its turn. */
const EVERY_MILLIS = 12_000;
const MOST = 200;

interface Checking {
  before: Date;
  webUrl: string;
  keepDays: TrafficRetention;
}

/**
 * Checks every running peak day and notifies channels of each change once, even if several processes check: a notification is
 * queued and recorded in the same transaction.
 */
export async function checkDayAlerts({
  services,
  webUrl,
  keepDays,
}: {
  services: Services;
  webUrl: string;
  keepDays: TrafficRetention;
}): Promise<{ told: number; failures: unknown[] }> {
  const now = services.clock();
  const before = new Date(now.getTime() - EVERY_MILLIS);
  const endedAfter = new Date(now.getTime() - DAY_MILLIS);
  const due = await services.db.asJobs((tx) => readDueDayAlerts(tx, { now, before, endedAfter, most: MOST }));
  const failures: unknown[] = [];
  let told = 0;
  for (const { serviceDayId, workspaceId } of due) {
    const ctx = contextOf(services, workspaceId, { kind: "system", id: null });
    try {
      const checked = await services.db.inWorkspace(workspaceId, (tx) =>
        checkOne(tx, ctx, serviceDayId, { before, webUrl, keepDays }),
      );
      told += Number(checked);
    } catch (error) {
      failures.push(error);
    }
  }
  return { told, failures };
}

async function checkOne(
  tx: WorkspaceTx,
  ctx: Context,
  serviceDayId: string,
  { before, webUrl, keepDays }: Checking,
): Promise<boolean> {
  const day = await tx.prisma.serviceDay.findUnique({ where: { id: serviceDayId } });
  const alert = day === null ? null : await holdAlert(tx, ctx, serviceDayId, before);
  // It was deleted, or another process does the same, or has just done it.
  if (day === null || alert === null) return false;
  const now = ctx.clock();
  const { next, ...said } = await look(tx, day, alert, { now, keepDays });
  const { state } = next;
  const previous = alert.told as DayAlertState;
  const isSilenced = alert.silencedUntil !== null && now < alert.silencedUntil;
  const sends = !isSilenced && isDayNews(state, previous);
  await tx.prisma.serviceDayAlert.update({
    where: { serviceDayId },
    data: {
      ...next,
      checkedAt: now,
      ...(state === alert.state ? {} : { stateAt: now }),
      // A small improvement isn't sent, but it is recorded, so that people hear of it if things get worse again.
      ...(isSilenced ? {} : { told: state }),
      ...(sends || state === "calm" ? { acknowledgedAt: null, acknowledgedBy: null } : {}),
    },
  });
  if (!sends) return false;
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: day.serviceId },
    select: { slug: true, name: true },
  });
  const notice = dayNotice({ day, service, state, previous, webUrl, ...said });
  await addDeliveries(tx, ctx, { event: "peak-day.state", serviceId: day.serviceId, notice });
  return true;
}

/** Null: another process holds it, or has just looked. */
async function holdAlert(
  tx: WorkspaceTx,
  { workspaceId }: Context,
  serviceDayId: string,
  before: Date,
): Promise<ServiceDayAlertModel | null> {
  await tx.prisma.serviceDayAlert.createMany({ data: [{ serviceDayId, workspaceId }], skipDuplicates: true });
  const held = await tx.query(
    `select from peak_day_alert where service_day_id = $1 and (checked_at is null or checked_at < $2)
     for no key update skip locked`,
    [serviceDayId, before.toISOString()],
  );
  return held.length === 0 ? null : tx.prisma.serviceDayAlert.findUnique({ where: { serviceDayId } });
}

const OVER: Headline = { lead: "The day is over.", rest: "It is no longer watched." };

async function look(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { state, worseSince, betterSince, minutes }: ServiceDayAlertModel,
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<{ next: DayAlert; headline: Headline; hasEnded: boolean; isSimulated: boolean }> {
  if (now >= day.endsAt)
    return {
      next: { state: "calm", worseSince: null, betterSince: null },
      headline: OVER,
      hasEnded: true,
      isSimulated: false,
    };
  const running = await readRunningDay(tx, day, { now, keepDays });
  // The table allows nothing else.
  const alert = { state: state as DayAlertState, worseSince, betterSince };
  const next = nextAlert(alert, { found: foundState(running), now, minutes });
  const { isSimulated } = running;
  return { next, headline: runningHeadline(running), hasEnded: false, isSimulated };
}
