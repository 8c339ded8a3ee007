import { z } from "zod";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { requireOwnComment } from "./require-comment.ts";

export const deleteCommentInput = z.strictObject({ commentId: z.string() });

/** Deletes the member's own comment. */
export async function deleteComment({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof deleteCommentInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { commentId } = parseInput(deleteCommentInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, runId } = await requireOwnComment(tx, ctx, commentId);
    await tx.prisma.runComment.delete({ where: { id } });
    const detail = { commentId: id };
    await writeAudit(tx, ctx, { action: "run.comment-delete", subjectKind: "run", subjectId: runId, detail });
  });
}
