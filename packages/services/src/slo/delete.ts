import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { requireSlo } from "./require-slo.ts";

/** Deletes an SLO. The live traffic belongs to the service, and stays. */
export async function deleteSlo({ ctx, input }: { ctx: Context; input: { id: string } }): Promise<void> {
  requireScope(ctx, "edit");
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, name, serviceId } = await requireSlo(tx, ctx, input.id);
    await tx.prisma.slo.delete({ where: { id } });
    const detail = { name, serviceId };
    await writeAudit(tx, ctx, { action: "slo.delete", subjectKind: "slo", subjectId: id, detail });
  });
}
