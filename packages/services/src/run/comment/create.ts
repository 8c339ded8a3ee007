import { z } from "zod";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";
import { commentBody, commentPin, requirePerson } from "./comment-text.ts";

export const createCommentInput = z.strictObject({
  runId: z.string(),
  pin: commentPin.prefault({}),
  body: commentBody,
});

/** Adds a member's comment to a run, pinned to a moment or a metric. */
export async function createComment({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof createCommentInput>;
}): Promise<{ id: string }> {
  requireScope(ctx, "edit");
  const authorId = requirePerson(ctx);
  const { runId, pin, body } = parseInput(createCommentInput, input);
  const run = readRunId(runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, run);
    const id = ctx.newId();
    const { workspaceId } = ctx;
    await tx.prisma.runComment.create({
      data: { id, workspaceId, runId: run, ...pin, body, authorId, createdAt: ctx.clock() },
    });
    const detail = { commentId: id, atSeconds: pin.atSeconds, figure: pin.figure };
    await writeAudit(tx, ctx, { action: "run.comment", subjectKind: "run", subjectId: run, detail });
    return { id };
  });
}
