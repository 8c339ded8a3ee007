import type pg from "pg";
import { readApplied } from "../applied-migrations.ts";
import { NEWER_SCHEMA, standingOf } from "../folds/folds.ts";
import type { Manifest } from "./manifest.ts";
import { BackupProblem } from "./problem.ts";
import { storedTables } from "./tables.ts";

/**
 * One transaction that sees one moment. The locks come before its snapshot: dropping a chunk would otherwise remove rows
 * that the snapshot still lists as uncounted.
 */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const tables = await storedTables(client);
  // If a policy would hide rows after all, fail instead of leaving them out.
  await client.query("set row_security = off");
  await client.query("begin isolation level repeatable read read only");
  const names = tables.map(({ sqlName }) => `public.${sqlName}`);
  await client.query(`lock table ${names.join(", ")} in access share mode`);
  const result = await work();
  await client.query("commit");
  return result;
}

export async function serverVersions(client: pg.Client): Promise<Manifest["server"]> {
  const { rows } = await client.query<Manifest["server"]>(
    `select current_setting('server_version') as postgres,
       (select extversion from pg_extension where extname = 'timescaledb') as timescaledb`,
  );
  return rows[0] ?? { postgres: "", timescaledb: "" };
}

/** Throws if the client's role wouldn't see all rows, or if there is nothing to see that this version knows. */
export async function requireSight(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sees: boolean }>(
    "select rolname as name, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user",
  );
  if (rows[0]?.sees !== true) {
    throw new BackupProblem(
      `The role ${rows[0]?.name} does not see all rows: row level security applies to it.`,
      "Set HEADROOM_DATABASE_ADMIN_URL to the address with a superuser, or with a role that has BYPASSRLS and pg_read_all_data.",
    );
  }
  const applied = await readApplied(client);
  if (applied === null)
    throw new BackupProblem(
      "This database has no tables of Headroom.",
      "Check the name of the database at the end of the address.",
    );
  requireReadable(applied);
}

/** Throws if this version couldn't load what it would write. */
export function requireReadable(applied: readonly string[]): void {
  const standing = standingOf(applied);
  if (standing.kind === "older")
    throw new BackupProblem("This database has the schema of an early version.", standing.way);
  if (standing.kind === "newer")
    throw new BackupProblem(
      `This database has the migration ${standing.migration}, which this version doesn't know.`,
      NEWER_SCHEMA,
    );
}
