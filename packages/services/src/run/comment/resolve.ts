import { z } from "zod";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { requirePerson } from "./comment-text.ts";
import { requireComment } from "./require-comment.ts";

export const resolveCommentInput = z.strictObject({ commentId: z.string(), resolved: z.boolean() });

/** Settles a comment, whoever wrote it, or opens it again. */
export async function resolveComment({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof resolveCommentInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const resolvedBy = requirePerson(ctx);
  const { commentId, resolved } = parseInput(resolveCommentInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, runId, resolvedAt } = await requireComment(tx, ctx, commentId);
    if ((resolvedAt !== null) === resolved) return;
    const data = resolved ? { resolvedAt: ctx.clock(), resolvedBy } : { resolvedAt: null, resolvedBy: null };
    await tx.prisma.runComment.update({ where: { id }, data });
    const action = resolved ? "run.comment-resolve" : "run.comment-reopen";
    await writeAudit(tx, ctx, { action, subjectKind: "run", subjectId: runId, detail: { commentId: id } });
  });
}
