import { againAfterDeadlock } from "../availability.ts";
import type { Database } from "../database.ts";
import { enterAgain } from "../workspace-tx.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

/** `uploading`: files that were being received when it was closed; it is removed once they have ended. */
export type Removal = "removed" | "gone" | "uploading";

const RUN_CELLS = ["run_cell", "gauge_cell"];
const TRAFFIC_CELLS = [1, 10, 60, 600].flatMap((step) => [`traffic_cell_${step}`, `traffic_gauge_${step}`]);

/**
 * Removes a closed workspace for good. Cells have no foreign key, so they go first, run by run; everything else belongs to
 * the workspace's row and goes with it. Kept files are removed by the jobs that the removal of their parts adds.
 */
export async function removeWorkspace(db: Database, workspaceId: string): Promise<Removal> {
  const { runs, series } = await db.asJobs(async (tx) => ({
    runs: await idsOf(tx, "run", workspaceId),
    series: await idsOf(tx, "traffic_series", workspaceId),
  }));
  if (!(await db.asJobs((tx) => isClosed(tx, workspaceId)))) return "gone";
  for (const runId of runs) await inShort(db, (tx) => removeRunCells(tx, runId));
  for (const id of series) await inShort(db, (tx) => removeTrafficCells(tx, [id]));
  return inShort(db, (tx) => removeRest(tx, workspaceId));
}

function inShort<T>(db: Database, work: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
  return againAfterDeadlock(() => db.asJobs(work, { patient: true }));
}

async function isClosed(tx: WorkspaceTx, id: string): Promise<boolean> {
  const found = await tx.query("select id from workspace where id = $1 and deleted_at is not null", [id]);
  return found.length > 0;
}

async function idsOf(tx: WorkspaceTx, table: "run" | "traffic_series", id: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id::text from ${table} where workspace_id = $1 order by id`,
    [id],
  );
  return rows.map((row) => row.id);
}

async function removeRunCells(tx: WorkspaceTx, runId: string): Promise<void> {
  const [run] = await tx.query<{ imported_at: Date }>("select imported_at from run where id = $1", [runId]);
  if (run === undefined) return;
  for (const table of RUN_CELLS) {
    await tx.query(
      `delete from ${table} where imported_at = $1 and series_id in (select id from series where run_id = $2)`,
      [run.imported_at, runId],
    );
  }
}

async function removeTrafficCells(tx: WorkspaceTx, series: readonly string[]): Promise<void> {
  if (series.length === 0) return;
  for (const table of TRAFFIC_CELLS)
    await tx.query(`delete from ${table} where series_id = any ($1::bigint[])`, [series]);
}

/**
 * What was being counted when the workspace was closed has been stored by now: counting holds the rows that are locked
 * here, and finds none afterwards.
 */
async function removeRest(tx: WorkspaceTx, workspaceId: string): Promise<Removal> {
  if (!(await isClosed(tx, workspaceId))) return "gone";
  const within = await enterAgain(tx, workspaceId);
  const live = await within.query<{ id: string }>(
    "select run_id as id from live_run order by run_id for update",
  );
  await within.query("select id from service order by id for update");
  await tx.query("select set_config('role', 'headroom_jobs', true)");
  const uploading = await tx.query(
    "select id from part where workspace_id = $1 and state = 'writing' limit 1",
    [workspaceId],
  );
  if (uploading.length > 0) return "uploading";
  for (const { id } of live) await removeRunCells(tx, id);
  await removeTrafficCells(tx, await idsOf(tx, "traffic_series", workspaceId));
  await tx.query("delete from workspace where id = $1", [workspaceId]);
  await tx.query("select end_jobs_of($1)", [workspaceId]);
  return "removed";
}
