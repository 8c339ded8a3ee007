import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import { formatBytes, formatCount } from "@headroom/core/format";
import manifestOfPackage from "../../package.json" with { type: "json" };
import { withClient } from "./connect.ts";
import { writeTable } from "./files.ts";
import { backUpKeptFiles, readKeptFileKeys, requirePlace, type KeptFilesPlace } from "./kept-files.ts";
import { FORMAT, SECRET_FILE, writeManifest, type Manifest, type TableContent } from "./manifest.ts";
import { readPendingJobs } from "./pending-jobs.ts";
import { BackupProblem } from "./problem.ts";
import { appliedMigrations, readSequences, storedTables } from "./tables.ts";

export interface BackUpOptions {
  /** A role that sees all rows: row level security binds the owner, too. */
  adminUrl: string;
  /** The folder in which the backup's own folder is created. */
  to: string;
  keptFiles: KeptFilesPlace;
  /** HEADROOM_SECRET. Null: not set, or left out. */
  secret: string | null;
  now: Date;
  log: (line: string) => void;
}

/**
 * Writes everything that one snapshot of the database sees, while uploads go on. Returns the folder, which is complete
 * once its manifest is in it.
 */
export async function backUp(options: BackUpOptions): Promise<{ folder: string; manifest: Manifest }> {
  const folder = join(resolve(options.to), `headroom-backup-${nameOf(options.now)}`);
  return withClient(options.adminUrl, async (client) => {
    await requireSight(client);
    await mkdir(resolve(options.to), { recursive: true });
    await mkdir(folder, { mode: 0o700 });
    try {
      const manifest = await write(client, folder, options);
      return { folder, manifest };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  });
}

async function write(client: pg.Client, folder: string, options: BackUpOptions): Promise<Manifest> {
  const { stored, keys } = await inSnapshot(client, async () => {
    const keptFileKeys = await readKeptFileKeys(client);
    requirePlace(keptFileKeys, options.keptFiles);
    return { stored: await writeDatabase(client, folder, options.log), keys: keptFileKeys };
  });
  const keptFiles = await backUpKeptFiles(folder, keys, options.keptFiles);
  if (options.secret !== null) {
    await writeFile(join(folder, SECRET_FILE), `${options.secret}\n`, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
  }
  const manifest: Manifest = {
    format: FORMAT,
    headroom: manifestOfPackage.version,
    madeAt: options.now.toISOString(),
    ...stored,
    keptFiles,
    secret: options.secret !== null,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/**
 * One transaction that sees one moment. The locks come before its snapshot: dropping a chunk would otherwise remove rows
 * that the snapshot still lists as uncounted.
 */
async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
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

type StoredInDatabase = Pick<Manifest, "server" | "migrations" | "tables" | "sequences" | "jobs">;

async function writeDatabase(
  client: pg.Client,
  folder: string,
  log: (line: string) => void,
): Promise<StoredInDatabase> {
  const migrations = (await appliedMigrations(client)) ?? [];
  const jobs = await readPendingJobs(client);
  const tables: TableContent[] = [];
  await mkdir(join(folder, TABLES), { mode: 0o700 });
  for (const table of await storedTables(client)) {
    const content = await writeTable(client, table, tableFile(folder, table.name));
    tables.push({ name: table.name, ...content });
    log(`${table.name}: ${formatCount(content.rows)} rows, ${formatBytes(content.bytes)}`);
  }
  return { server: await versions(client), migrations, tables, sequences: await readSequences(client), jobs };
}

const TABLES = "tables";

export function tableFile(folder: string, name: string): string {
  return join(folder, TABLES, `${name}.copy.zst`);
}

async function versions(client: pg.Client): Promise<Manifest["server"]> {
  const { rows } = await client.query<Manifest["server"]>(
    `select current_setting('server_version') as postgres,
       (select extversion from pg_extension where extname = 'timescaledb') as timescaledb`,
  );
  return rows[0] ?? { postgres: "", timescaledb: "" };
}

async function requireSight(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sees: boolean }>(
    "select rolname as name, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user",
  );
  if (rows[0]?.sees !== true) {
    throw new BackupProblem(
      `The role ${rows[0]?.name} does not see all rows: row level security applies to it.`,
      "Set HEADROOM_DATABASE_ADMIN_URL to the address with a superuser, or with a role that has BYPASSRLS and pg_read_all_data.",
    );
  }
  if ((await appliedMigrations(client)) !== null) return;
  throw new BackupProblem(
    "This database has no tables of Headroom.",
    "Check the name of the database at the end of the address.",
  );
}

/** Sorts by time, and is a file name everywhere. */
function nameOf(now: Date): string {
  return now
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}
