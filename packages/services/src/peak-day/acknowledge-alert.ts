import type { PeakDayAlertAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { answerDayAlert } from "./get-alert.ts";
import { requireServiceDay } from "./require-peak-day.ts";

/** Somebody looks into it: everybody who opens the day sees who. People are told again if it gets worse, and once it is over. */
export async function acknowledgeDayAlert({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<PeakDayAlertAnswer> {
  requireScope(ctx, "edit");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requireServiceDay(tx, ctx, input.id);
    const { id: serviceDayId, peakDayId, name } = day;
    await tx.query("select from peak_day_alert where service_day_id = $1 for no key update", [serviceDayId]);
    const alert = await tx.prisma.serviceDayAlert.findUnique({ where: { serviceDayId } });
    if (alert === null || alert.state === "calm") {
      throw new HeadroomError("conflict", "There is nothing to acknowledge.", {
        hint: "Only a peak day on which something is wrong can be acknowledged.",
      });
    }
    if (alert.acknowledgedAt === null) {
      const acknowledgedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
      const data = { acknowledgedAt: ctx.clock(), acknowledgedBy };
      await tx.prisma.serviceDayAlert.update({ where: { serviceDayId }, data });
      await writeAudit(tx, ctx, {
        action: "peak-day.acknowledge",
        subjectKind: "peak-day",
        subjectId: peakDayId,
        detail: { name, state: alert.state },
      });
    }
    return answerDayAlert(tx, day, ctx.clock());
  });
}
