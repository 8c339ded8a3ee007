import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
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
    if (risk === null) return revokeRemoval(tx, ctx, input.id);
    const { id, runId, experimentId, target } = risk;
    await requireOwn(tx, ctx, experimentId);
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

async function requireOwn(tx: WorkspaceTx, ctx: Context, experimentId: string): Promise<void> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id: experimentId, ...(only === null ? {} : { serviceId: only }) };
  if ((await tx.prisma.experiment.count({ where })) === 0) throw noSuchRisk();
}

/** That an experiment was removed is a risk again. */
async function revokeRemoval(tx: WorkspaceTx, ctx: Context, riskId: string): Promise<void> {
  const removal = await tx.prisma.removedExperiment.findUnique({ where: { riskId } });
  if (removal === null) throw noSuchRisk();
  const { experimentId } = removal;
  await requireOwn(tx, ctx, experimentId);
  const nothing = { riskId: null, reason: null, acceptedBy: null, acceptedByName: null };
  await tx.prisma.removedExperiment.update({
    where: { experimentId },
    data: { ...nothing, acceptedAt: null, untilAt: null },
  });
  const subject = { subjectKind: "experiment", subjectId: experimentId };
  await writeAudit(tx, ctx, { action: "removal.revoke", ...subject, detail: { riskId } });
}

function noSuchRisk(): HeadroomError {
  return new HeadroomError("not-found", "Accepted risk not found.");
}
