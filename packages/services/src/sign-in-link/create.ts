import type { Context } from "../context.ts";
import { writeAudit } from "../audit.ts";
import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { requireScope } from "../scope.ts";
import { encodeSecret, hashSecret } from "../secret.ts";

export interface CreatedSignInLink {
  /** The path of the page that opens the session. Works once. */
  path: string;
  expiresAt: Date;
}

/** A link that signs a member of this workspace in, once and for a limited time. */
export async function createSignInLink({
  ctx,
  input: { personId, validMinutes },
}: {
  ctx: Context;
  input: { personId: string; validMinutes: number };
}): Promise<CreatedSignInLink> {
  requireScope(ctx, "manage");
  requirePersonOrSystem(ctx);
  const secret = encodeSecret(ctx.newSecretBytes());
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + validMinutes * MINUTE_MILLIS);
  const id = ctx.newId();
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const member = await tx.prisma.membership.findUnique({
      where: { workspaceId_personId: { workspaceId: ctx.workspaceId, personId } },
    });
    if (member === null) throw new HeadroomError("not-found", "Member not found.");
    await writeAudit(tx, ctx, {
      action: "sign-in-link.create",
      subjectKind: "person",
      subjectId: personId,
      detail: { expiresAt: expiresAt.toISOString() },
    });
  });
  // Audited first: an entry without a link is the harmless one of the two.
  await ctx.db.lookup.createSignInLink({ id, personId, tokenHash: hashSecret(secret), createdAt, expiresAt });
  return { path: `/sign-in?link=${secret}`, expiresAt };
}

/** It acts for a person, who may do more than any token. */
function requirePersonOrSystem({ actor }: Context): void {
  if (actor.kind === "person" || actor.kind === "system") return;
  throw new HeadroomError("scope-missing", "Only an owner can create a sign-in link, not a token.");
}
