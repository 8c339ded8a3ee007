import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { addJob } from "../jobs/add-job.ts";
import type { Context } from "../context.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import { requireScope } from "../scope.ts";
import { judgedByOthers } from "./judged-by-others.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";

/** The name of the job. */
export const JUDGE_EXPERIMENT = "judge-experiment";
const ATTEMPTS = 5;

export interface JudgingAgain {
  /** How many runs were judged by other targets; with 0 there is nothing to do. */
  runs: number;
  /** The version of the current targets; null if the experiment never had any. */
  targetsVersion: number | null;
}

/** Judges every run that other targets judged by the current targets, in the background. */
export async function judgeExperimentAgain({
  ctx,
  input: { experimentId },
}: {
  ctx: Context;
  input: { experimentId: string };
}): Promise<JudgingAgain> {
  requireScope(ctx, "edit");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    const present = await currentTargetSet(tx, id);
    if (present === null) return { runs: 0, targetsVersion: null };
    const runs = await tx.prisma.run.count({ where: await judgedByOthers(tx, id, present) });
    const { version: targetsVersion } = present;
    if (runs === 0) return { runs, targetsVersion };
    await queueJudging(tx, { experimentId: id, by: "targets", after: null });
    await writeAudit(tx, ctx, {
      action: "experiment.judge-again",
      subjectKind: "experiment",
      subjectId: id,
      detail: { runs, targetsVersion },
    });
    return { runs, targetsVersion };
  });
}

interface Judging {
  experimentId: string;
  /** What the runs are judged by that were judged by others. Present targets replace a run's own; present rules keep them. */
  by: "targets" | "rules";
  /** The last run that is done. */
  after: string | null;
}

export function queueJudging(tx: WorkspaceTx, { experimentId, by, after }: Judging): Promise<void> {
  return addJob(tx, {
    name: JUDGE_EXPERIMENT,
    payload: { experimentId, by, after },
    key: `judge by ${by} ${experimentId}`,
    attempts: ATTEMPTS,
    whenIdle: true,
  });
}
