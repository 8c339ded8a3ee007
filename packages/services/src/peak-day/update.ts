import { changedPeakDay } from "@headroom/contract";
import type { PeakDayAnswer } from "@headroom/contract";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { changedMeanwhile } from "../changed-meanwhile.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { answerPeakDay } from "./answer-peak-day.ts";
import { checkEarlier, storeEarlier } from "./earlier-days.ts";
import { columnsOf } from "./peak-day-input.ts";
import { queueFreeze } from "./queue-freeze.ts";
import { requirePeakDay, requireServiceDay } from "./require-peak-day.ts";

/** Updates a peak day as a whole. If two people edit it at the same time, the second gets a conflict. */
export async function updatePeakDay({
  ctx,
  input: { id: given, body, webUrl },
}: {
  ctx: Context;
  input: { id: string; body: unknown; webUrl: string };
}): Promise<PeakDayAnswer> {
  requireScope(ctx, "edit");
  const { version, ...fields } = parseInput(changedPeakDay, body);
  const columns = columnsOf(fields);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requirePeakDay(tx, ctx, given);
    await tx.query("select from peak_day where id = $1 for no key update", [id]);
    const day = await requirePeakDay(tx, ctx, id);
    if (day.version !== version) throw changedMeanwhile("the peak day");
    const before = await requireServiceDay(tx, ctx, id);
    await checkEarlier(tx, { ...before, startsAt: columns.day.startsAt }, fields.earlier);
    const hasEarlier = await storeEarlier(tx, before, fields.earlier);
    const changed = [
      ...changesOf(day, columns.day),
      ...changesOf(before, columns.ofService),
      ...(hasEarlier ? ["earlier"] : []),
    ];
    if (changed.length === 0) return answerPeakDay(tx, before, webUrl);
    const updatedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const data = { ...columns.day, version: version + 1, updatedAt: ctx.clock(), updatedBy };
    await tx.prisma.peakDay.update({ where: { id }, data });
    await tx.prisma.serviceDayRow.update({ where: { id: before.id }, data: columns.ofService });
    const after = await requireServiceDay(tx, ctx, id);
    await thaw(tx, ctx, after, changed);
    const detail = { changed, name: fields.name };
    const subject = { subjectKind: "peak-day", subjectId: id };
    await writeAudit(tx, ctx, { action: "peak-day.update", ...subject, detail });
    return answerPeakDay(tx, after, webUrl);
  });
}

const TIMES = ["startsAt", "endsAt"];
const AROUND = ["eventAt", "earlier"];

/** Freezes again what depends on what was changed. Names, notes and the expected peak aren't frozen. */
async function thaw(
  tx: WorkspaceTx,
  ctx: Context,
  { id, workspaceId }: ServiceDayModel,
  changed: readonly string[],
): Promise<void> {
  const trafficDue = changed.some((field) => TIMES.includes(field));
  const earlierDue = trafficDue || changed.some((field) => AROUND.includes(field));
  if (!earlierDue) return;
  const due = { earlierDue, ...(trafficDue ? { trafficDue } : {}) };
  const { count } = await tx.prisma.serviceDayFrozen.updateMany({ where: { serviceDayId: id }, data: due });
  if (count > 0) await queueFreeze(tx, { id, workspaceId }, ctx.clock());
}

function changesOf(before: object, columns: object): string[] {
  const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return Object.entries(columns)
    .filter(([field, value]) => plain(Reflect.get(before, field)) !== plain(value))
    .map(([field]) => field);
}
