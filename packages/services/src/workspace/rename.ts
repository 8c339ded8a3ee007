import { z } from "zod";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";

const MAX_NAME = 100;

export const renameWorkspaceInput = z.strictObject({
  name: z
    .string()
    .transform((name) => name.replaceAll("\0", "").trim())
    .pipe(z.string().min(1).max(MAX_NAME)),
});

/** The address stays: only the displayed name changes. */
export async function renameWorkspace({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof renameWorkspaceInput>;
}): Promise<{ name: string }> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { name } = parseInput(renameWorkspaceInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const where = { id: ctx.workspaceId };
    const { name: before } = await tx.prisma.workspace.findUniqueOrThrow({ where, select: { name: true } });
    if (before === name) return { name };
    await tx.prisma.workspace.update({ where, data: { name } });
    await writeAudit(tx, ctx, {
      action: "workspace.rename",
      subjectKind: "workspace",
      subjectId: ctx.workspaceId,
      detail: { before, name },
    });
    return { name };
  });
}
