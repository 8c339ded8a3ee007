import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface StoredBytes {
  /** In the database, runs in the trash included. */
  runs: number;
  /** Kept files. */
  files: number;
  /** Live traffic of services. */
  traffic: number;
  /** The share of runs and files that belongs to deleted runs, and is removed with them. */
  deleted: number;
}

/** A cell of a live run that is still receiving, as it was sent and added up. */
const LIVE_CELL_BYTES = 500;

/** About what a workspace takes on disk. What is being uploaded counts once it is published. */
export async function readStoredBytes(tx: WorkspaceTx): Promise<StoredBytes> {
  const [row] = await tx.query<StoredBytes>(
    `select coalesce(sum(p.stored_bytes), 0)::float8
         + (select coalesce(sum(cells), 0) from live_writer where staged)::float8 * ${LIVE_CELL_BYTES} as runs,
       coalesce(sum(p.raw_file_bytes), 0)::float8 as files,
       (select coalesce(greatest(sum(bytes), 0), 0) from traffic_storage)::float8 as traffic,
       coalesce(sum(coalesce(p.stored_bytes, 0) + coalesce(p.raw_file_bytes, 0))
         filter (where r.deleted_at is not null), 0)::float8 as deleted
     from part p join run r on r.id = p.run_id
     where p.state in ('published', 'copy')`,
  );
  return row ?? { runs: 0, files: 0, traffic: 0, deleted: 0 };
}

/** All that counts towards the limit of a workspace. */
export function totalBytes({ runs, files, traffic }: Omit<StoredBytes, "deleted">): number {
  return runs + files + traffic;
}

/**
 * The workspaces that store at least this share of what they may, and those that were warned of it. `maxBytes` is for those
 * without a quota of their own; null: they aren't limited. Within `asJobs`.
 */
export async function findFullWorkspaces(
  tx: WorkspaceTx,
  { share, maxBytes }: { share: number; maxBytes: number | null },
): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `select stored.workspace_id as id from (
       select workspace_id, coalesce(stored_bytes, 0) + coalesce(raw_file_bytes, 0) as bytes from part where state in ('published', 'copy')
       union all
       select workspace_id, bytes from traffic_storage
     ) stored
     left join workspace_quota q on q.workspace_id = stored.workspace_id
     where $2::float8 is not null or stored.workspace_id in (select workspace_id from workspace_quota where stored_bytes is not null)
     group by stored.workspace_id, q.stored_bytes
     having sum(stored.bytes) >= $1::float8 * coalesce(q.stored_bytes, $2::float8)
     union
     select id from workspace where storage_warned > 0`,
    [share, maxBytes],
  );
  return found.map(({ id }) => id);
}
