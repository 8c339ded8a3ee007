import { basename } from "node:path";
import pg from "pg";
import { migrationUrl } from "./env.ts";
import { migrationFiles } from "./migration-files.ts";

/** The migrations that a database lacks, in order. Changes nothing. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "headroom doctor" });
  await client.connect();
  try {
    const applied = await appliedMigrations(client);
    return migrationFiles()
      .map((file) => basename(file, ".sql"))
      .filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

/** A database that was never migrated lacks the table that lists migrations. */
async function appliedMigrations(client: pg.Client): Promise<Set<string>> {
  const table = await client.query<{ found: boolean }>(
    "select to_regclass('applied_migration') is not null as found",
  );
  if (table.rows[0]?.found !== true) return new Set();
  const { rows } = await client.query<{ name: string }>("select name from applied_migration");
  return new Set(rows.map(({ name }) => name));
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
