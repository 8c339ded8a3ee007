import type { Database } from "../database.ts";

export interface OverdueRun {
  workspaceId: string;
  runId: string;
  /** The workspace's setting. */
  keepRunsDays: number;
}

const AT_ONCE = 100;

/**
 * Runs that arrived longer ago than their workspace retains them, oldest first. Baselines stay: what other runs
 * are compared with must not vanish automatically.
 */
export function findOverdueRuns(db: Database, now: Date): Promise<OverdueRun[]> {
  return db.asJobs((tx) =>
    tx.query<OverdueRun>(
      `select w.id as "workspaceId", r.id as "runId", w.days as "keepRunsDays"
       from (
         select id, (settings ->> 'keepRunsDays')::int as days from workspace
         where jsonb_typeof(settings -> 'keepRunsDays') = 'number'
       ) w
       join run r on r.workspace_id = w.id
       where r.published_at < $1::timestamptz - make_interval(days => w.days) and r.status <> 'receiving'
         and not exists (select from experiment e where e.baseline_run_id = r.id)
       order by r.published_at limit ${AT_ONCE}`,
      [now],
    ),
  );
}
