import { z } from "zod";
import { DAY_MILLIS, HeadroomError, INVITATION_DAYS } from "@headroom/core";
import { readMembers } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { countAttempt } from "../attempt/count.ts";
import { writeAudit } from "../audit.ts";
import { addJob } from "../jobs/add-job.ts";
import type { Context } from "../context.ts";
import { MAIL_ATTEMPTS, SEND_MAIL } from "../mail/mail.ts";
import type { Mailer } from "../mail/mail.ts";
import { invitationMail } from "../mail/words.ts";
import { memberRole } from "../member/update.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { encodeSecret, hashSecret } from "../secret.ts";

const INVITATION_VALID_MILLIS = INVITATION_DAYS * DAY_MILLIS;

export const createInvitationInput = z.strictObject({ email: z.email().max(320), role: memberRole });

export interface CreatedInvitation {
  id: string;
  /** The path of the page that accepts it. Returned only once, because only its hash is stored. */
  path: string;
  expiresAt: Date;
}

/** Invites one address, once and for seven days. An earlier invitation for it stops working. */
export async function createInvitation({
  ctx,
  mailer,
  input,
}: {
  ctx: Context;
  mailer: Mailer;
  input: z.input<typeof createInvitationInput>;
}): Promise<CreatedInvitation> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { email, role } = parseInput(createInvitationInput, input);
  await countAttempt(ctx, "invitations workspace", ctx.workspaceId);
  const secret = encodeSecret(ctx.newSecretBytes());
  const path = `/invitations/${secret}`;
  const id = ctx.newId();
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_VALID_MILLIS);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const invitedBy = await inviterOf(tx, ctx, email);
    const again = await tx.prisma.invitation.updateMany({
      where: { email: { equals: email, mode: "insensitive" }, acceptedAt: null, revokedAt: null },
      data: { revokedAt: createdAt },
    });
    await tx.prisma.invitation.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        email,
        role,
        tokenHash: Buffer.from(hashSecret(secret)),
        invitedBy: invitedBy === null ? null : invitedBy.personId,
        createdAt,
        expiresAt,
      },
    });
    const { name } = await tx.prisma.workspace.findUniqueOrThrow({
      where: { id: ctx.workspaceId },
      select: { name: true },
    });
    const link = `${mailer.webUrl}${path}`;
    const words = { to: email, workspaceName: name, invitedBy: invitedBy?.name ?? null, role, link };
    const sealed = mailer.seal(invitationMail(words));
    await addJob(tx, { name: SEND_MAIL, payload: { sealed }, key: null, attempts: MAIL_ATTEMPTS });
    await writeAudit(tx, ctx, {
      action: "invitation.create",
      subjectKind: "invitation",
      subjectId: id,
      detail: { email, role, again: again.count > 0 },
    });
  });
  return { id, path, expiresAt };
}

async function inviterOf(
  tx: WorkspaceTx,
  { actor }: Context,
  email: string,
): Promise<{ personId: string; name: string } | null> {
  const members = await readMembers(tx);
  if (members.some((member) => member.email.toLowerCase() === email.toLowerCase())) {
    throw new HeadroomError("conflict", "A member already uses this address.", { field: "email" });
  }
  return members.find(({ personId }) => actor.kind === "person" && personId === actor.id) ?? null;
}
