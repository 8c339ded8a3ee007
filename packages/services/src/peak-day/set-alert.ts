import { MAX_SILENCE_HOURS, peakDayAlertFields } from "@headroom/contract";
import type { PeakDayAlertAnswer } from "@headroom/contract";
import { HeadroomError, HOUR_MILLIS } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { answerDayAlert } from "./get-alert.ts";
import { requireServiceDay } from "./require-peak-day.ts";

/** Sets when channels are told of a peak day, or that nobody is for a while. */
export async function setDayAlert({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; body: unknown };
}): Promise<PeakDayAlertAnswer> {
  requireScope(ctx, "edit");
  const { minutes, silencedUntil: until } = parseInput(peakDayAlertFields, input.body);
  const now = ctx.clock();
  const silencedUntil = until === null ? null : new Date(until);
  if (silencedUntil !== null) requireSoon(silencedUntil, now);
  const { workspaceId } = ctx;
  const silencedBy = silencedUntil !== null && ctx.actor.kind === "person" ? ctx.actor.id : null;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const day = await requireServiceDay(tx, ctx, input.id);
    const { id: serviceDayId, peakDayId, name } = day;
    const columns = { minutes, silencedUntil, silencedBy };
    await tx.prisma.serviceDayAlert.upsert({
      where: { serviceDayId },
      create: { ...columns, serviceDayId, workspaceId },
      update: columns,
    });
    const detail = { name, minutes, silencedUntil: silencedUntil?.toISOString() ?? null };
    await writeAudit(tx, ctx, {
      action: "peak-day.alert",
      subjectKind: "peak-day",
      subjectId: peakDayId,
      detail,
    });
    return answerDayAlert(tx, day, now);
  });
}

function requireSoon(until: Date, now: Date): void {
  if (until > now && until.getTime() <= now.getTime() + MAX_SILENCE_HOURS * HOUR_MILLIS) return;
  const message = `Alerts can be silenced for at most ${MAX_SILENCE_HOURS} hours from now.`;
  throw new HeadroomError("parameter-unreadable", message, {
    field: "silencedUntil",
    fieldMessage: `Choose a time within the next ${MAX_SILENCE_HOURS} hours.`,
  });
}
