import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { RunCommentModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { requireRun } from "../record/require-run.ts";
import { noSuchComment, requirePerson } from "./comment-text.ts";

/** The comment, if it is on a run that the person sees. */
export async function requireComment(
  tx: WorkspaceTx,
  ctx: Context,
  commentId: string,
): Promise<RunCommentModel> {
  const id = z.uuid().safeParse(commentId);
  const comment = id.success ? await tx.prisma.runComment.findFirst({ where: { id: id.data } }) : null;
  if (comment === null) throw noSuchComment();
  await requireRun(tx, ctx, comment.runId);
  return comment;
}

/** Only its author can change what a comment says. */
export async function requireOwnComment(
  tx: WorkspaceTx,
  ctx: Context,
  commentId: string,
): Promise<RunCommentModel> {
  const author = requirePerson(ctx);
  const comment = await requireComment(tx, ctx, commentId);
  if (comment.authorId === author) return comment;
  throw new HeadroomError("scope-missing", "This is someone else's comment.", {
    hint: "Add a comment of your own instead.",
  });
}
