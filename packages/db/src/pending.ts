import pg from "pg";
import { migrationUrl } from "./env.ts";
import { readApplied } from "./applied-migrations.ts";
import { inTodaysNames } from "./folds/folds.ts";
import { requireStanding } from "./folds/take-over.ts";
import { MIGRATIONS } from "./migration-files.ts";

/** The migrations that a database lacks, in order. Changes nothing. Throws if this version can't go on with it. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "headroom doctor" });
  await client.connect();
  try {
    const applied = (await readApplied(client)) ?? [];
    requireStanding(applied);
    const today = inTodaysNames(applied);
    return MIGRATIONS.filter((name) => !today.includes(name));
  } finally {
    await client.end();
  }
}

async function main(): Promise<void> {
  const url = migrationUrl();
  if (url === null) {
    process.stderr.write(
      "Set HEADROOM_DATABASE_DIRECT_URL or DATABASE_URL to the database you want to check.\n",
    );
    process.exitCode = 2;
    return;
  }
  try {
    for (const name of await pendingMigrations(url)) process.stdout.write(`${name}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
