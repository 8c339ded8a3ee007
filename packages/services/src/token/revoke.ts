import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { requireToken } from "./require-token.ts";

/** Ends all secrets of a token. Revoking again changes nothing. */
export async function revokeToken({
  ctx,
  input: { tokenId },
}: {
  ctx: Context;
  input: { tokenId: string };
}): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, revokedAt } = await requireToken(tx, tokenId);
    if (revokedAt !== null) return;
    await tx.prisma.token.update({ where: { id }, data: { revokedAt: ctx.clock() } });
    await writeAudit(tx, ctx, { action: "token.revoke", subjectKind: "token", subjectId: id });
  });
}
