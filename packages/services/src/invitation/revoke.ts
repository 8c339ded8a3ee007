import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";

export const revokeInvitationInput = z.strictObject({ invitationId: z.string() });

/** The link stops working. Revoking again changes nothing, and an accepted invitation stays a membership. */
export async function revokeInvitation({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof revokeInvitationInput>;
}): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { invitationId: id } = parseInput(revokeInvitationInput, input);
  if (!isUuid(id)) throw noInvitation();
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await tx.prisma.invitation.findUnique({ where: { id }, select: { email: true } });
    if (found === null) throw noInvitation();
    const { count } = await tx.prisma.invitation.updateMany({
      where: { id, acceptedAt: null, revokedAt: null },
      data: { revokedAt: ctx.clock() },
    });
    if (count === 0) return;
    await writeAudit(tx, ctx, {
      action: "invitation.revoke",
      subjectKind: "invitation",
      subjectId: id,
      detail: { email: found.email },
    });
  });
}

function noInvitation(): HeadroomError {
  return new HeadroomError("not-found", "Invitation not found.");
}
