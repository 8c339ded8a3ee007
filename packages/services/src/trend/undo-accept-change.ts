import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { unmarkAccepted } from "../run/edit/accept.ts";
import { readRunRow } from "../run/record/choose-window.ts";
import { holdRunRow } from "../run/record/hold-run-row.ts";
import { requireScope } from "../scope.ts";

export const undoAcceptChangeInput = z.strictObject({
  experimentId: z.string(),
  /** As the trend returns them; null: it has none. */
  noteId: z.uuid().nullable(),
  acceptedRunId: z.uuid().nullable(),
});

/** Opens an accepted change again: without its note, and later runs are compared with the level before it. */
export async function undoAcceptChange({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof undoAcceptChangeInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { experimentId, noteId, acceptedRunId } = parseInput(undoAcceptChangeInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    if (noteId !== null) await removeNote(tx, ctx, { id: noteId, experimentId: id });
    if (acceptedRunId === null) return;
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, acceptedRunId));
    if (run.experimentId !== id) throw new HeadroomError("not-found", "This experiment has no such run.");
    if (run.acceptedAt !== null) await unmarkAccepted(tx, ctx, run);
  });
}

async function removeNote(
  tx: WorkspaceTx,
  ctx: Context,
  of: { id: string; experimentId: string },
): Promise<void> {
  const found = await tx.prisma.changeAcknowledgement.findFirst({ where: of });
  if (found === null) throw new HeadroomError("not-found", "This change isn't accepted any more.");
  await tx.prisma.changeAcknowledgement.delete({ where: { id: found.id } });
  const { experimentId, runId, metric, label, word } = found;
  await writeAudit(tx, ctx, {
    action: "trend.withdraw-acknowledgement",
    subjectKind: "run",
    subjectId: runId,
    detail: { experimentId, metric, label, word },
  });
}
