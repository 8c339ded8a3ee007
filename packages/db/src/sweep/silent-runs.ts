import type { Database } from "../database.ts";

export interface SilentRun {
  workspaceId: string;
  runId: string;
}

const AT_ONCE = 100;

/**
 * Live runs of all workspaces without contact since then that still need something: writers are
 * open or have unpublished batches, or none is left and more could arrive.
 */
export function findSilentRuns(db: Database, heardBefore: Date): Promise<SilentRun[]> {
  return db.asJobs((tx) =>
    tx.query<SilentRun>(
      `select l.workspace_id as "workspaceId", l.run_id as "runId"
       from (
         select run_id from live_writer where staged and heard_at < $1
         union
         select run_id from live_run where state = 'open' and heard_at < $1
       ) quiet
       join live_run l using (run_id)
       where l.heard_at < $1
         and not exists (select from live_writer w where w.run_id = l.run_id and w.heard_at >= $1)
       order by l.heard_at limit ${AT_ONCE}`,
      [heardBefore],
    ),
  );
}
