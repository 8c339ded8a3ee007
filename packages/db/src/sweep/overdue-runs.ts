import type { Database } from "../database.ts";

export interface OverdueRun {
  workspaceId: string;
  runId: string;
  /** What the workspace wants. */
  keepRunsDays: number;
}

const AT_ONCE = 100;

/**
 * The runs that came in longer ago than their workspace keeps them, the oldest first. Baselines are kept: what the
 * others are measured by does not vanish by itself.
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
