import { z } from "zod";
import { wantedConstantLoad } from "@headroom/contract";
import { holdExperiment } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { queueJudging } from "../run/judge/work-judge-recent.ts";
import { requireScope } from "../scope.ts";

export const setConstantLoadInput = wantedConstantLoad.extend({ experimentId: z.string() });

/** Keeps with an experiment whether the load of its runs is constant; null: nobody says. Its runs are judged again. */
export async function setConstantLoad({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof setConstantLoadInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { experimentId, constant } = parseInput(setConstantLoadInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    await holdExperiment(tx, id);
    const { constantLoad: before } = await requireExperiment(tx, ctx, id);
    if (before === constant) return;
    await tx.prisma.experiment.update({ where: { id }, data: { constantLoad: constant } });
    await queueJudging(tx, id);
    await writeAudit(tx, ctx, {
      action: "experiment.set-constant-load",
      subjectKind: "experiment",
      subjectId: id,
      detail: { constant, before },
    });
  });
}
