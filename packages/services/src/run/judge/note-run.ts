import type { ChannelEvent } from "@headroom/contract";
import { openRunNotice, type RunModel, type WorkspaceTx } from "@headroom/db";
import { queueRunNotice } from "../../notification/queue-run-notice.ts";
import { defaultBranchesOf, spelledBranches } from "../record/default-branch.ts";

const OF_RUNS: readonly ChannelEvent[] = ["run.finished", "run.regressed", "run.recovered"];

/**
 * Call it in the transaction that completes or changes a run's results. What there is to say is found out by a job, because
 * the comparison takes a while. Of a run that others may be compared with, it is found out even if nobody is told: one that
 * regressed is no good run.
 */
export async function noteRun(tx: WorkspaceTx, run: RunModel): Promise<void> {
  const isTold = await hasChannel(tx, run);
  if (!isTold && !(await isOfDefaultBranch(tx, run))) return;
  await openRunNotice(tx, { id: run.id, workspaceId: run.workspaceId, isTold });
  await queueRunNotice(tx, run.id, 0);
}

async function hasChannel(tx: WorkspaceTx, { serviceId }: RunModel): Promise<boolean> {
  const channels = await tx.prisma.channel.count({
    where: { events: { hasSome: [...OF_RUNS] }, OR: [{ serviceId: null }, { serviceId }] },
  });
  return channels > 0;
}

async function isOfDefaultBranch(tx: WorkspaceTx, run: RunModel): Promise<boolean> {
  return run.branch === null || spelledBranches(await defaultBranchesOf(tx, run)).includes(run.branch);
}
