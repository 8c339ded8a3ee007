import type pg from "pg";

export interface PendingJob {
  identifier: string;
  payload: unknown;
  queue: string | null;
  runAt: string;
  maxAttempts: number;
  key: string | null;
  priority: number;
  flags: string[] | null;
}

const NOT_RESTORED = ["send-mail", "write-weekly-mail", "send-delivery", "send-webhook"];

/**
 * Jobs that still have to run. Their tables belong to a package that may arrange them differently in another version, so
 * they are read as values and added again. Mail, webhooks and messages to channels are left out: a restored copy must not
 * write to people. With a workspace, only its jobs.
 */
export async function readPendingJobs(
  client: pg.Client,
  workspaceId: string | null = null,
): Promise<PendingJob[]> {
  const found = await client.query<{ found: boolean }>(
    "select to_regclass('graphile_worker._private_jobs') is not null as found",
  );
  if (found.rows[0]?.found !== true) return [];
  const { rows } = await client.query<PendingJob>(
    `select t.identifier, j.payload, q.queue_name as queue, to_json(j.run_at) #>> '{}' as "runAt",
       j.max_attempts as "maxAttempts", j.key, j.priority,
       (select array_agg(flag) from jsonb_object_keys(j.flags) as flag) as flags
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts and t.identifier <> all ($1)
       and ($2::text is null or j.payload ->> 'workspaceId' = $2) order by j.id`,
    [NOT_RESTORED, workspaceId],
  );
  return rows;
}

export async function addPendingJobs(client: pg.Client, jobs: readonly PendingJob[]): Promise<void> {
  for (const job of jobs) {
    await client.query(
      `select graphile_worker.add_job(identifier => $1, payload => $2::json, queue_name => $3, run_at => $4,
         max_attempts => $5, job_key => $6, priority => $7, flags => $8)`,
      [
        job.identifier,
        JSON.stringify(job.payload),
        job.queue,
        job.runAt,
        job.maxAttempts,
        job.key,
        job.priority,
        job.flags,
      ],
    );
  }
}

/** Runs that are still to be compared are compared without telling channels: a restored copy must not write to people. */
export async function silenceNotices(client: pg.Client, workspaceId: string | null = null): Promise<void> {
  await client.query(
    `update public.run_notice set silent = true, finished_at = coalesce(finished_at, now())
     where outcome is null and ($1::uuid is null or workspace_id = $1)`,
    [workspaceId],
  );
}
