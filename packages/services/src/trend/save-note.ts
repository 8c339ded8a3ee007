import { z } from "zod";
import { ALL_LABEL, HeadroomError } from "@headroom/core";
import type { ChangeDirection, TrendMetric } from "@headroom/core";
import type { ExperimentModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";

/** A change as somebody names it, and what they say of it. */
export interface ChangeNote {
  runId: string;
  metric: TrendMetric;
  label: string | null;
  direction: ChangeDirection;
  before: number;
  after: number;
  word: string;
}

/** Pinned to the first run of the new level. A second note replaces the first. */
export async function saveNote(
  tx: WorkspaceTx,
  ctx: Context,
  { experiment, note }: { experiment: ExperimentModel; note: ChangeNote },
): Promise<{ id: string }> {
  const { runId, label, ...rest } = note;
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
    create: { id: ctx.newId(), workspaceId: ctx.workspaceId, experimentId: experiment.id, ...key, ...given },
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
}
