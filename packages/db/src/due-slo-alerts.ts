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
