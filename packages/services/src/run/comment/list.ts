import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";
import { namesOf } from "../record/names-of.ts";

export interface RunComment {
  id: string;
  /** Seconds from the run's origin. */
  atSeconds: number | null;
  figure: string | null;
  body: string;
  /** Null: the author is no longer a member. */
  author: string | null;
  /** Written by the person who asks. */
  own: boolean;
  createdAt: Date;
  editedAt: Date | null;
  /** Null: it is still open. `by` is null if that person is no longer a member. */
  resolved: { at: Date; by: string | null } | null;
}

const MAX_COMMENTS = 1_000;

/** The comments on a run, in order of their moments, then of writing. */
export async function listComments({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<{ comments: RunComment[] }> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const rows = await tx.prisma.runComment.findMany({
      where: { runId },
      orderBy: [{ atSeconds: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }, { id: "asc" }],
      take: MAX_COMMENTS,
    });
    const names = await namesOf(
      tx,
      rows.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy]),
    );
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
    return {
      comments: rows.map(({ authorId, resolvedAt, resolvedBy, ...row }) => ({
        id: row.id,
        atSeconds: row.atSeconds,
        figure: row.figure,
        body: row.body,
        author: nameOf(authorId),
        own: authorId !== null && ctx.actor.kind === "person" && ctx.actor.id === authorId,
        createdAt: row.createdAt,
        editedAt: row.editedAt,
        resolved: resolvedAt === null ? null : { at: resolvedAt, by: nameOf(resolvedBy) },
      })),
    };
  });
}
