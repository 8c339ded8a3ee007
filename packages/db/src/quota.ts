import type { WorkspaceTx } from "./workspace-tx.ts";
import { USAGE_ROWS } from "./usage.ts";

/** What the server's operator allows a workspace. Null: no more than the server's own limits. */
export interface Quota {
  uploadsPerDay: number | null;
  storedBytes: number | null;
}

const NO_QUOTA: Quota = { uploadsPerDay: null, storedBytes: null };
const COLUMNS = 'uploads_per_day as "uploadsPerDay", stored_bytes::float8 as "storedBytes"';

export async function readQuota(tx: WorkspaceTx): Promise<Quota> {
  const [row] = await tx.query<Quota>(`select ${COLUMNS} from workspace_quota`);
  return row ?? NO_QUOTA;
}

/** The workspaces that have a quota. Within `asJobs`. */
export async function findWorkspacesWithQuota(tx: WorkspaceTx): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `select workspace_id as id from workspace_quota
     where uploads_per_day is not null or stored_bytes is not null order by workspace_id`,
  );
  return found.map(({ id }) => id);
}

/** Changes what is given. */
export async function saveQuota(
  tx: WorkspaceTx,
  workspaceId: string,
  changes: { [Name in keyof Quota]?: Quota[Name] | undefined },
): Promise<{ quota: Quota; changed: boolean }> {
  await tx.query("insert into workspace_quota (workspace_id) values ($1) on conflict do nothing", [
    workspaceId,
  ]);
  const [before = NO_QUOTA] = await tx.query<Quota>(
    `select ${COLUMNS} from workspace_quota for no key update`,
  );
  const { uploadsPerDay = before.uploadsPerDay, storedBytes = before.storedBytes } = changes;
  await tx.query("update workspace_quota set uploads_per_day = $1, stored_bytes = $2", [
    uploadsPerDay,
    storedBytes,
  ]);
  const changed = uploadsPerDay !== before.uploadsPerDay || storedBytes !== before.storedBytes;
  return { quota: { uploadsPerDay, storedBytes }, changed };
}

export interface UploadsToday {
  perDay: number;
  /** Published today, in UTC. */
  published: number;
  /** Files that are being read, and live runs of which nothing is published yet. */
  underWay: number;
}

/**
 * Null: there is no quota of uploads. Otherwise others that count at the same time wait for the end of this transaction, so
 * that of two last uploads one is refused.
 */
export async function holdUploadsToday(tx: WorkspaceTx, at: Date): Promise<UploadsToday | null> {
  const [quota] = await tx.query<{ perDay: number }>(
    `select uploads_per_day as "perDay" from workspace_quota where uploads_per_day is not null for no key update`,
  );
  if (quota === undefined) return null;
  // In a statement of its own: it has to see what others committed while this one waited.
  const [counts] = await tx.query<Omit<UploadsToday, "perDay">>(
    `select coalesce((select sum(uploads) from ${USAGE_ROWS} where day = ($1::timestamptz at time zone 'UTC')::date), 0)::int as published,
       ((select count(*) from part where state = 'writing' and kind = 'requests' and reparse_of is null)
        + (select count(*) from live_run l join run r on r.id = l.run_id
           where l.state = 'open' and r.published_at is null))::int as "underWay"`,
    [at],
  );
  return { ...quota, published: counts?.published ?? 0, underWay: counts?.underWay ?? 0 };
}
