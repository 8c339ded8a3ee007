import type { Role } from "@headroom/core";
import type { Context } from "../context.ts";
import { memberRole } from "../member/update.ts";
import { requireAllServices, requireScope } from "../scope.ts";

export interface ListedInvitation {
  id: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
}

/** Pending invitations, newest first. */
export async function listInvitations({ ctx }: { ctx: Context }): Promise<ListedInvitation[]> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const now = ctx.clock();
  const invitations = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.invitation.findMany({
      where: { acceptedAt: null, revokedAt: null },
      select: { id: true, email: true, role: true, createdAt: true, expiresAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
  );
  return invitations.map((invitation) => ({
    ...invitation,
    role: memberRole.parse(invitation.role),
    expired: invitation.expiresAt <= now,
  }));
}
