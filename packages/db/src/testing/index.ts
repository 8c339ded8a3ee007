import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { backUp } from "../backup/back-up.ts";
import { restore } from "../backup/restore.ts";
import { openDatabase } from "../database.ts";
import type { Database } from "../database.ts";
import { testDatabasePrefix, testServerUrl } from "../env.ts";
import { migrate } from "../migrate.ts";
import { migrationFiles } from "../migration-files.ts";
import { emptyDatabase, ofWorker, openSuperuser, readFirstRows } from "./empty-database.ts";
import type { FirstRows } from "./empty-database.ts";
import { lend } from "./lend.ts";
import { exportWorkspace } from "../workspace-export/export-workspace.ts";
import { importWorkspace } from "../workspace-export/import-workspace.ts";

export { planFaults, pointReader, UPLOAD_POINTS, type Fault } from "./fault-points.ts";
export { openHangingProxy, type HangingProxy } from "./hanging-proxy.ts";
export { openStatementProxy } from "./statement-proxy.ts";
export { readSchemaWords, type ComparedWords } from "./closed-lists.ts";
export { seedWorkspace, type SeededWorkspace, type SeedWorkspace } from "./seed.ts";

export interface TestDatabase {
  /** Logs in as the database's owner, who isn't a superuser. */
  url: string;
  db: Database;
  drop(): Promise<void>;
}

const OWNER = "headroom_test_owner";
const TEMPLATE_LOCK = 18_515;

const newName = () => `${testDatabasePrefix()}${randomBytes(8).toString("hex")}`;

function testServer(): string {
  const admin = testServerUrl();
  if (admin === null) throw new Error("no test server: run database tests with `vitest --project db`");
  return admin;
}

/** A database of this worker, with what is expensive to open: connections, and a client that knows its queries. */
interface WorkerDatabase {
  url: string;
  db: Database;
  superuser: pg.Pool;
  first: FirstRows;
}

/** Those that no file uses at the moment, as empty as new ones. */
const spare: WorkerDatabase[] = [];

