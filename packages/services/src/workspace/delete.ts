import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { closeWorkspace, endSessionsWithoutWorkspace } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { announce } from "../announce.ts";

export const deleteWorkspaceInput = z.strictObject({
  /** The workspace's name, typed again. */
  confirmation: z.string().max(500),
});

/**
 * Closes the workspace immediately and for everyone; a job then removes everything that it has. There is no way back. Only
 * a person can do this: a token that leaked must not.
 */
export async function deleteWorkspace({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof deleteWorkspaceInput>;
}): Promise<void> {
  requireScope(ctx, "manage");
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "person")
    throw new HeadroomError("scope-missing", "Only a person can delete a workspace.", {
      hint: "An owner can do it under Settings, Workspace.",
    });
  const { confirmation } = parseInput(deleteWorkspaceInput, input);
  const now = ctx.clock();
  const members = await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const { name } = await tx.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    if (confirmation.trim() !== name.trim())
      throw new HeadroomError("parameter-unreadable", "That isn't the workspace's name.", {
        field: "confirmation",
        hint: "Type the name to delete it with everything in it.",
      });
    const { email } = await tx.prisma.person.findUniqueOrThrow({ where: { id: actor.id } });
    await writeAudit(tx, ctx, {
      action: "workspace.delete",
      subjectKind: "workspace",
      subjectId: workspaceId,
      detail: { name },
    });
    return closeWorkspace(tx, { now, by: email });
  });
  await endSessionsWithoutWorkspace(ctx.db, members, now);
  await announce(ctx, members);
}
