import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { requireToken } from "./require-token.ts";

/** Ends the replaced secrets of a token that still work. Ending them again changes nothing. */
export async function endPreviousSecrets({
  ctx,
  input: { tokenId },
}: {
  ctx: Context;
  input: { tokenId: string };
}): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireToken(tx, tokenId);
    const now = ctx.clock();
    const { count } = await tx.prisma.replacedSecret.updateMany({
      where: { tokenId: id, validUntil: { gt: now } },
      data: { validUntil: now },
    });
    if (count === 0) return;
    await writeAudit(tx, ctx, { action: "token.end-previous", subjectKind: "token", subjectId: id });
  });
}
