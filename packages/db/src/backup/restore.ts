import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { formatCount } from "@headroom/core/format";
import { readApplied } from "../applied-migrations.ts";
import { inTodaysNames, isSame } from "../folds/folds.ts";
import { applyMigrations, migrate } from "../migrate.ts";
import { atDatabase, databaseOf, withClient } from "./connect.ts";
import { loadTable } from "./files.ts";
import { tableFile } from "./folder.ts";
import { requireFolder, restoreKeptFiles } from "./kept-files.ts";
import type { KeptFilesPlace } from "./kept-files.ts";
import { readManifest, SECRET_FILE, startOf } from "./manifest.ts";
import type { Manifest, TableContent } from "./manifest.ts";
import { addPendingJobs, silenceNotices } from "./pending-jobs.ts";
import { BackupProblem } from "./problem.ts";
import { createSide, dropSide, holdTarget, requireUnused, sideOf, stateOf, swap } from "./side-database.ts";
import type { Target } from "./side-database.ts";
import { storedTables, writeSequences } from "./tables.ts";
import type { StoredTable } from "./tables.ts";

export interface RestoreOptions {
  /** The backup's own folder. */
  folder: string;
  /** A superuser's address, on the server that `ownerUrl` names. */
  adminUrl: string;
  /** The database to restore, as the product and the migrations connect to it. */
  ownerUrl: string;
  /** Whether a database that contains workspaces may be replaced. */
  replace: boolean;
  keptFiles: KeptFilesPlace;
  log: (line: string) => void;
}

export interface Restored {
  manifest: Manifest;
  keptFiles: number;
  /** HEADROOM_SECRET as it was; null if the backup has none. */
  secret: string | null;
}

/**
 * Loads a backup into a new database beside the target, brings it up to date, and only then renames it: a restore that
 * fails changes nothing.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { folder, adminUrl, ownerUrl, replace, log } = options;
  const manifest = await readManifest(folder);
  if (manifest.workspace !== undefined) throw ofOneWorkspace(manifest.workspace.slug);
  requireFolder(manifest.keptFiles, options.keptFiles);
  return withClient(atDatabase(adminUrl, "postgres"), async (server) => {
    const owner = decodeURIComponent(new URL(ownerUrl).username);
    const target: Target = { server, adminUrl, database: databaseOf(ownerUrl), owner };
    await holdTarget(target);
    await requireUnused(target);
    const state = await stateOf(target);
    if (state === "full" && !replace) throw notEmpty(target.database);
    try {
      await createSide(target);
      await fill(target, manifest, options);
      const keptFiles = await restoreKeptFiles(folder, manifest.keptFiles, options.keptFiles);
      log(`putting it in the place of ${target.database}`);
      await swap(target, state);
      return { manifest, keptFiles, secret: await readSecret(folder, manifest) };
    } finally {
      await dropSide(target);
    }
  });
}

/** Migrates the side database to the version of the backup, loads it, and migrates it to the version of today. */
async function fill(
  target: Target,
  manifest: Manifest,
  { folder, ownerUrl, log }: RestoreOptions,
): Promise<void> {
  const side = sideOf(target.database);
  const [asOwner, asAdmin] = [atDatabase(ownerUrl, side), atDatabase(target.adminUrl, side)];
  await applyMigrations(asOwner, { log, ...startOf(manifest) });
  await withClient(asAdmin, (client) => load(client, folder, manifest, log));
  await migrate(asOwner, log);
  await withClient(asAdmin, async (client) => {
    await addPendingJobs(client, manifest.jobs);
    await silenceNotices(client);
    // Without statistics, the first pages would be slow.
    await client.query("analyze");
  });
}

async function load(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  log: (line: string) => void,
): Promise<void> {
  const tables = await tablesOf(client, manifest);
  await client.query("begin");
  // Rows are loaded as they were: triggers have run, and references hold within one snapshot.
  await client.query("set local session_replication_role = replica");
  await client.query(`truncate ${tables.map(({ sqlName }) => `public.${sqlName}`).join(", ")}`);
  for (const [at, table] of tables.entries()) {
    const content = manifest.tables[at];
    if (content !== undefined) await loadContent(client, { folder, table, content, log });
  }
  await writeSequences(client, manifest.sequences);
  await client.query("commit");
}

/** Loads one file and compares the number of its rows with what was written. */
export async function loadContent(
  client: pg.Client,
  { folder, table, content, log }: Loading,
): Promise<void> {
  const rows = await loadTable(client, table, tableFile(folder, table.name), content);
  if (rows !== content.rows) throw differs(`${table.name} has ${rows} rows instead of ${content.rows}`);
  log(`${table.name}: ${formatCount(rows)} rows`);
}

interface Loading {
  folder: string;
  table: StoredTable;
  content: TableContent;
  log: (line: string) => void;
}

/** The tables of this version of the schema, which have to be those of the backup. */
async function tablesOf(client: pg.Client, manifest: Manifest): Promise<StoredTable[]> {
  const tables = await storedTables(client);
  const [here, there] = [tables, manifest.tables].map((list) => list.map(({ name }) => name).join(", "));
  if (here !== there) throw differs(`the backup has the tables ${there}, and its migrations make ${here}`);
  const applied = (await readApplied(client)) ?? [];
  if (!isSame(applied, inTodaysNames(manifest.migrations))) throw differs("its migrations did not all run");
  return tables;
}

async function readSecret(folder: string, { secret }: Manifest): Promise<string | null> {
  return secret ? (await readFile(join(folder, SECRET_FILE), "utf8")).trimEnd() : null;
}

function ofOneWorkspace(slug: string): BackupProblem {
  return new BackupProblem(
    `This is an export of one workspace, ${slug}, and not a backup.`,
    "Import it: npm run import-workspace -- FOLDER",
  );
}

function notEmpty(database: string): BackupProblem {
  return new BackupProblem(
    `The database ${database} is not empty.`,
    "Add --replace to delete what it contains. Back it up first if you are not sure.",
  );
}

export function differs(reason: string): BackupProblem {
  return new BackupProblem(
    `The folder can't be loaded: ${reason}.`,
    "Nothing was changed. Use another copy of it.",
  );
}
