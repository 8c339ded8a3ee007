import type { Prisma, RunModel, RunState, WorkspaceTx } from "@headroom/db";
import { addJob } from "../../jobs/add-job.ts";
import type { StoredComparison } from "../record/stored.ts";

/** The name of the job. */
export const JUDGE_AWAITING = "judge-awaiting";
const ATTEMPTS = 5;

/** Runs that were judged while their baseline was in progress. */
export function awaitsBaseline(experimentId: string): Prisma.RunWhereInput {
  return {
    experimentId,
    publishedAt: { not: null },
    comparison: { path: ["baseline", "receiving"], equals: true },
  };
}

/**
 * Has those runs judged again once they don't have to wait. Added by what ends the waiting, and by each run that begins
 * to wait: whichever of the two commits last, its job sees both.
 */
export function queueAwaiting(tx: WorkspaceTx, experimentId: string): Promise<void> {
  return addJob(tx, {
    name: JUDGE_AWAITING,
    payload: { experimentId },
    key: `${JUDGE_AWAITING} ${experimentId}`,
    attempts: ATTEMPTS,
  });
}

/** Call it when a run's status may have changed. */
export async function endAwaiting(
  tx: WorkspaceTx,
  { id, status }: Pick<RunModel, "id" | "status">,
  now: RunState["status"],
): Promise<void> {
  if (status !== "receiving" || now === "receiving") return;
  const experiment = await tx.prisma.experiment.findFirst({
    where: { baselineRunId: id },
    select: { id: true },
  });
  if (experiment !== null) await queueAwaiting(tx, experiment.id);
}

/** Call it when a run was judged. */
export async function awaitBaseline(
  tx: WorkspaceTx,
  { experimentId }: RunModel,
  comparison: StoredComparison | null,
): Promise<void> {
  if (comparison?.baseline.receiving === true) await queueAwaiting(tx, experimentId);
}
