import type { WorkspaceTx } from "./workspace-tx.ts";

/** The alerts that weren't checked since, longest ago first; within `asJobs`. */
export async function readDueSloAlerts(
  tx: WorkspaceTx,
  before: Date,
  most: number,
): Promise<{ sloId: string; workspaceId: string }[]> {
  return tx.query(
    `select slo_id as "sloId", workspace_id as "workspaceId" from slo_alert
     where checked_at is null or checked_at < $1 order by checked_at nulls first limit $2`,
    [before.toISOString(), most],
  );
}

interface DueDays {
  now: Date;
  /** Those that weren't looked at since. */
  before: Date;
  /** Of days that ended later, people may have to be told that they are over. */
  endedAfter: Date;
  most: number;
}

/** Services on peak days that run, and on those that ended while something was wrong; within `asJobs`. */
export async function readDueDayAlerts(
  tx: WorkspaceTx,
  { now, before, endedAfter, most }: DueDays,
): Promise<{ serviceDayId: string; workspaceId: string }[]> {
  return tx.query(
    `select s.id as "serviceDayId", s.workspace_id as "workspaceId"
     from peak_day d join service_day s on s.peak_day_id = d.id
       left join peak_day_alert a on a.service_day_id = s.id
     where d.starts_at <= $1 and (d.ends_at > $1 or (d.ends_at > $3 and a.told <> 'calm'))
       and (a.checked_at is null or a.checked_at < $2)
     order by a.checked_at nulls first limit $4`,
    [now.toISOString(), before.toISOString(), endedAfter.toISOString(), most],
  );
}
