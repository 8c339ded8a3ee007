import { acceptedRiskParameters } from "@headroom/contract";
import type { AcceptedRiskAnswer, RemovedExperimentAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { answerRisks } from "./answer-risk.ts";
import { answerRemoval, readRemovals } from "./removed.ts";

const LISTED = 500;

/**
 * The accepted risks of a service or of an experiment, newest first; those that no longer count as well. With them the
 * experiments that were removed, accepted or not.
 */
export async function listRisks({
  ctx,
  input: { parameters },
}: {
  ctx: Context;
  input: { parameters: unknown };
}): Promise<{ risks: AcceptedRiskAnswer[]; removed: RemovedExperimentAnswer[] }> {
  requireScope(ctx, "read");
  const asked = parseInput(acceptedRiskParameters, parameters);
  const now = ctx.clock();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const where =
      "experiment" in asked
        ? { id: (await requireExperiment(tx, ctx, asked.experiment)).id }
        : { serviceId: (await findService(tx, ctx, asked.service)).id };
    const experiments = await tx.prisma.experiment.findMany({
      where: { ...where, deletedAt: null },
      select: { id: true },
    });
    const found = await tx.prisma.acceptedRisk.findMany({
      where: { experimentId: { in: experiments.map(({ id }) => id) } },
      orderBy: [{ acceptedAt: "desc" }, { id: "asc" }],
      take: LISTED,
    });
    const removals = await readRemovals(tx, where, now);
    return {
      risks: await answerRisks(tx, found, now),
      removed: removals.map((one) => answerRemoval(one, now, "UTC")),
    };
  });
}
