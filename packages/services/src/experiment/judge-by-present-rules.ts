import { RULES_VERSION } from "@headroom/core";
import type { JudgedByRules } from "@headroom/contract";
import { countRunsByEarlierRules } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { queueJudging } from "./judge-again.ts";

/**
 * Judges by the present rules what was judged by earlier ones, in the background and with the targets that each run has: an
 * experiment's runs, or without one, those of the workspace. New rules change nothing otherwise.
 */
export async function judgeByPresentRules({
  ctx,
  input: { experimentId },
}: {
  ctx: Context;
  input: { experimentId: string | null };
}): Promise<JudgedByRules> {
  requireScope(ctx, "edit");
  const serviceId = onlyServiceOf(ctx.actor);
  const rulesVersion = RULES_VERSION;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const only = experimentId === null ? null : await requireExperiment(tx, ctx, experimentId);
    const asked = { experimentId: only?.id ?? null, serviceId, rulesVersion };
    const found = await countRunsByEarlierRules(tx, asked);
    const runs = found.reduce((sum, one) => sum + one.runs, 0);
    for (const one of found)
      await queueJudging(tx, { experimentId: one.experimentId, by: "rules", after: null });
    if (runs > 0)
      await writeAudit(tx, ctx, {
        action: only === null ? "workspace.judge-again" : "experiment.judge-again",
        subjectKind: only === null ? "workspace" : "experiment",
        subjectId: only?.id ?? ctx.workspaceId,
        detail: { runs, rulesVersion },
      });
    return { runs, rulesVersion };
  });
}
