import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import { contextOf } from "../context.ts";
import type { Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import type { CheckedSession } from "../session/check.ts";
import { lookUpInvitation, stateOf } from "./find.ts";

export const acceptInvitationInput = z.strictObject({ secret: z.string().max(200) });

/**
 * Makes the person a member and switches the session to the workspace. Works only for the invited address. If two
 * sessions accept concurrently, one succeeds.
 */
export async function acceptInvitation({
  services,
  session,
  input,
}: {
  services: Services;
  session: Pick<CheckedSession, "sessionId" | "person">;
  input: z.input<typeof acceptInvitationInput>;
}): Promise<{ workspaceId: string }> {
  const { secret } = parseInput(acceptInvitationInput, input);
  const { person } = session;
  const invitation = await lookUpInvitation(services, secret);
  if (invitation === null) throw new HeadroomError("not-found", "Invitation not found.");
  if (invitation.email.toLowerCase() !== person.email.toLowerCase()) {
    throw new HeadroomError("scope-missing", "This invitation is for another address.", {
      hint: "Sign in with the invited address.",
    });
  }
  const now = services.clock();
  if (stateOf(invitation, now) !== "open") throw over(stateOf(invitation, now));
  const { id, workspaceId, role } = invitation;
  const ctx = contextOf(services, workspaceId, { kind: "person", id: person.id, role });
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const { count } = await tx.prisma.invitation.updateMany({
      where: { id, acceptedAt: null, revokedAt: null },
      data: { acceptedAt: now, acceptedBy: person.id },
    });
    if (count === 0) throw over("used");
    await tx.prisma.membership.createMany({
      data: [{ workspaceId, personId: person.id, role, createdAt: now }],
      skipDuplicates: true,
    });
    await writeAudit(tx, ctx, {
      action: "invitation.accept",
      subjectKind: "person",
      subjectId: person.id,
      detail: { invitation: id, role },
    });
  });
  await services.db.lookup.switchSession(session.sessionId, workspaceId);
  return { workspaceId };
}

function over(state: string): HeadroomError {
  return new HeadroomError(
    "conflict",
    `This invitation ${state === "used" ? "was already used" : "has expired"}.`,
    {
      hint: "Ask a workspace owner for a new one.",
    },
  );
}
