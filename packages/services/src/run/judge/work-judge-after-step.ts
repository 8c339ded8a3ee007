import { z } from "zod";
import type { JobRun, WorkspaceTx } from "@headroom/db";
import type { Services } from "../../context.ts";
import { addJob } from "../../jobs/add-job.ts";
import { decideAfterStepAgain } from "../edit/decide-again.ts";

/** The name of the job. */
export const JUDGE_AFTER_STEP = "judge-after-step";
const ATTEMPTS = 5;
/** The job's transaction stays short. */
const AT_ONCE = 50;

const jobPayload = z.object({
  workspaceId: z.uuid(),
  /** The last experiment that is done. */
  after: z.uuid().nullable(),
});

/** Has the latest runs of all experiments decided again, as far as a step counts against them. */
export async function workJudgeAfterStep({
  services,
  job,
}: {
  services: Services;
  job: JobRun;
}): Promise<void> {
  const { workspaceId, after } = jobPayload.parse(job.payload);
  await services.db.inWorkspace(workspaceId, async (tx) => {
    const experiments = await tx.prisma.experiment.findMany({
      where: { deletedAt: null, ...(after === null ? {} : { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true },
    });
    for (const { id } of experiments) await decideAfterStepAgain(tx, id);
    const last = experiments.at(-1);
    if (last !== undefined && experiments.length === AT_ONCE) await queueRest(tx, last.id);
  });
}

/** Under another key than the first job: if the setting changes meanwhile, that begins with the first experiment. */
function queueRest(tx: WorkspaceTx, after: string): Promise<void> {
  const key = `${JUDGE_AFTER_STEP} ${after}`;
  return addJob(tx, { name: JUDGE_AFTER_STEP, payload: { after }, key, attempts: ATTEMPTS });
}
