import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { holdExperiment } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { decideRecentAgain } from "../run/edit/decide-again.ts";
import { queueAwaiting } from "../run/judge/await-baseline.ts";
import { requireScope } from "../scope.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";

export const setBaselineInput = z.strictObject({ experimentId: z.string(), runId: z.string().nullable() });

/** Sets the baseline that the experiment's future runs are compared with; null removes it. */
export async function setBaseline({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof setBaselineInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { experimentId, runId } = parseInput(setBaselineInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    await holdExperiment(tx, id);
    const before = await requireExperiment(tx, ctx, id);
    if (before.baselineRunId === runId) return;
    if (runId !== null) await requireComplete(runId);
    await tx.prisma.experiment.update({ where: { id }, data: { baselineRunId: runId } });
    // Runs may have waited for the one before.
    if (before.baselineRunId !== null) await queueAwaiting(tx, id);
    await decideRecentAgain(tx, id);
    await writeAudit(tx, ctx, {
      action: "experiment.set-baseline",
      subjectKind: "experiment",
      subjectId: id,
      detail: { runId, before: before.baselineRunId },
    });

    async function requireComplete(given: string): Promise<void> {
      if (!z.uuid().safeParse(given).success) throw notItsRun();
      const where = { id: given, experimentId: id, publishedAt: { not: null } };
      const run = await tx.prisma.run.findFirst({
        where,
        select: { status: true, setAsideAt: true, copyOf: true },
      });
      if (run === null) throw notItsRun();
      if (run.status === "receiving") throw stillReceiving();
      if (run.setAsideAt !== null) throw isSetAside();
      if (run.copyOf !== null) throw isCopy();
    }
  });
}

function notItsRun(): HeadroomError {
  return new HeadroomError("not-found", "This experiment has no such run.", {
    field: "run",
    hint: "The baseline must be one of the experiment's own runs.",
  });
}

function isSetAside(): HeadroomError {
  return new HeadroomError("conflict", "The run is set aside.", {
    field: "run",
    hint: "Count it again on its page first. Then it can be the baseline.",
  });
}

function isCopy(): HeadroomError {
  return new HeadroomError("conflict", "The run has the same samples as another run.", {
    field: "run",
    hint: "Choose the other run, or delete it. Then this one counts.",
  });
}

function stillReceiving(): HeadroomError {
  return new HeadroomError("conflict", "The run is still in progress.", {
    field: "run",
    hint: "Finish it first, or wait until its writers time out. Then it can be the baseline.",
  });
}
