import { againAfterDeadlock } from "../availability.ts";
import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

interface RunFound {
  run_id: string;
  experiment_id: string;
  service_id: string;
}

interface PartFound extends RunFound {
  imported_at: Date;
}

/**
 * Deletes an unpublished part: its cells and totals, the part itself, its run if that never had another part and no writer
 * is expected, and an experiment and service that were created for it and contain nothing else.
 * Returns whether there was one. This role can't reach published parts.
 */
export function removePart(db: Database, partId: string): Promise<{ part: boolean; run: boolean }> {
  return againAfterDeadlock(() => db.asJobs((tx) => removePartIn(tx, partId), { patient: true }));
}

/** Locks the part, then service, experiment and run: the order of all code that writes to more than one of them. */
export async function removePartIn(
  tx: WorkspaceTx,
  partId: string,
): Promise<{ part: boolean; run: boolean }> {
  const [part] = await tx.query<PartFound>(
    `select p.run_id, r.experiment_id, r.service_id, r.imported_at from part p join run r on r.id = p.run_id
     where p.id = $1 and p.state not in ('published', 'copy') for update of p skip locked`,
    [partId],
  );
  if (part === undefined) return { part: false, run: false };
  for (const table of ["run_cell", "gauge_cell"]) {
    await tx.query(
      `delete from ${table} where imported_at = $1 and part_id = $2
         and series_id in (select id from series where run_id = $3)`,
      [part.imported_at, partId, part.run_id],
    );
  }
  await tx.query("delete from part where id = $1", [partId]);
  return { part: true, run: await removeEmptyRun(tx, part) };
}

function removeEmptyRun(tx: WorkspaceTx, part: PartFound): Promise<boolean> {
  return removeRunWhere(tx, part, "not exists (select from live_run where run_id = $1)");
}

// Lock first, check afterwards: a part that another upload is adding holds the rows until it is visible.
// Of services and experiments, the policies let this role reach only provisional ones.
async function removeRunWhere(tx: WorkspaceTx, run: RunFound, condition: string): Promise<boolean> {
  await tx.query("select id from service where id = $1 for update", [run.service_id]);
  await tx.query("select id from experiment where id = $1 for update", [run.experiment_id]);
  await tx.query("select id from run where id = $1 and published_at is null for update", [run.run_id]);
  const removed = await tx.query(
    `delete from run where id = $1 and published_at is null
       and not exists (select from part where run_id = $1 and kind <> 'live') and ${condition} returning id`,
    [run.run_id],
  );
  if (removed.length === 0) return false;
  // And only empty ones.
  await tx.query("delete from experiment where id = $1", [run.experiment_id]);
  await tx.query("delete from service where id = $1", [run.service_id]);
  return true;
}

// If another upload opened it again in the meantime, the run still exists.
const NOTHING_CAME =
  "not exists (select from live_run where run_id = $1 and state = 'open') and not exists (select from live_writer where run_id = $1 and (cells > 0 or ending is not null))";

/** Deletes a closed live run without measurements, and an experiment and service that were created for it. */
export function removeExpectedRun(db: Database, runId: string): Promise<boolean> {
  const remove = async (tx: WorkspaceTx): Promise<boolean> => {
    const [run] = await tx.query<RunFound>(
      "select id as run_id, experiment_id, service_id from run where id = $1",
      [runId],
    );
    if (run === undefined) return false;
    return removeRunWhere(tx, run, NOTHING_CAME);
  };
  return againAfterDeadlock(() => db.asJobs(remove, { patient: true }));
}

/** Of a row: its place in the page and its index entry. */
const ROW_OVERHEAD_BYTES = 44;

/** Deletes the cells of one series and step of an unpublished part, which the cell budget gave up. */
export async function dropCells(
  db: Database,
  part: { partId: string; importedAt: Date },
  dropped: readonly { seriesId: number; stepSeconds: number }[],
): Promise<number> {
  if (dropped.length === 0) return 0;
  const drop = (tx: WorkspaceTx) =>
    tx.query<{ bytes: number }>(
      `with gone as (
         delete from run_cell c using part p, unnest($3::bigint[], $4::smallint[]) as given_up (series_id, step)
         where p.id = $2 and p.state = 'writing' and c.imported_at = $1 and c.part_id = p.id
           and c.series_id = given_up.series_id and c.step = given_up.step
         returning pg_column_size(c.*) + ${ROW_OVERHEAD_BYTES} as bytes
       )
       select coalesce(sum(bytes), 0)::float8 as bytes from gone`,
      [
        part.importedAt,
        part.partId,
        dropped.map(({ seriesId }) => seriesId),
        dropped.map(({ stepSeconds }) => stepSeconds),
      ],
    );
  const [row] = await db.asJobs(drop, { patient: true });
  return row?.bytes ?? 0;
}
