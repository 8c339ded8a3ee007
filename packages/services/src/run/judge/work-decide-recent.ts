import { z } from "zod";
import type { JobRun, WorkspaceTx } from "@headroom/db";
import type { Services } from "../../context.ts";
import { addJob } from "../../jobs/add-job.ts";
import { decideAfterStepAgain, decideRecentAgain } from "../edit/decide-again.ts";

/** The name of the job. */
export const DECIDE_RECENT = "decide-recent";
const ATTEMPTS = 5;
/** The job's transaction stays short. */
const AT_ONCE = 50;

/** Of the latest runs of each experiment: all, or those that a step of the trend counts against. */
const deciding = z.enum(["all", "after-step"]);

const jobPayload = z.object({
  workspaceId: z.uuid(),
  which: deciding,
  /** The last experiment that is done. */
  after: z.uuid().nullable(),
});

/** Has the latest runs of all experiments decided again. */
export async function workDecideRecent({
  services,
  job,
}: {
  services: Services;
  job: JobRun;
}): Promise<void> {
  const { workspaceId, which, after } = jobPayload.parse(job.payload);
  const decide = which === "all" ? decideRecentAgain : decideAfterStepAgain;
  await services.db.inWorkspace(workspaceId, async (tx) => {
    const experiments = await tx.prisma.experiment.findMany({
      where: { deletedAt: null, ...(after === null ? {} : { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true },
    });
    for (const { id } of experiments) await decide(tx, id);
    const last = experiments.at(-1);
    if (last !== undefined && experiments.length === AT_ONCE) await queueRest(tx, which, last.id);
  });
}

/** Under another key than the first job: if the setting changes meanwhile, that begins with the first experiment. */
function queueRest(tx: WorkspaceTx, which: z.infer<typeof deciding>, after: string): Promise<void> {
  const key = `${DECIDE_RECENT} ${which} ${after}`;
  return addJob(tx, { name: DECIDE_RECENT, payload: { which, after }, key, attempts: ATTEMPTS });
}
