import { HOUR_MILLIS } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job. */
export const NOTIFY_OF_RUN = "notify-of-run";
const ATTEMPTS = 10;
/** Results of long ago are compared, but no news: an archive, or a load generator whose clock is days behind. */
export const NEWS_MILLIS = 24 * HOUR_MILLIS;

interface Arrived {
  endedAt: Date | null;
  publishedAt: Date | null;
}

interface Noted extends Arrived {
  id: string;
  /** It is decided again, without a message. */
  silent: boolean;
}

/** An archive of thousands of runs must not keep a build waiting, and neither must what is decided again. */
export function queueRunNotice(tx: WorkspaceTx, run: Noted, delaySeconds: number): Promise<void> {
  const key = `${NOTIFY_OF_RUN} ${run.id}`;
  const job = { name: NOTIFY_OF_RUN, payload: { runId: run.id }, key, attempts: ATTEMPTS } as const;
  return addJob(tx, { ...job, delaySeconds, whenIdle: !isAwaited(run) });
}

/** A build may be waiting for it. */
export function isAwaited(run: Omit<Noted, "id">): boolean {
  return !run.silent && isNews(run);
}

export function isNews({ endedAt, publishedAt }: Arrived): boolean {
  return endedAt === null || publishedAt === null || publishedAt.getTime() - endedAt.getTime() <= NEWS_MILLIS;
}
