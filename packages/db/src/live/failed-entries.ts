import type { Database } from "../database.ts";

/** What could not be counted, of all workspaces. */
export function readFailedEntries(db: Database): Promise<{ position: number; body: Uint8Array }[]> {
  return db.asJobs((tx) => tx.query("select position, body from live_log_failed order by position"));
}

export async function removeFailedEntries(db: Database, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  await db.asJobs((tx) =>
    tx.query("delete from live_log_failed where position = any ($1::bigint[])", [positions]),
  );
}
