import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { holdGameday } from "./require-gameday.ts";

/** Deletes a gameday with its findings. Runs belong to their experiments, and stay. */
export async function deleteGameday({ ctx, input }: { ctx: Context; input: { id: string } }): Promise<void> {
  requireScope(ctx, "edit");
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, name, serviceId, closedAt } = await holdGameday(tx, ctx, input.id);
    const findings = await tx.prisma.readinessAction.count({ where: { gamedayId: id } });
    await tx.prisma.gameday.delete({ where: { id } });
    await writeAudit(tx, ctx, {
      action: "gameday.delete",
      subjectKind: "gameday",
      subjectId: id,
      detail: { name, serviceId, findings, closed: closedAt !== null },
    });
  });
}
