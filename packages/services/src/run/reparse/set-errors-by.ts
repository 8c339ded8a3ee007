import { ERRORS_BY } from "@headroom/core";
import type { ErrorsBy } from "@headroom/core";
import { z } from "zod";
import { holdExperiment, holdRun, Prisma } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import { requireExperiment } from "../../catalog/require-experiment.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { queueJudging } from "../judge/work-judge-recent.ts";
import { hasKeptFiles, requestReparse } from "./reparse.ts";
import { requireScope } from "../../scope.ts";

export const setErrorsByInput = z.strictObject({ experimentId: z.string(), errorsBy: z.enum(ERRORS_BY) });

/** Further back, nobody looks, and CI was told long ago. */
const RECENT_RUNS = 50;

/**
 * Says what the errors of an experiment are counted by. Its latest runs follow, unless their upload said otherwise: those whose
 * files were kept are counted again, and all are judged again.
 */
export async function setErrorsBy({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof setErrorsByInput>;
}): Promise<{ countedAgain: number }> {
  requireScope(ctx, "edit");
  const { experimentId, errorsBy } = parseInput(setErrorsByInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    await holdExperiment(tx, id);
    const before = await requireExperiment(tx, ctx, id);
    if (before.errorsBy === errorsBy) return { countedAgain: 0 };
    await tx.prisma.experiment.update({ where: { id }, data: { errorsBy } });
    const countedAgain = await countAgain(tx, ctx, { experimentId: id, errorsBy });
    await queueJudging(tx, id);
    await writeAudit(tx, ctx, {
      action: "experiment.errors-by",
      subjectKind: "experiment",
      subjectId: id,
      detail: { errorsBy, before: before.errorsBy },
    });
    return { countedAgain };
  });
}

/** Only a run with answers that the tool called successes changes. */
async function countAgain(
  tx: WorkspaceTx,
  ctx: Context,
  { experimentId, errorsBy }: { experimentId: string; errorsBy: ErrorsBy },
): Promise<number> {
  const runs = await tx.prisma.run.findMany({
    where: {
      experimentId,
      publishedAt: { not: null },
      status: { not: "receiving" },
      deletedAt: null,
      errorsBy: null,
      codes: { not: Prisma.AnyNull },
    },
    orderBy: [{ publishedAt: "desc" }, { number: "desc" }],
    take: RECENT_RUNS,
    select: { id: true },
  });
  let countedAgain = 0;
  for (const { id: runId } of runs) {
    await holdRun(tx, runId);
    const otherwise = await tx.prisma.part.count({
      where: { runId, kind: "requests", state: "published", errorsBy: { not: errorsBy } },
    });
    if (otherwise === 0 || !(await hasKeptFiles(tx, runId))) continue;
    await requestReparse(tx, ctx, runId);
    countedAgain += 1;
  }
  return countedAgain;
}
