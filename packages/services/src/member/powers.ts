import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { shownByLink } from "../audit-share.ts";
import type { Context } from "../context.ts";

/** What would let a person act in the workspace, or show others what is in it, once they are no longer a member. */
export interface Powers {
  /** Tokens that they created or rotated, and that can manage the workspace. Others belong to the systems that use them. */
  tokens: { id: string; name: string }[];
  /** CI identities that this person created with the scope `manage`: their jobs may run code that the person writes. */
  ciIdentities: { id: string; name: string }[];
  /** Pending invitations of theirs, which might be for an address of their own. */
  invitations: { id: string; email: string }[];
  shareLinks: { id: string; peakDayId: string | null; serviceId: string | null; gamedayId: string | null }[];
}

export async function readPowers(tx: WorkspaceTx, personId: string, now: Date): Promise<Powers> {
  const [tokens, ciIdentities, invitations, shareLinks] = await Promise.all([
    tx.prisma.token.findMany({
      where: {
        revokedAt: null,
        ciIdentityId: null,
        scopes: { has: "manage" },
        AND: [
          { OR: [{ createdBy: personId }, { rotatedBy: personId }] },
          { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        ],
      },
      select: { id: true, name: true },
      orderBy: { name: "asc" },
    }),
    tx.prisma.ciIdentity.findMany({
      where: { createdBy: personId, scopes: { has: "manage" } },
      select: { id: true, name: true },
      orderBy: { name: "asc" },
    }),
    tx.prisma.invitation.findMany({
      where: { invitedBy: personId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
      select: { id: true, email: true },
      orderBy: { email: "asc" },
    }),
    tx.prisma.shareLink.findMany({
      where: { createdBy: personId, revokedAt: null, expiresAt: { gt: now } },
      select: { id: true, peakDayId: true, serviceId: true, gamedayId: true },
    }),
  ]);
  return { tokens, ciIdentities, invitations, shareLinks };
}

/** Ends them immediately, each with its audit entry. */
export async function endPowers(
  tx: WorkspaceTx,
  ctx: Context,
  { tokens, ciIdentities, invitations, shareLinks }: Powers,
): Promise<void> {
  const [data, idsOf] = [{ revokedAt: ctx.clock() }, (of: { id: string }[]) => of.map(({ id }) => id)];
  await tx.prisma.token.updateMany({ where: { id: { in: idsOf(tokens) } }, data });
  await tx.prisma.ciIdentity.deleteMany({ where: { id: { in: idsOf(ciIdentities) } } });
  await tx.prisma.invitation.updateMany({ where: { id: { in: idsOf(invitations) } }, data });
  await tx.prisma.shareLink.updateMany({ where: { id: { in: idsOf(shareLinks) } }, data });
  for (const { id } of tokens)
    await writeAudit(tx, ctx, { action: "token.revoke", subjectKind: "token", subjectId: id });
  for (const { id, name } of ciIdentities) {
    const subject = { subjectKind: "ci-identity", subjectId: id, detail: { name } } as const;
    await writeAudit(tx, ctx, { action: "ci-identity.delete", ...subject });
  }
  for (const { id, email } of invitations) {
    const subject = { subjectKind: "invitation", subjectId: id, detail: { email } } as const;
    await writeAudit(tx, ctx, { action: "invitation.revoke", ...subject });
  }
  const shown = await tx.prisma.shareLinkRun.findMany({ where: { shareLinkId: { in: idsOf(shareLinks) } } });
  for (const { id, ...of } of shareLinks) {
    const runIds = shown.filter(({ shareLinkId }) => shareLinkId === id).map(({ runId }) => runId);
    await writeAudit(tx, ctx, {
      action: "share.revoke",
      subjectKind: "share",
      subjectId: id,
      detail: shownByLink({ ...of, runIds }),
    });
  }
}
