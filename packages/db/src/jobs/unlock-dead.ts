import type pg from "pg";

/** The class of the advisory locks that show that a pool of workers is alive; never renumber. */
const WORKERS_LOCK = 18_516;

/** Shows that the pool with that name is alive, for as long as the connection lasts. */
export async function holdWorkers(client: pg.ClientBase, poolId: string): Promise<void> {
  await client.query("select pg_advisory_lock($1, hashtext($2))", [WORKERS_LOCK, poolId]);
}

/**
 * Releases jobs that were running in processes that died; the queue itself would wait hours for them. A pool
 * takes its lock after it has started to look for jobs, so its very first ones are left alone for a moment.
 */
export async function unlockJobsOfTheDead(
  client: Pick<pg.ClientBase, "query">,
  heldForSeconds = 5,
): Promise<void> {
  await client.query(
    `select graphile_worker.force_unlock_workers(array_agg(pool)) from (
       select distinct locked_by as pool from graphile_worker.jobs
       where locked_at < now() - make_interval(secs => $2) offset 0
     ) held where pg_try_advisory_xact_lock($1, hashtext(pool)) having count(*) > 0`,
    [WORKERS_LOCK, heldForSeconds],
  );
}
