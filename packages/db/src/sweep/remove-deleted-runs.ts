import { UNDO_DAYS } from "@headroom/core";
import { againAfterDeadlock } from "../availability.ts";
import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

/** In one sweep: the next one removes the rest. */
const MAX_REMOVED = 100;
const PAST = "published_at is null and deleted_at < now() - make_interval(days => $1)";

/** Removes runs for good, with everything that belongs to them, once their deletion can't be undone any more. */
export async function removeDeletedRuns(db: Database): Promise<number> {
  const past = await db.asJobs((tx) =>
    tx.query<{ id: string }>(`select id from run where ${PAST} order by deleted_at limit ${MAX_REMOVED}`, [
      UNDO_DAYS,
    ]),
  );
  let removed = 0;
  for (const { id } of past) {
    const gone = await againAfterDeadlock(() => db.asJobs((tx) => removeIn(tx, id), { patient: true }));
    removed += Number(gone);
  }
  return removed;
}

/** Cells have no foreign key: they go first, while their series still show whose they are. */
async function removeIn(tx: WorkspaceTx, runId: string): Promise<boolean> {
  const [run] = await tx.query<{ imported_at: Date }>(
    `select imported_at from run where id = $2 and ${PAST} for update skip locked`,
    [UNDO_DAYS, runId],
  );
  if (run === undefined) return false;
  for (const table of ["run_cell", "gauge_cell"]) {
    await tx.query(
      `delete from ${table} where imported_at = $1 and series_id in (select id from series where run_id = $2)`,
      [run.imported_at, runId],
    );
  }
  await tx.query("delete from run where id = $1", [runId]);
  return true;
}