/** A migrated database for one test file. The files of a worker have the same one, which is emptied in between. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await createWorkerDatabase(testServer()));
  const { db, end } = lend(database.db);
  return {
    url: database.url,
    db,
    async drop() {
      await end();
      await emptyDatabase(database.superuser, database.first);
      spare.push(database);
    },
  };
}

/** At the end of a run: its workers' databases, which are of no use to the next. */
export async function dropTestDatabases(): Promise<void> {
  await onServer(testServer(), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [testDatabasePrefix()],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

/** One that no other file gets, for tests whose changes emptying doesn't undo: to tables, roles, settings. */
export async function createOwnTestDatabase(): Promise<TestDatabase> {
  const admin = testServer();
  const name = await createFromTemplate(admin);
  const url = ownerUrl(admin, name);
  const db = openDatabase({ url, maxConnections: 5 });
  return {
    url,
    db,
    async drop() {
      await db.close();
      await dropDatabase(admin, name);
    },
  };
}

async function createWorkerDatabase(admin: string): Promise<WorkerDatabase> {
  const name = await createFromTemplate(admin);
  const url = ownerUrl(admin, name);
  const superuser = openSuperuser(atDatabase(admin, name));
  const first = await readFirstRows(superuser);
  // Connections that a test opens besides have the names that the product gives them.
  const db = openDatabase({ url: ofWorker(url), directUrl: url, maxConnections: 5 });
  return { url, db, superuser, first };
}

/** Takes some tens of milliseconds: the template is migrated once for each state of the migrations. */
async function createFromTemplate(admin: string): Promise<string> {
  const template = await ensureTemplate(admin);
  const name = newName();
  await onServer(admin, (client) =>
    client.query(`create database ${name} template ${template} owner ${OWNER}`),
  );
  return name;
}

/** An empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{
  url: string;
  adminUrl: string;
  drop(): Promise<void>;
}> {
  const admin = testServer();
  const name = newName();
  await onServer(admin, async (client) => {
    await withTemplateLock(client, () => ensureOwner(client, admin));
    await client.query(`create database ${name} owner ${OWNER}`);
  });
  return {
    url: ownerUrl(admin, name),
    adminUrl: atDatabase(admin, name),
    drop: () => dropDatabase(admin, name),
  };
}

interface KeptFolders {
  from: string;
  to: string;
}

/** A copy that went through a backup and a restore. Kept files go from one folder to the other. */
export function restoreTestDatabase(url: string, keptFiles: KeptFolders): Promise<TestDatabase> {
  return inOther(createEmptyDatabase, async ({ adminUrl, into, to }) => {
    const [fromStore, toStore] = placesOf(keptFiles);
    const made = { to, secret: null, now: new Date(), log: quiet };
    const { folder } = await backUp({ adminUrl: adminUrl(url), keptFiles: fromStore, ...made });
    const addresses = { adminUrl: adminUrl(into), ownerUrl: into };
    await restore({ folder, ...addresses, replace: false, keptFiles: toStore, log: quiet });
  });
}

/** Writes a backup without kept files into a folder, and returns where it is. */
export async function backUpTestDatabase(url: string, to: string): Promise<string> {
  const keptFiles = { kind: "unset" } as const;
  const made = { to, secret: null, now: new Date(), log: quiet };
  return (await backUp({ adminUrl: asSuperuser(url), keptFiles, ...made })).folder;
}

/** A new database from a backup of any version. */
export function restoreTestBackup(folder: string): Promise<TestDatabase> {
  return inOther(createEmptyDatabase, async ({ adminUrl, into }) => {
    const addresses = { adminUrl: adminUrl(into), ownerUrl: into };
    await restore({ folder, ...addresses, replace: false, keptFiles: { kind: "unset" }, log: quiet });
  });
}

/** Another instance, into which one workspace of this one was imported. */
export function moveTestWorkspace(
  url: string,
  workspace: string,
  keptFiles: KeptFolders,
): Promise<TestDatabase> {
  return inOther(createTestDatabase, async ({ adminUrl, into, to }) => {
    const [fromStore, toStore] = placesOf(keptFiles);
    const [now, log] = [new Date(), quiet];
    const source = { adminUrl: adminUrl(url), workspace, keptFiles: fromStore };
    const { folder } = await exportWorkspace({ ...source, to, now, log });
    const addresses = { adminUrl: adminUrl(into), ownerUrl: into };
    await importWorkspace({ folder, ...addresses, as: null, owner: null, keptFiles: toStore, now, log });
  });
}

/** The same database with the superuser of the test server. */
export function asSuperuser(url: string): string {
  return atDatabase(testServer(), new URL(url).pathname.slice(1));
}

const quiet = () => undefined;
const placesOf = ({ from, to }: KeptFolders) =>
  [
    { kind: "store", address: from },
    { kind: "store", address: to },
  ] as const;

interface Filling {
  /** The same database with the superuser of the test server. */
  adminUrl: (url: string) => string;
  /** The address of the other database. */
  into: string;
  /** A folder that is removed afterwards. */
  to: string;
}

async function inOther(
  create: () => Promise<{ url: string; drop(): Promise<void> }>,
  fill: (filling: Filling) => Promise<void>,
): Promise<TestDatabase> {
  const other = await create();
  const to = await mkdtemp(join(tmpdir(), "headroom-backup-"));
  try {
    await fill({ adminUrl: asSuperuser, into: other.url, to });
  } finally {
    await rm(to, { recursive: true });
  }
  const db = openDatabase({ url: other.url, maxConnections: 5 });
  return {
    url: other.url,
    db,
    async drop() {
      await db.close();
      await other.drop();
    },
  };
}

/** How many rows of each table contain a text in any column, and how many cells have no series. Those without are left out. */
export async function tablesNaming(url: string, text: string): Promise<Record<string, number>> {
  const admin = testServer();
  return onServer(atDatabase(admin, new URL(url).pathname.slice(1)), async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r'
         and (c.relnamespace = 'public'::regnamespace or c.oid = 'graphile_worker._private_jobs'::regclass)`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const series = /^(run|gauge)_cell$/.test(name) ? "series" : "traffic_series";
      const orphans = /cell|traffic_gauge/.test(name)
        ? ` or not exists (select from ${series} s where s.id = t.series_id)`
        : "";
      const { rows } = await client.query<{ rows: number }>(
        `select count(*)::int as rows from ${name} t where strpos(to_jsonb(t)::text, $1) > 0${orphans}`,
        [text],
      );
      if (rows[0]?.rows !== 0) found[name] = rows[0]?.rows ?? 0;
    }
    return found;
  });
}

/** How many seconds each job that has a key was put off when it was last added. */
export async function jobDelays(url: string): Promise<Record<string, number>> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ key: string; seconds: number }>(
      "select key, extract(epoch from run_at - updated_at)::int as seconds from graphile_worker.jobs where key is not null",
    );
    return Object.fromEntries(rows.map(({ key, seconds }) => [key, seconds]));
  });
}

/** The keys of the jobs that are due, in the order in which a process takes them. */
export async function dueJobs(url: string): Promise<{ key: string; priority: number }[]> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ key: string; priority: number }>(
      `select key, priority from graphile_worker.jobs where key is not null and run_at <= now()
       order by priority, run_at, id`,
    );
    return rows;
  });
}

/** Tests that do a job themselves leave it in the queue. */
export async function forgetJobs(url: string): Promise<void> {
  await onServer(url, (client) => client.query("delete from graphile_worker._private_jobs"));
}

/** As if the running jobs had begun a minute ago: the next process to start takes those of a killed one over immediately. */
export async function ageRunningJobs(url: string): Promise<void> {
  const earlier = "update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'";
  await onServer(url, (client) => client.query(earlier));
}

export interface HeldTable {
  /** Whether somebody who writes to it waits for that. */
  isAwaited(): Promise<boolean>;
  release(): Promise<void>;
}

/** Nobody writes to the table until it is released. */
export async function holdTable(url: string, table: string): Promise<HeldTable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in share mode`);
  return {
    async isAwaited() {
      const waiting = "select from pg_locks where not granted and relation = $1::regclass";
      return ((await client.query(waiting, [table])).rowCount ?? 0) > 0;
    },
    release: () => client.end(),
  };
}

async function ensureTemplate(admin: string): Promise<string> {
  const template = `headroom_template_${migrationsDigest()}`;
  await onServer(admin, async (client) => {
    if (await isTemplate(client, template)) return;
    await withTemplateLock(client, async () => {
      if (await isTemplate(client, template)) return;
      await ensureOwner(client, admin);
      await client.query(`drop database if exists ${template} with (force)`);
      await client.query(`create database ${template} owner ${OWNER}`);
      await fillTemplate(admin, template);
      await client.query(`alter database ${template} allow_connections false is_template true`);
    });
  });
  return template;
}

// TimescaleDB keeps a worker in each database, and a database in use can't be a template.
async function fillTemplate(admin: string, template: string): Promise<void> {
  const url = atDatabase(admin, template);
  await onServer(url, (client) => client.query("create extension if not exists timescaledb"));
  await migrate(ownerUrl(admin, template), () => undefined);
  await onServer(url, (client) => client.query("select _timescaledb_functions.stop_background_workers()"));
}

async function isTemplate(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_database where datname = $1 and datistemplate", [
    name,
  ]);
  return rowCount === 1;
}

