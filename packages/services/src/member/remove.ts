import { z } from "zod";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { announce } from "../announce.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";
import { keepAnOwner } from "./keep-an-owner.ts";
import { endPowers, readPowers } from "./powers.ts";
import { noMember } from "./update.ts";

export const removeMemberInput = z.strictObject({
  personId: z.string(),
  /** Share links of theirs are shown to people who have nothing to do with it, so they stay unless one says so. */
  revokeShareLinks: z.boolean().default(false),
});

/**
 * Removes a member from the workspace immediately, with what would let them act in it later. People without any other
 * permission can still leave.
 */
export async function removeMember({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof removeMemberInput>;
}): Promise<void> {
  const { personId, revokeShareLinks } = parseInput(removeMemberInput, input);
  const leaving = ctx.actor.kind === "person" && ctx.actor.id === personId;
  requireScope(ctx, leaving ? "read" : "manage");
  requireAllServices(ctx);
  if (!isUuid(personId)) throw noMember();
  const shareLinks = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const key = { workspaceId_personId: { workspaceId: ctx.workspaceId, personId } };
    const member = await tx.prisma.membership.findUnique({ where: key, select: { role: true } });
    if (member === null) throw noMember();
    if (member.role === "owner") await keepAnOwner(tx, personId);
    await tx.prisma.membership.delete({ where: key });
    const powers = await readPowers(tx, personId, ctx.clock());
    await endPowers(tx, ctx, revokeShareLinks ? powers : { ...powers, shareLinks: [] });
    await writeAudit(tx, ctx, {
      action: "member.remove",
      subjectKind: "person",
      subjectId: personId,
      detail: { role: member.role, left: leaving },
    });
    return revokeShareLinks ? powers.shareLinks : [];
  });
  await announce(ctx, [personId, ...shareLinks.map(({ id }) => id)]);
}
