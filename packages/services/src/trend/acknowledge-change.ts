import { z } from "zod";
import { ALL_LABEL, HeadroomError } from "@headroom/core";
import { changeAcknowledgement } from "@headroom/contract";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";

/** Saves a note on a change. A second note replaces the first. */
export async function acknowledgeChange({
  ctx,
  input: { experimentId, body },
}: {
  ctx: Context;
  input: { experimentId: string; body: unknown };
}): Promise<{ id: string }> {
  requireScope(ctx, "edit");
  const { runId, label, ...rest } = parseInput(changeAcknowledgement, body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const experiment = await requireExperiment(tx, ctx, experimentId);
    const run = z.uuid().safeParse(runId).success
      ? await tx.prisma.run.findFirst({
          where: { id: runId, experimentId: experiment.id, publishedAt: { not: null } },
          select: { id: true, number: true },
        })
      : null;
    if (run === null) throw new HeadroomError("not-found", "This experiment has no such run.");
    const given = {
      ...rest,
      acknowledgedBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
      acknowledgedAt: ctx.clock(),
    };
    const key = { runId: run.id, metric: rest.metric, label: label ?? ALL_LABEL };
    const { id } = await tx.prisma.changeAcknowledgement.upsert({
      where: { runId_metric_label: key },
      create: {
        id: ctx.newId(),
        workspaceId: ctx.workspaceId,
        experimentId: experiment.id,
        ...key,
        ...given,
      },
      update: given,
      select: { id: true },
    });
    await writeAudit(tx, ctx, {
      action: "trend.acknowledge-change",
      subjectKind: "run",
      subjectId: run.id,
      detail: { experimentId: experiment.id, run: run.number, ...key, word: rest.word },
    });
    return { id };
  });
}
