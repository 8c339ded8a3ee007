import type { WorkspaceTx } from "../../workspace-tx.ts";

/** The first run of a service with the same file, other than `runId`; null if there is none. Deleted runs are left out. */
export async function findRunOfFile(
  tx: WorkspaceTx,
  { serviceId, runId, fileDigest }: { serviceId: string; runId: string | null; fileDigest: Uint8Array },
): Promise<string | null> {
  const [found] = await tx.query<{ run_id: string }>(
    `select p.run_id from part p join run r on r.id = p.run_id
     where p.file_digest = $1 and p.state = 'published' and ($2::uuid is null or p.run_id <> $2) and r.service_id = $3 and r.deleted_at is null
     order by p.published_at limit 1`,
    [fileDigest, runId, serviceId],
  );
  return found?.run_id ?? null;
}
