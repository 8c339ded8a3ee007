import { z } from "zod";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { commentBody } from "./comment-text.ts";
import { requireOwnComment } from "./require-comment.ts";

export const updateCommentInput = z.strictObject({ commentId: z.string(), body: commentBody });

/** Edits the member's own comment, which then shows as edited. */
export async function updateComment({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof updateCommentInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { commentId, body } = parseInput(updateCommentInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const comment = await requireOwnComment(tx, ctx, commentId);
    if (comment.body === body) return;
    const { id, runId } = comment;
    await tx.prisma.runComment.update({ where: { id }, data: { body, editedAt: ctx.clock() } });
    const detail = { commentId: id };
    await writeAudit(tx, ctx, { action: "run.comment-edit", subjectKind: "run", subjectId: runId, detail });
  });
}
