import type { WorkspaceTx } from "../workspace-tx.ts";

export interface NewJob {
  /** The name of its handler. */
  name: string;
  /** The handler's input; the workspace is added. */
  payload: Readonly<Record<string, string | number | boolean | null>>;
  /** Replaces a pending job with the same key; a running one isn't retried. */
  key: string | null;
  /** How often it is tried, with increasing delays, before it is given up. */
  attempts: number;
  /** Not before so many seconds from now. */
  delaySeconds?: number;
  /** Of the jobs with this name of a line, one runs at a time. */
  line?: string;
  /** Only while no other job is due. */
  whenIdle?: boolean;
}

/** Adds a job for this transaction's workspace. It runs once the transaction is committed, and never if it isn't. */
export async function addJob(tx: WorkspaceTx, job: NewJob): Promise<void> {
  const { name, payload, key, attempts, delaySeconds = 0, line = null, whenIdle = false } = job;
  const input = [name, JSON.stringify(payload), key, attempts];
  await (delaySeconds === 0 && line === null && !whenIdle
    ? tx.query("select queue_job($1, $2, $3, $4)", input)
    : tx.query("select queue_job_later($1, $2, $3, $4, $5, $6, $7)", [
        ...input,
        delaySeconds,
        line,
        whenIdle,
      ]));
  if (delaySeconds === 0) tx.noteJob();
}

export interface JobCounts {
  /** Not done yet: queued, running, or waiting for a retry. */
  waiting: number;
  /** Given up after the last attempt. */
  failed: number;
}

/** For all workspaces together; within `asJobs`. */
export async function countJobs(tx: WorkspaceTx): Promise<JobCounts> {
  const [counts] = await tx.query<JobCounts>("select waiting, failed from job_counts()");
  return counts ?? { waiting: 0, failed: 0 };
}
