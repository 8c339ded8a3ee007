import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

export const withdrawAcknowledgementInput = z.strictObject({ acknowledgementId: z.string() });

/** Removes the note from a change, which is open again. */
export async function withdrawAcknowledgement({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof withdrawAcknowledgementInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { acknowledgementId } = parseInput(withdrawAcknowledgementInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const only = onlyServiceOf(ctx.actor);
    const found = z.uuid().safeParse(acknowledgementId).success
      ? await tx.prisma.changeAcknowledgement.findFirst({ where: { id: acknowledgementId } })
      : null;
    const ofOther =
      found !== null &&
      only !== null &&
      (await tx.prisma.experiment.count({ where: { id: found.experimentId, serviceId: only } })) === 0;
    if (found === null || ofOther) {
      throw new HeadroomError("not-found", "Acknowledgement not found.");
    }
    await tx.prisma.changeAcknowledgement.delete({ where: { id: found.id } });
    const { experimentId, runId, metric, label, word } = found;
    await writeAudit(tx, ctx, {
      action: "trend.withdraw-acknowledgement",
      subjectKind: "run",
      subjectId: runId,
      detail: { experimentId, metric, label, word },
    });
  });
}
