import { wantedBadge } from "@headroom/contract";
import { holdExperiment } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { badgePath } from "./token.ts";

/**
 * Gives an experiment a badge that anyone with its address can see, or takes it away. Returns its path; null: it has none.
 * A badge that is turned on again has another address.
 */
export async function setBadge({
  ctx,
  input,
}: {
  ctx: Context;
  input: { experimentId: string; body: unknown };
}): Promise<{ path: string | null }> {
  requireScope(ctx, "edit");
  const { on } = parseInput(wantedBadge, input.body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, input.experimentId);
    await holdExperiment(tx, id);
    const before = await requireExperiment(tx, ctx, id);
    if ((before.badge !== null) === on) return { path: badgePath(before) };
    const badge = on ? ctx.newId() : null;
    await tx.prisma.experiment.update({ where: { id }, data: { badge } });
    await writeAudit(tx, ctx, {
      action: "experiment.badge",
      subjectKind: "experiment",
      subjectId: id,
      detail: { name: before.name, on },
    });
    return { path: badgePath({ ...before, badge }) };
  });
}
