import type { ChannelEvent } from "@headroom/contract";
import { openRunNotice } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { queueRunNotice } from "../../notification/queue-run-notice.ts";
import { defaultBranchesOf, spelledBranches } from "../record/default-branch.ts";

const OF_RUNS: readonly ChannelEvent[] = ["run.finished", "run.regressed", "run.recovered"];

/**
 * Call it in the transaction that completes or changes a run's results. A job finds out whether the run regressed, because
 * the comparison takes a while. Runs of the default branch are compared even without a channel: later runs are compared with
 * the last one that didn't regress. If it is `silent`, channels hear nothing of it.
 */
export async function noteRun(tx: WorkspaceTx, run: RunModel, { silent = false } = {}): Promise<void> {
  const isTold = await hasChannel(tx, run);
  if (!isTold && !(await isOfDefaultBranch(tx, run))) return;
  await openRunNotice(tx, { id: run.id, workspaceId: run.workspaceId, isTold, silent });
  await queueRunNotice(tx, run, 0);
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
