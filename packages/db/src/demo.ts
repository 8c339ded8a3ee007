import type { Prisma } from "./generated/client.ts";
import type { WorkspaceTx } from "./workspace-tx.ts";

/** What is stored about the workspace's demo. One reader at a time, until the transaction ends. */
export async function holdDemo(tx: WorkspaceTx, workspaceId: string): Promise<Prisma.JsonValue> {
  const [row] = await tx.query<{ demo: Prisma.JsonValue }>(
    "select demo from workspace where id = $1 for no key update",
    [workspaceId],
  );
  return row?.demo ?? null;
}

/**
 * Makes services invisible that nothing is left of: no experiment, traffic, peak day, gameday, SLO or token of their own. The next
 * upload that names one shows it again.
 */
export async function hideEmptyServices(tx: WorkspaceTx, serviceIds: readonly string[]): Promise<void> {
  await tx.query(
    `update service s set provisional = true
     where s.id = any($1::uuid[])
       and not exists (select from experiment e where e.service_id = s.id and e.deleted_at is null and not e.provisional)
       and not exists (select from run r where r.service_id = s.id and r.deleted_at is null)
       and not exists (select from traffic t where t.service_id = s.id)
       and not exists (select from service_day p where p.service_id = s.id)
       and not exists (select from gameday g where g.service_id = s.id)
       and not exists (select from slo o where o.service_id = s.id)
       and not exists (select from token k where k.service_id = s.id)`,
    [serviceIds],
  );
}
