import type { WorkspaceTx } from "../workspace-tx.ts";

export interface NewJob {
  /** Whose handler does it. */
  name: string;
  /** What the handler gets, with the workspace beside it. */
  payload: Readonly<Record<string, string | number | boolean | null>>;
  /** A job of the same key that has not begun is replaced; one that has is not tried again. */
  key: string | null;
  /** How often it is tried, with growing pauses, before it is given up. */
  attempts: number;
}

/** Adds a job for the workspace of this transaction: it runs once that is committed, and never if it is not. */
export async function addJob(tx: WorkspaceTx, { name, payload, key, attempts }: NewJob): Promise<void> {
  await tx.query("select queue_job($1, $2, $3, $4)", [name, JSON.stringify(payload), key, attempts]);
}

export interface JobCounts {
  /** Not yet done: to be run, running, or to be tried again. */
  waiting: number;
  /** Given up after the last attempt. */
  failed: number;
}

/** Of all workspaces together; within `asJobs`. */
export async function countJobs(tx: WorkspaceTx): Promise<JobCounts> {
  const [counts] = await tx.query<JobCounts>("select waiting, failed from job_counts()");
  return counts ?? { waiting: 0, failed: 0 };
}
