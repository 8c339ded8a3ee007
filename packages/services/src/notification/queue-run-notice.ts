import type { WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job. */
export const NOTIFY_OF_RUN = "notify-of-run";
const ATTEMPTS = 10;

export function queueRunNotice(tx: WorkspaceTx, runId: string, delaySeconds: number): Promise<void> {
  const key = `${NOTIFY_OF_RUN} ${runId}`;
  return addJob(tx, { name: NOTIFY_OF_RUN, payload: { runId }, key, attempts: ATTEMPTS, delaySeconds });
}
