import { z } from "zod";
import { ALL_LABEL, HeadroomError, MAX_WORD_LENGTH, TREND_METRICS } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";

const acknowledgement = z.strictObject({
  experimentId: z.string(),
  /** The first run after the change. */
  runId: z.string(),
  metric: z.enum(TREND_METRICS),
  label: z.string().max(2_000).nullable().default(null),
  direction: z.enum(["rise", "fall"]),
  before: z.number(),
  after: z.number(),
  word: z
    .string()
    .transform((text) => text.replaceAll("\0", "").trim())
    .pipe(z.string().min(1, "enter a reason").max(MAX_WORD_LENGTH)),
});

/** Saves a member's note on a change. A second note replaces the first. */
export async function acknowledgeChange({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof acknowledgement>;
}): Promise<{ id: string }> {
  requireScope(ctx, "edit");
  const { experimentId, runId, label, ...rest } = parseInput(acknowledgement, input);
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
