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
import { requireServiceDay } from "./require-peak-day.ts";

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
    await checkEarlier(tx, { peakDayId: id, serviceId, startsAt: columns.day.startsAt }, fields.earlier);
    const { day, ofService } = columns;
    await tx.prisma.peakDay.create({
      data: { ...day, id, workspaceId, createdAt: now, updatedAt: now, updatedBy },
    });
    const own = { workspaceId, id: ctx.newId() };
    await tx.prisma.serviceDayRow.create({
      data: { ...ofService, ...own, peakDayId: id, serviceId, createdAt: now },
    });
    await storeEarlier(tx, own, fields.earlier);
    await writeAudit(tx, ctx, {
      action: "peak-day.create",
      subjectKind: "peak-day",
      subjectId: id,
      detail: { name: fields.name, serviceId },
    });
    return answerPeakDay(tx, await requireServiceDay(tx, ctx, id), webUrl);
  });
}

async function requireRoomFor(tx: WorkspaceTx): Promise<void> {
  if ((await tx.prisma.peakDay.count()) < MAX_PEAK_DAYS) return;
  throw new HeadroomError("conflict", `A workspace can have at most ${MAX_PEAK_DAYS} peak days.`, {
    hint: "Delete some of them first.",
  });
}