async function ensureOwner(client: pg.Client, admin: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [OWNER]);
  const verb = rowCount === 1 ? "alter" : "create";
  await client.query(`${verb} role ${OWNER} login createdb createrole password '${ownerPassword(admin)}'`);
  // Roles belong to the cluster: if another owner's migration created them, this one has to be granted them.
  const { rows } = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname like 'headroom\\_%' and not rolcanlogin",
  );
  for (const { rolname } of rows) await client.query(`grant ${rolname} to ${OWNER}`);
}

async function withTemplateLock(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

async function dropDatabase(admin: string, name: string): Promise<void> {
  await onServer(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function migrationsDigest(): string {
  const hash = createHash("sha256");
  for (const file of migrationFiles()) hash.update(readFileSync(file));
  // The tables of the jobs come with their package, so its version is part of the name.
  hash.update(readFileSync(join(import.meta.dirname, "../../package.json")));
  return hash.digest("hex").slice(0, 16);
}

// Every worker has to compute the same name without asking the others.
function ownerPassword(admin: string): string {
  return createHash("sha256").update(new URL(admin).password).update(OWNER).digest("hex");
}

function ownerUrl(admin: string, database: string): string {
  const url = new URL(atDatabase(admin, database));
  url.username = OWNER;
  url.password = ownerPassword(admin);
  return url.href;
}

function atDatabase(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
