import { runner } from "node-pg-migrate";
import pg from "pg";
import { requireAccess } from "./access.ts";
import { migrationUrl } from "./env.ts";
import { migrateJobs } from "./jobs/migrate-jobs.ts";
import { migrationsFolder } from "./migration-files.ts";
import { offerWhatTheServerHas } from "./offer.ts";

/**
 * Brings a database up to date: each SQL file in its own transaction, under an advisory lock that a concurrent
 * migration waits for; then the tables of the jobs, and optional features of this server. Refuses a database whose
 * roles, policies or grants are missing.
 */
export async function migrate(directUrl: string, log: (line: string) => void): Promise<void> {
  const applied = await applyMigrations(directUrl, { log });
  for (const name of applied) log(`applied ${name}`);
  if (applied.length === 0) log("nothing to migrate");

  const client = new pg.Client({ connectionString: directUrl, application_name: "headroom migrate" });
  await client.connect();
  try {
    await migrateJobs(client, directUrl, log);
    await requireAccess(client);
    await offerWhatTheServerHas(client, log);
  } finally {
    await client.end();
  }
}

/** Runs the migrations that a database lacks, or the first `count` of them, and returns their names. */
export async function applyMigrations(
  directUrl: string,
  { log, count }: { log: (line: string) => void; count?: number },
): Promise<string[]> {
  const applied = await runner({
    databaseUrl: { connectionString: directUrl, application_name: "headroom migrate" },
    dir: migrationsFolder(),
    direction: "up",
    migrationsTable: "applied_migration",
    singleTransaction: false,
    advisoryLockMode: "wait",
    checkOrder: true,
    logger: { info: () => undefined, warn: log, error: log, debug: () => undefined },
    ...(count === undefined ? {} : { count }),
  });
  return applied.map(({ name }) => name);
}

async function main(): Promise<void> {
  const url = migrationUrl();
  if (url === null) {
    process.stderr.write(
      "Set HEADROOM_DATABASE_DIRECT_URL or DATABASE_URL to the database you want to migrate.\n",
    );
    process.exitCode = 2;
    return;
  }
  try {
    await migrate(url, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`Migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
