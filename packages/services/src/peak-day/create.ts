import { MAX_PEAK_DAYS, newPeakDay } from "@headroom/contract";
import type { PeakDayAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { answerPeakDay } from "./answer-peak-day.ts";
import { checkEarlier, storeEarlier } from "./earlier-days.ts";
import { columnsOf } from "./peak-day-input.ts";

/** Creates a peak day of a service, in the future or in the past. */
export async function createPeakDay({
  ctx,
  input: { body, webUrl },
}: {
  ctx: Context;
  input: { body: unknown; webUrl: string };
}): Promise<PeakDayAnswer> {
  requireScope(ctx, "edit");
  const { service: slug, ...fields } = parseInput(newPeakDay, body);
  const columns = columnsOf(fields);
  const { workspaceId } = ctx;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    // One at a time, so that together they can't exceed the limit.
    await tx.query("select from service where id = $1 for no key update", [serviceId]);
    await requireRoomFor(tx);
    const id = ctx.newId();
    const now = ctx.clock();
    const updatedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
    await checkEarlier(tx, { id, serviceId, startsAt: columns.startsAt }, fields.earlier);
    const peakDay = await tx.prisma.peakDay.create({
      data: { ...columns, id, workspaceId, serviceId, createdAt: now, updatedAt: now, updatedBy },
    });
    await storeEarlier(tx, { workspaceId, id }, fields.earlier);
    await writeAudit(tx, ctx, {
      action: "peak-day.create",
      subjectKind: "peak-day",
      subjectId: id,
      detail: { name: fields.name, serviceId },
    });
    return answerPeakDay(tx, peakDay, webUrl);
  });
}

async function requireRoomFor(tx: WorkspaceTx): Promise<void> {
  if ((await tx.prisma.peakDay.count()) < MAX_PEAK_DAYS) return;
  throw new HeadroomError("conflict", `A workspace can have at most ${MAX_PEAK_DAYS} peak days.`, {
    hint: "Delete some of them first.",
  });
}
