import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";

const revokedToken = z.strictObject({ tokenId: z.string() });

/** Revoking again changes nothing. */
export async function revokeToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof revokedToken>;
}): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { tokenId } = parseInput(revokedToken, input);
  if (!isUuid(tokenId)) throw noToken();
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const token = await tx.prisma.token.findUnique({ where: { id: tokenId }, select: { revokedAt: true } });
    if (token === null) throw noToken();
    if (token.revokedAt !== null) return;
    await tx.prisma.token.update({ where: { id: tokenId }, data: { revokedAt: ctx.clock() } });
    await writeAudit(tx, ctx, { action: "token.revoke", subjectKind: "token", subjectId: tokenId });
  });
}

function noToken(): HeadroomError {
  return new HeadroomError("not-found", "Token not found.");
}
