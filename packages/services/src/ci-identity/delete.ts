import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** Jobs get no more tokens by it, and those that they have end immediately. */
export async function deleteCiIdentity({
  ctx,
  input: { identityId },
}: {
  ctx: Context;
  input: { identityId: string };
}): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const identity = isUuid(identityId)
      ? await tx.prisma.ciIdentity.findUnique({ where: { id: identityId }, select: { id: true, name: true } })
      : null;
    if (identity === null) throw new HeadroomError("not-found", "CI identity not found.");
    const { id, name } = identity;
    const { count } = await tx.prisma.ciIdentity.deleteMany({ where: { id } });
    // Somebody else was faster.
    if (count === 0) return;
    await writeAudit(tx, ctx, {
      action: "ci-identity.delete",
      subjectKind: "ci-identity",
      subjectId: id,
      detail: { name },
    });
  });
}
