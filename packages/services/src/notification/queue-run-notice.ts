import { HOUR_MILLIS } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job. */
export const NOTIFY_OF_RUN = "notify-of-run";
const ATTEMPTS = 10;
/** Results of long ago are compared, but no news: an archive, or a load generator whose clock is days behind. */
const NEWS_MILLIS = 24 * HOUR_MILLIS;

interface Noted {
  id: string;
  endedAt: Date | null;
  publishedAt: Date | null;
}

/** An archive of thousands of runs must not keep a build waiting. */
export function queueRunNotice(tx: WorkspaceTx, run: Noted, delaySeconds: number): Promise<void> {
  const key = `${NOTIFY_OF_RUN} ${run.id}`;
  const job = { name: NOTIFY_OF_RUN, payload: { runId: run.id }, key, attempts: ATTEMPTS } as const;
  return addJob(tx, { ...job, delaySeconds, whenIdle: !isNews(run) });
}

export function isNews({ endedAt, publishedAt }: Omit<Noted, "id">): boolean {
  return endedAt === null || publishedAt === null || publishedAt.getTime() - endedAt.getTime() <= NEWS_MILLIS;
}
