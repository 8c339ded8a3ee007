import { z } from "zod";
import { HeadroomError, ROLES } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";
import { keepAnOwner } from "./keep-an-owner.ts";
import { endPowers, readPowers } from "./powers.ts";

export const memberRole = z.enum(ROLES);
export const updateMemberInput = z.strictObject({ personId: z.string(), role: memberRole });

/**
 * Changes a member's role. Setting the same role again writes no audit entry. Someone who is no longer an owner keeps
 * neither tokens that manage the workspace nor pending invitations.
 */
export async function updateMember({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof updateMemberInput>;
}): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { personId, role } = parseInput(updateMemberInput, input);
  if (!isUuid(personId)) throw noMember();
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const key = { workspaceId_personId: { workspaceId: ctx.workspaceId, personId } };
    const member = await tx.prisma.membership.findUnique({ where: key, select: { role: true } });
    if (member === null) throw noMember();
    if (member.role === role) return;
    if (member.role === "owner") await keepAnOwner(tx, personId);
    await tx.prisma.membership.update({ where: key, data: { role } });
    if (member.role === "owner") {
      const powers = await readPowers(tx, personId, ctx.clock());
      await endPowers(tx, ctx, { ...powers, shareLinks: [] });
    }
    await writeAudit(tx, ctx, {
      action: "member.role",
      subjectKind: "person",
      subjectId: personId,
      detail: { from: member.role, to: role },
    });
  });
}

export function noMember(): HeadroomError {
  return new HeadroomError("not-found", "Member not found.");
}
