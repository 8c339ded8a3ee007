import { z } from "zod";
import { RULES_VERSION } from "@headroom/core";
import { readRunByEarlierRules } from "@headroom/db";
import type { JobRun } from "@headroom/db";
import type { Context, Services } from "../context.ts";
import { judgeByPresentTargets } from "../run/judge/by-present-targets.ts";
import { judgeByItsTargets } from "../run/judge/work-judge-awaiting.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import { systemContext } from "../workspace/ensure.ts";
import { queueJudging } from "./judge-again.ts";
import { judgedByOthers } from "./judged-by-others.ts";

const jobPayload = z.object({
  workspaceId: z.uuid(),
  experimentId: z.uuid(),
  by: z.enum(["targets", "rules"]),
  after: z.uuid().nullable(),
});
type Judging = Pick<z.output<typeof jobPayload>, "experimentId" | "by" | "after">;

export interface JudgeExperimentWork {
  services: Services;
  job: JobRun;
  webUrl: string;
  /** Judges this many runs before other jobs get their turn. */
  atOnce?: number;
}

/** Judges the runs that other targets or earlier rules judged, oldest first, each in its own transaction. */
export async function workJudgeExperiment({
  services,
  job,
  webUrl,
  atOnce = 10,
}: JudgeExperimentWork): Promise<void> {
  const { workspaceId, ...judging } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const failures: unknown[] = [];
  let { after } = judging;
  for (let judged = 0; judged < atOnce; judged++) {
    if (job.signal.aborted) throw new Error("the process is stopping");
    const runId = await nextRun(ctx, { ...judging, after });
    if (runId === null) break;
    try {
      await judgeOne(ctx, judging, { runId, webUrl });
    } catch (error) {
      // The last attempt skips runs that can't be judged, so that the others are.
      if (!job.last) throw error;
      failures.push(error);
    }
    after = runId;
  }
  await goOn(ctx, { ...judging, after });
  if (failures.length > 0) throw failures[0];
}

async function judgeOne(
  ctx: Context,
  { by }: Judging,
  { runId, webUrl }: { runId: string; webUrl: string },
): Promise<void> {
  if (by === "targets") await judgeByPresentTargets(ctx, { runId, webUrl });
  else
    await ctx.db.inWorkspace(
      ctx.workspaceId,
      (tx) => judgeByItsTargets(tx, ctx, { runId, webUrl, silent: true }),
      { patient: true },
    );
}

async function goOn(ctx: Context, judging: Judging): Promise<void> {
  if ((await nextRun(ctx, judging)) === null) return;
  await ctx.db.inWorkspace(ctx.workspaceId, (tx) => queueJudging(tx, judging));
}

function nextRun(ctx: Context, { experimentId, by, after }: Judging): Promise<string | null> {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    if (by === "rules")
      return readRunByEarlierRules(tx, { experimentId, rulesVersion: RULES_VERSION, after });
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
