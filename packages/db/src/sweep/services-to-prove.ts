import type { WorkspaceTx } from "../workspace-tx.ts";

/**
 * Services with live traffic since `since` and an experiment that represents their peak, whose traffic wasn't looked at
 * after `madeBefore`; within `asJobs`. Those that have waited longest come first.
 */
export async function readServicesToProve(
  tx: WorkspaceTx,
  { since, madeBefore, most }: { since: Date; madeBefore: Date; most: number },
): Promise<{ serviceId: string; workspaceId: string }[]> {
  return tx.query(
    `select t.service_id as "serviceId", t.workspace_id as "workspaceId"
     from (select distinct workspace_id, service_id from traffic_storage where step = 1 and at > $1) t
       left join lateral (select max(p.made_at) as made_at from live_proof p where p.service_id = t.service_id) known on true
     where (known.made_at is null or known.made_at < $2) and exists (
       select from experiment e
       where e.service_id = t.service_id and e.represents_peak and not e.provisional and e.deleted_at is null)
     order by known.made_at nulls first, t.service_id limit $3`,
    [since.toISOString(), madeBefore.toISOString(), most],
  );
}
