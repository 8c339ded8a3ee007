import type pg from "pg";
import { atDatabase, withClient } from "./connect.ts";
import { BackupProblem } from "./problem.ts";

const RESTORE_LOCK = 18_519;

/** A server and the database on it that is restored. */
export interface Target {
  server: pg.Client;
  /** A superuser's address. */
  adminUrl: string;
  database: string;
  owner: string;
}

export type TargetState = "absent" | "empty" | "full";

/** The restored database until it takes the place of the target. */
export const sideOf = (database: string): string => `${database}_restoring`;
const replacedOf = (database: string): string => `${database}_replaced`;

/** Only one restore at a time. The lock ends with the connection. */
export async function holdTarget({ server, database, owner }: Target): Promise<void> {
  const { rows } = await server.query<{ superuser: boolean; owner: boolean; held: boolean }>(
    `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
       exists (select from pg_roles where rolname = $1) as owner,
       pg_try_advisory_lock($2, hashtext($3)) as held`,
    [owner, RESTORE_LOCK, database],
  );
  if (rows[0]?.superuser !== true) {
    throw new BackupProblem(
      "To restore, a superuser is required: rows are loaded without triggers, and databases are renamed.",
      "Set HEADROOM_DATABASE_ADMIN_URL to the address with a superuser.",
    );
  }
  if (!rows[0].owner) {
    throw new BackupProblem(
      `The role ${owner} of DATABASE_URL does not exist on this server.`,
      `Create it first: create role ${owner} login createrole password '…'`,
    );
  }
  if (rows[0].held) return;
  throw new BackupProblem(`Another restore of ${database} is running.`, "Wait for it to end.");
}

export async function stateOf({ server, adminUrl, database }: Target): Promise<TargetState> {
  const { rowCount } = await server.query("select from pg_database where datname = $1", [database]);
  if (rowCount === 0) return "absent";
  return withClient(atDatabase(adminUrl, database), async (client) => {
    const { rows } = await client.query<{ tables: number; workspaces: boolean }>(
      `select count(*)::int as tables, coalesce(bool_or(c.relname = 'workspace'), false) as workspaces from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
       )`,
    );
    if (rows[0]?.tables === 0) return "empty";
    if (rows[0]?.workspaces !== true) return "full";
    const { rowCount: stored } = await client.query("select from public.workspace limit 1");
    return stored === 0 ? "empty" : "full";
  });
}

/** Throws if anything uses the target: it would write to a database that is about to be replaced. */
export async function requireUnused({ server, database }: Target): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'unnamed') as name from pg_stat_activity
     where datname = $1 and backend_type = 'client backend' order by 1`,
    [database],
  );
  if (rows.length === 0) return;
  throw new BackupProblem(
    `The database ${database} is in use by: ${rows.map(({ name }) => name).join(", ")}.`,
    "Stop ingest, web and everything else that is connected to it, then restore again.",
  );
}

/** An empty database with the extension. One that an interrupted restore left is dropped. */
export async function createSide({ server, adminUrl, database, owner }: Target): Promise<void> {
  const side = sideOf(database);
  await server.query(`drop database if exists ${quote(side)} with (force)`);
  await server.query(`create database ${quote(side)} owner ${quote(owner)}`);
  await withClient(atDatabase(adminUrl, side), (client) =>
    client.query("create extension if not exists timescaledb"),
  );
}

export async function dropSide({ server, database }: Target): Promise<void> {
  await server.query(`drop database if exists ${quote(sideOf(database))} with (force)`);
}

/** Puts the side database in the place of the target: both are renamed together, or neither is. */
export async function swap(target: Target, state: TargetState): Promise<void> {
  const { server, adminUrl, database } = target;
  const [side, replaced] = [sideOf(database), replacedOf(database)];
  await server.query(`drop database if exists ${quote(replaced)} with (force)`);
  // A database with workers of TimescaleDB can't be renamed.
  await setWorkers(atDatabase(adminUrl, side), "stop");
  if (state !== "absent") await setWorkers(atDatabase(adminUrl, database), "stop");
  try {
    await server.query("begin");
    if (state !== "absent")
      await server.query(`alter database ${quote(database)} rename to ${quote(replaced)}`);
    await server.query(`alter database ${quote(side)} rename to ${quote(database)}`);
    await server.query("commit");
  } catch (error) {
    await server.query("rollback");
    if (state !== "absent") await setWorkers(atDatabase(adminUrl, database), "start");
    await requireUnused(target);
    throw error;
  }
  await setWorkers(atDatabase(adminUrl, database), "start");
  await server.query(`drop database if exists ${quote(replaced)} with (force)`);
}

async function setWorkers(url: string, verb: "start" | "stop"): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query("select from pg_extension where extname = 'timescaledb'");
    if (rowCount === 1) await client.query(`select _timescaledb_functions.${verb}_background_workers()`);
  });
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
