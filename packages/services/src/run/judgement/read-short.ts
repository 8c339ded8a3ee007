import { LIVE_TRAFFIC, shortRun, USUAL_RUNS } from "@headroom/core";
import type { ShortRun } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { defaultBranchesOf, spelledBranches } from "../record/default-branch.ts";

/** Whether a run is shorter than it should have been. */
export async function readShort(
  tx: WorkspaceTx,
  run: RunModel,
  workloadSeconds: number | null,
): Promise<ShortRun | null> {
  if (run.tool === LIVE_TRAFFIC) return null;
  return shortRun({
    seconds: secondsOf(run),
    uploadSeconds: run.plannedSeconds,
    workloadSeconds,
    usual: workloadSeconds === null ? await readUsual(tx, run) : [],
  });
}

/** How long the latest runs before it took, of the same kind of branch, environment and tool. */
async function readUsual(tx: WorkspaceTx, run: RunModel): Promise<number[]> {
  const { number, experimentId, environment, tool, publishedAt } = run;
  if (publishedAt === null) return [];
  const found = await tx.prisma.run.findMany({
    where: {
      experimentId,
      environment,
      tool,
      status: "finished",
      isEvidence: true,
      OR: [{ publishedAt: { lt: publishedAt } }, { publishedAt, number: { lt: number } }],
      branch: await likeBranch(tx, run),
    },
    orderBy: [{ publishedAt: "desc" }, { number: "desc" }],
    take: USUAL_RUNS,
    select: { startedAt: true, endedAt: true },
  });
  return found.flatMap((one) => secondsOf(one) ?? []);
}

/** On the default branch, on any other, or without one. */
async function likeBranch(tx: WorkspaceTx, run: RunModel) {
  if (run.branch === null) return null;
  const names = spelledBranches(await defaultBranchesOf(tx, run));
  return names.includes(run.branch) ? { in: names } : { notIn: names };
}

function secondsOf({ startedAt, endedAt }: Pick<RunModel, "startedAt" | "endedAt">): number | null {
  return startedAt === null || endedAt === null ? null : (endedAt.getTime() - startedAt.getTime()) / 1_000;
}
