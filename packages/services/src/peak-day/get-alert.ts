import type { ChannelEvent, PeakDayAlertAnswer } from "@headroom/contract";
import type { DayAlertState } from "@headroom/core";
import type { ServiceDayAlertModel, ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readPersonName } from "../member/person-name.ts";
import { requireScope } from "../scope.ts";
import { requireServiceDay } from "./require-peak-day.ts";

/** What is wrong on a peak day that runs, and who knows of it. */
export async function getDayAlert({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<PeakDayAlertAnswer> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    answerDayAlert(tx, await requireServiceDay(tx, ctx, input.id), ctx.clock()),
  );
}

const EVENT: ChannelEvent = "peak-day.state";

/** Nobody has looked at the day yet. */
const NEW: Omit<PeakDayAlertAnswer, "channels"> = {
  minutes: 1,
  state: "calm",
  since: null,
  checkedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  silencedUntil: null,
  silencedBy: null,
};

export async function answerDayAlert(
  tx: WorkspaceTx,
  { id: serviceDayId, serviceId }: ServiceDayModel,
  now: Date,
): Promise<PeakDayAlertAnswer> {
  const alert = await tx.prisma.serviceDayAlert.findUnique({ where: { serviceDayId } });
  const channels = await tx.prisma.channel.count({
    where: { events: { has: EVENT }, OR: [{ serviceId: null }, { serviceId }] },
  });
  if (alert === null) return { ...NEW, channels };
  return {
    minutes: alert.minutes,
    // The table allows nothing else.
    state: alert.state as DayAlertState,
    since: alert.stateAt?.toISOString() ?? null,
    checkedAt: alert.checkedAt?.toISOString() ?? null,
    acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: await readPersonName(tx, alert.acknowledgedBy),
    ...(await silenceOf(tx, alert, now)),
    channels,
  };
}

async function silenceOf(
  tx: WorkspaceTx,
  { silencedUntil, silencedBy }: ServiceDayAlertModel,
  now: Date,
): Promise<Pick<PeakDayAlertAnswer, "silencedUntil" | "silencedBy">> {
  if (silencedUntil === null || silencedUntil <= now) return { silencedUntil: null, silencedBy: null };
  return { silencedUntil: silencedUntil.toISOString(), silencedBy: await readPersonName(tx, silencedBy) };
}
