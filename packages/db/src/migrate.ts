import { join } from "node:path";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import pg from "pg";
import { requireAccess } from "./access.ts";
import { readApplied } from "./applied-migrations.ts";
import { migrationUrl } from "./env.ts";
import { ourHistory, standingOf } from "./folds/folds.ts";
import type { History } from "./folds/folds.ts";
import { RefusedSchema, takeOver } from "./folds/take-over.ts";
import { migrateJobs } from "./jobs/migrate-jobs.ts";
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

export interface ApplyOptions {
  log: (line: string) => void;
  /** Only the first so many, of another folder. */
  count?: number;
  folder?: string;
  history?: History;
}

/**
 * Runs the migrations that a database lacks and returns their names. Refuses a database that a later version has migrated, or
 * one so early that its migrations are no longer there.
 */
export async function applyMigrations(directUrl: string, options: ApplyOptions): Promise<string[]> {
  const { log, history = ourHistory() } = options;
  const client = new pg.Client({ connectionString: directUrl, application_name: "headroom migrate" });
  await client.connect();
  try {
    // Held until the connection ends: the next process in line finds today's schema.
    await client.query("select pg_advisory_lock($1)", [PG_MIGRATE_LOCK_ID]);
    const applied: string[] = [];
    for (;;) {
      await takeOver(client, log, history);
      const standing = standingOf((await readApplied(client)) ?? [], history);
      if (standing.kind !== "known" || standing.current) break;
      applied.push(...(await run(client, standing.folder, { log })));
    }
    return [...applied, ...(await run(client, options.folder ?? join(history.home, "migrations"), options))];
  } finally {
    await client.end();
  }
}

async function run(
  client: pg.Client,
  folder: string,
  { log, count }: Pick<ApplyOptions, "log" | "count">,
): Promise<string[]> {
  const applied = await runner({
    dbClient: client,
    noLock: true,
    dir: folder,
    direction: "up",
    migrationsTable: "applied_migration",
    singleTransaction: false,
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
    const message = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof RefusedSchema;
    process.stderr.write(isRefused ? `${message}\n` : `Migration failed: ${message}\n`);
    process.exitCode = isRefused ? 3 : 1;
  }
}

if (import.meta.main) await main();
