import { z } from "zod";
import type { JobRun, WorkspaceTx } from "@headroom/db";
import type { Context, Services } from "../../context.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { readRunRow } from "../record/choose-window.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { awaitsBaseline } from "./await-baseline.ts";
import { judgeHeldRun } from "./judge-held-run.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), experimentId: z.uuid() });

/** Judges the runs that waited for their baseline, by the targets they have, each in its own transaction. */
export async function workJudgeAwaiting({
  services,
  job,
  webUrl,
}: {
  services: Services;
  job: JobRun;
  webUrl: string;
}): Promise<void> {
  const { workspaceId, experimentId } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  for (const runId of await waiting(ctx, experimentId)) {
    if (job.signal.aborted) throw new Error("the process is stopping");
    await ctx.db.inWorkspace(
      workspaceId,
      (tx) => judgeByItsTargets(tx, ctx, { runId, webUrl, silent: false }),
      { patient: true },
    );
  }
}

/** None while the baseline is still in progress: the job is added again when it has finished. */
function waiting(ctx: Context, experimentId: string): Promise<string[]> {
  return ctx.db.inWorkspace(ctx.workspaceId, async ({ prisma }) => {
    const experiment = await prisma.experiment.findUnique({ where: { id: experimentId } });
    const id = experiment?.baselineRunId ?? null;
    const baseline = id === null ? null : await prisma.run.findUnique({ where: { id } });
    if (baseline?.status === "receiving") return [];
    const runs = await prisma.run.findMany({
      where: awaitsBaseline(experimentId),
      orderBy: { number: "asc" },
      select: { id: true },
    });
    return runs.map((run) => run.id);
  });
}

/** Judges a run by the targets it has; whether that is news is for `silent` to say. */
export async function judgeByItsTargets(
  tx: WorkspaceTx,
  ctx: Context,
  { runId, webUrl, silent }: { runId: string; webUrl: string; silent: boolean },
): Promise<void> {
  const found = await tx.prisma.run.findUnique({ where: { id: runId } });
  // It was deleted in the meantime.
  if (found === null || found.deletedAt !== null) return;
  const run = await holdRunRow(tx, () => readRunRow(tx, ctx, runId));
  const targetSet =
    run.targetSetId === null
      ? null
      : await tx.prisma.targetSet.findUniqueOrThrow({
          where: { id: run.targetSetId },
          select: { id: true, version: true },
        });
  await judgeHeldRun(tx, ctx, { run, targetSet, webUrl, silent });
}
