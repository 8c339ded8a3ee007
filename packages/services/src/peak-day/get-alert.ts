import type { ChannelEvent, PeakDayAlertAnswer } from "@headroom/contract";
import type { DayAlertState } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readPersonName } from "../member/person-name.ts";
import { requireScope } from "../scope.ts";
import { requirePeakDay } from "./require-peak-day.ts";

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
    answerDayAlert(tx, await requirePeakDay(tx, ctx, input.id), ctx.clock()),
  );
}

const EVENT: ChannelEvent = "peak-day.state";

export async function answerDayAlert(
  tx: WorkspaceTx,
  { id: peakDayId, serviceId }: PeakDayModel,
  now: Date,
): Promise<PeakDayAlertAnswer> {
  const alert = await tx.prisma.peakDayAlert.findUnique({ where: { peakDayId } });
  const channels = await tx.prisma.channel.count({
    where: { events: { has: EVENT }, OR: [{ serviceId: null }, { serviceId }] },
  });
  const silencedUntil = alert?.silencedUntil ?? null;
  const isSilenced = silencedUntil !== null && silencedUntil > now;
  return {
    minutes: alert?.minutes ?? 1,
    // The table allows nothing else.
    state: (alert?.state ?? "calm") as DayAlertState,
    since: alert?.stateAt?.toISOString() ?? null,
    checkedAt: alert?.checkedAt?.toISOString() ?? null,
    acknowledgedAt: alert?.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: await readPersonName(tx, alert?.acknowledgedBy ?? null),
    silencedUntil: isSilenced ? silencedUntil.toISOString() : null,
    silencedBy: isSilenced ? await readPersonName(tx, alert?.silencedBy ?? null) : null,
    channels,
  };
}
