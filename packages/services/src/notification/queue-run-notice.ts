import type { ChannelEvent } from "@headroom/contract";
import { openRunNotice, type WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job. */
export const NOTIFY_OF_RUN = "notify-of-run";
const ATTEMPTS = 10;
const OF_RUNS: readonly ChannelEvent[] = ["run.finished", "run.regressed", "run.recovered"];

/**
 * Call it in the transaction that completes or changes a run's results. What there is to say is found out by a job, because
 * the comparison takes a while.
 */
export async function noteForChannels(
  tx: WorkspaceTx,
  { id, workspaceId, serviceId }: { id: string; workspaceId: string; serviceId: string },
): Promise<void> {
  const channels = await tx.prisma.channel.count({
    where: { events: { hasSome: [...OF_RUNS] }, OR: [{ serviceId: null }, { serviceId }] },
  });
  if (channels === 0) return;
  await openRunNotice(tx, { id, workspaceId });
  await queueRunNotice(tx, id, 0);
}

export function queueRunNotice(tx: WorkspaceTx, runId: string, delaySeconds: number): Promise<void> {
  const key = `${NOTIFY_OF_RUN} ${runId}`;
  return addJob(tx, { name: NOTIFY_OF_RUN, payload: { runId }, key, attempts: ATTEMPTS, delaySeconds });
}
