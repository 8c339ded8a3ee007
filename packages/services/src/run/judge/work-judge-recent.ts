import { z } from "zod";
import type { JobRun, WorkspaceTx } from "@headroom/db";
import type { Services } from "../../context.ts";
import { addJob } from "../../jobs/add-job.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { judgeByItsTargets } from "./work-judge-awaiting.ts";

/** The name of the job. */
export const JUDGE_RECENT = "judge-recent";
const ATTEMPTS = 5;
/** Further back, nobody looks, and CI was told long ago. */
const RECENT_RUNS = 50;

const AT_ONCE = 10;

const jobPayload = z.object({
  workspaceId: z.uuid(),
  experimentId: z.uuid().nullable(),
  /** How many of the latest are done. */
  done: z.int().nonnegative().default(0),
});

/** What the targets of an experiment's runs are judged by has changed. */
export function queueJudging(tx: WorkspaceTx, experimentId: string, done = 0): Promise<void> {
  const key = `${JUDGE_RECENT} ${experimentId}`;
  const payload = { experimentId, done };
  return addJob(tx, { name: JUDGE_RECENT, payload, key, attempts: ATTEMPTS, whenIdle: true });
}

/**
 * Judges the latest runs of an experiment by the targets they have, newest first, a few before other jobs get their turn.
 * Without one: of all experiments.
 */
export async function workJudgeRecent({
  services,
  job,
  webUrl,
}: {
  services: Services;
  job: JobRun;
  webUrl: string;
}): Promise<void> {
  const { workspaceId, experimentId, done } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) =>
    ctx.db.inWorkspace(workspaceId, work, { patient: true });
  if (experimentId === null)
    return inWorkspace(async (tx) => {
      const all = await tx.prisma.experiment.findMany({ where: { deletedAt: null }, select: { id: true } });
      for (const { id } of all) await queueJudging(tx, id);
    });
  const runs = await inWorkspace(({ prisma }) =>
    prisma.run.findMany({
      where: { experimentId, publishedAt: { not: null }, status: { not: "receiving" } },
      orderBy: [{ publishedAt: "desc" }, { number: "desc" }],
      skip: done,
      take: AT_ONCE,
      select: { id: true },
    }),
  );
  for (const { id: runId } of runs) {
    if (job.signal.aborted) throw new Error("the process is stopping");
    await inWorkspace((tx) => judgeByItsTargets(tx, ctx, { runId, webUrl, silent: true }));
  }
  const next = done + runs.length;
  if (runs.length === AT_ONCE && next < RECENT_RUNS)
    await inWorkspace((tx) => queueJudging(tx, experimentId, next));
}
