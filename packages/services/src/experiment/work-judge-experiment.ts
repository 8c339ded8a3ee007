import { z } from "zod";
import type { JobRun } from "@headroom/db";
import type { Context, Services } from "../context.ts";
import { judgeByPresentTargets } from "../run/judge/by-present-targets.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import { systemContext } from "../workspace/ensure.ts";
import { queueJudging } from "./judge-again.ts";
import { judgedByOthers } from "./judged-by-others.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), experimentId: z.uuid(), after: z.uuid().nullable() });

export interface JudgeExperimentWork {
  services: Services;
  job: JobRun;
  webUrl: string;
  /** Judges this many runs before other jobs get their turn. */
  atOnce?: number;
}

/** Judges the runs that other targets judged, oldest first, each in its own transaction. */
export async function workJudgeExperiment({
  services,
  job,
  webUrl,
  atOnce = 100,
}: JudgeExperimentWork): Promise<void> {
  const { workspaceId, experimentId, after: from } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const failures: unknown[] = [];
  let after = from;
  for (let judged = 0; judged < atOnce; judged++) {
    if (job.signal.aborted) throw new Error("the process is stopping");
    const runId = await nextRun(ctx, experimentId, after);
    if (runId === null) break;
    try {
      await judgeByPresentTargets(ctx, { runId, webUrl });
    } catch (error) {
      // The last attempt skips runs that can't be judged, so that the others are.
      if (!job.last) throw error;
      failures.push(error);
    }
    after = runId;
  }
  await goOn(ctx, experimentId, after);
  if (failures.length > 0) throw failures[0];
}

async function goOn(ctx: Context, experimentId: string, after: string | null): Promise<void> {
  if ((await nextRun(ctx, experimentId, after)) === null) return;
  await ctx.db.inWorkspace(ctx.workspaceId, (tx) => queueJudging(tx, experimentId, after));
}

function nextRun(ctx: Context, experimentId: string, after: string | null): Promise<string | null> {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const present = await currentTargetSet(tx, experimentId);
    if (present === null) return null;
    const run = await tx.prisma.run.findFirst({
      where: {
        ...(await judgedByOthers(tx, experimentId, present)),
        ...(after === null ? {} : { id: { gt: after } }),
      },
      orderBy: { id: "asc" },
      select: { id: true },
    });
    return run?.id ?? null;
  });
}
