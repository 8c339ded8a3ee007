import { Logger, runMigrations } from "graphile-worker";
import type pg from "pg";

const MIGRATE_JOBS_LOCK = 18_517;

/** Creates or updates the tables of the jobs, one migration at a time. Run by the role that migrates. */
export async function migrateJobs(
  client: pg.Client,
  directUrl: string,
  log: (line: string) => void,
): Promise<void> {
  const logger = new Logger(() => (level, message) => {
    if (level === "error" || level === "warning") log(message);
  });
  await client.query("select pg_advisory_lock($1)", [MIGRATE_JOBS_LOCK]);
  try {
    await runMigrations({ connectionString: directUrl, maxPoolSize: 1, logger });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATE_JOBS_LOCK]);
  }
}
