import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** Ends an accepted risk now. Revoking again changes nothing. */
export async function revokeRisk({ ctx, input }: { ctx: Context; input: { id: string } }): Promise<void> {
  requireScope(ctx, "edit");
  if (!isUuid(input.id)) throw noSuchRisk();
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const risk = await tx.prisma.acceptedRisk.findUnique({ where: { id: input.id } });
    if (risk === null) throw noSuchRisk();
    const { id, runId, experimentId, target } = risk;
    const only = onlyServiceOf(ctx.actor);
    const where = { id: experimentId, ...(only === null ? {} : { serviceId: only }) };
    if ((await tx.prisma.experiment.count({ where })) === 0) throw noSuchRisk();
    const { count } = await tx.prisma.acceptedRisk.updateMany({
      where: { id, revokedAt: null },
      data: {
        revokedAt: ctx.clock(),
        revokedBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
      },
    });
    if (count === 0) return;
    const detail = { riskId: id, target };
    await writeAudit(tx, ctx, { action: "risk.revoke", subjectKind: "run", subjectId: runId, detail });
  });
}

function noSuchRisk(): HeadroomError {
  return new HeadroomError("not-found", "Accepted risk not found.");
}
