import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import { formatBytes, formatCount } from "@headroom/core/format";
import manifestOfPackage from "../../package.json" with { type: "json" };
import { readApplied } from "../applied-migrations.ts";
import { withClient } from "./connect.ts";
import { writeRows } from "./files.ts";
import { backUpKeptFiles, readKeptFileKeys, requirePlace } from "./kept-files.ts";
import type { KeptFilesPlace } from "./kept-files.ts";
import { createTablesFolder, inNewFolder, tableFile, timeInName } from "./folder.ts";
import { FORMAT, SECRET_FILE, writeManifest } from "./manifest.ts";
import type { Manifest, TableContent } from "./manifest.ts";
import { readPendingJobs } from "./pending-jobs.ts";
import { inSnapshot, requireSight, serverVersions } from "./snapshot.ts";
import { readSequences, storedTables } from "./tables.ts";

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
  const folder = join(resolve(options.to), `headroom-backup-${timeInName(options.now)}`);
  return withClient(options.adminUrl, async (client) => {
    await requireSight(client);
    const manifest = await inNewFolder(folder, () => write(client, folder, options));
    return { folder, manifest };
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

type StoredInDatabase = Pick<Manifest, "server" | "migrations" | "tables" | "sequences" | "jobs">;

async function writeDatabase(
  client: pg.Client,
  folder: string,
  log: (line: string) => void,
): Promise<StoredInDatabase> {
  const migrations = (await readApplied(client)) ?? [];
  const jobs = await readPendingJobs(client);
  const tables: TableContent[] = [];
  await createTablesFolder(folder);
  for (const table of await storedTables(client)) {
    const select = `select ${table.sqlColumns} from public.${table.sqlName}`;
    const content = await writeRows(client, select, tableFile(folder, table.name));
    tables.push({ name: table.name, ...content });
    log(`${table.name}: ${formatCount(content.rows)} rows, ${formatBytes(content.bytes)}`);
  }
  return {
    server: await serverVersions(client),
    migrations,
    tables,
    sequences: await readSequences(client),
    jobs,
  };
}
