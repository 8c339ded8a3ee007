import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { requireServiceDay } from "./require-peak-day.ts";

/** Deletes a peak day and its imported curve. Live traffic and events belong to the service, and stay. */
export async function deletePeakDay({ ctx, input }: { ctx: Context; input: { id: string } }): Promise<void> {
  requireScope(ctx, "edit");
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { peakDayId: id, name, serviceId } = await requireServiceDay(tx, ctx, input.id);
    await tx.prisma.peakDay.delete({ where: { id } });
    const subject = { subjectKind: "peak-day", subjectId: id };
    await writeAudit(tx, ctx, { action: "peak-day.delete", ...subject, detail: { name, serviceId } });
  });
}
