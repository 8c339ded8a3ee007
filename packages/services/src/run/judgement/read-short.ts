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
  const isStated = workloadSeconds !== null;
  const names = spelledBranches(await defaultBranchesOf(tx, run));
  const isOther = run.branch !== null && !names.includes(run.branch);
  const ofKind = run.branch === null ? null : isOther ? { notIn: names } : { in: names };
  const usual = isStated ? [] : await readUsual(tx, run, ofKind);
  return shortRun({
    seconds: secondsOf(run),
    uploadSeconds: run.plannedSeconds,
    workloadSeconds,
    usual,
    usualThere:
      isStated || !isOther || usual.length >= USUAL_RUNS ? [] : await readUsual(tx, run, { in: names }),
  });
}

/** How long the latest runs before it took, of such branches (null: of none) and the same environment and tool. */
async function readUsual(
  tx: WorkspaceTx,
  run: RunModel,
  branch: { in: string[] } | { notIn: string[] } | null,
): Promise<number[]> {
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
      branch,
    },
    orderBy: [{ publishedAt: "desc" }, { number: "desc" }],
    take: USUAL_RUNS,
    select: { startedAt: true, endedAt: true },
  });
  return found.flatMap((one) => secondsOf(one) ?? []);
}

function secondsOf({ startedAt, endedAt }: Pick<RunModel, "startedAt" | "endedAt">): number | null {
  return startedAt === null || endedAt === null ? null : (endedAt.getTime() - startedAt.getTime()) / 1_000;
}
