import { join, resolve } from "node:path";
import type pg from "pg";
import { formatBytes, formatCount } from "@headroom/core/format";
import manifestOfPackage from "../../package.json" with { type: "json" };
import { readApplied } from "../applied-migrations.ts";
import { withClient } from "../backup/connect.ts";
import { writeRows } from "../backup/files.ts";
import { createTablesFolder, inNewFolder, tableFile, timeInName } from "../backup/folder.ts";
import { backUpKeptFiles, readKeptFileKeys, requirePlace } from "../backup/kept-files.ts";
import type { KeptFilesPlace } from "../backup/kept-files.ts";
import { FORMAT, writeManifest } from "../backup/manifest.ts";
import type { Manifest, TableContent } from "../backup/manifest.ts";
import { readPendingJobs } from "../backup/pending-jobs.ts";
import { BackupProblem } from "../backup/problem.ts";
import { inSnapshot, requireSight, serverVersions } from "../backup/snapshot.ts";
import { analyzeSeries, selectedTables, selectRows } from "./select-rows.ts";
import { writeAudit } from "./write-audit.ts";

export interface ExportOptions {
  /** A role that sees all rows. */
  adminUrl: string;
  /** The slug of the workspace. */
  workspace: string;
  /** The folder in which the export's own folder is created. */
  to: string;
  keptFiles: KeptFilesPlace;
  now: Date;
  log: (line: string) => void;
}

/**
 * Writes what one snapshot of the database sees of one workspace, while uploads go on. The folder is one of a backup, but
 * has no secrets, and is complete once its manifest is in it.
 */
export async function exportWorkspace(
  options: ExportOptions,
): Promise<{ folder: string; manifest: Manifest }> {
  const slug = options.workspace.replaceAll(/[^\w-]/g, "_");
  const name = `headroom-export-${slug}-${timeInName(options.now)}`;
  return withClient(options.adminUrl, async (client) => {
    await requireSight(client);
    const workspace = await findWorkspace(client, options.workspace);
    const folder = join(resolve(options.to), name);
    const manifest = await inNewFolder(folder, () => write(client, folder, { ...options, found: workspace }));
    await writeAudit(client, {
      workspaceId: workspace.id,
      action: "workspace.export",
      at: options.now,
      detail: { keptFiles: options.keptFiles.kind === "store" ? "included" : "left out" },
    });
    return { folder, manifest };
  });
}

type Found = NonNullable<Manifest["workspace"]>;

async function findWorkspace(client: pg.Client, slug: string): Promise<Found> {
  const { rows } = await client.query<Found>("select id, slug, name from public.workspace where slug = $1", [
    slug,
  ]);
  if (rows[0] !== undefined) return rows[0];
  const all = await client.query<Found>("select slug from public.workspace order by slug limit 20");
  throw new BackupProblem(
    `There is no workspace "${slug}".`,
    `Workspaces here: ${all.rows.map((row) => row.slug).join(", ") || "none"}`,
  );
}

async function write(
  client: pg.Client,
  folder: string,
  { found, keptFiles, now, log }: ExportOptions & { found: Found },
): Promise<Manifest> {
  await analyzeSeries(client);
  const { stored, keys } = await inSnapshot(client, async () => {
    const keptFileKeys = await readKeptFileKeys(client, found.id);
    requirePlace(keptFileKeys, keptFiles);
    return {
      keys: keptFileKeys,
      stored: {
        server: await serverVersions(client),
        migrations: (await readApplied(client)) ?? [],
        tables: await writeTables(client, { folder, workspaceId: found.id, log }),
        jobs: await readPendingJobs(client, found.id),
      },
    };
  });
  const manifest: Manifest = {
    format: FORMAT,
    workspace: found,
    headroom: manifestOfPackage.version,
    madeAt: now.toISOString(),
    ...stored,
    // Numbers that are taken from sequences get new values where they are imported.
    sequences: [],
    keptFiles: await backUpKeptFiles(folder, keys, keptFiles),
    secret: false,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

async function writeTables(
  client: pg.Client,
  { folder, workspaceId, log }: { folder: string; workspaceId: string; log: (line: string) => void },
): Promise<TableContent[]> {
  const tables: TableContent[] = [];
  await createTablesFolder(folder);
  for (const selected of await selectedTables(client)) {
    const { name } = selected.table;
    const select = await selectRows(client, selected, workspaceId);
    const content = await writeRows(client, select, tableFile(folder, name));
    tables.push({ name, ...content });
    log(`${name}: ${formatCount(content.rows)} rows, ${formatBytes(content.bytes)}`);
  }
  return tables;
}
