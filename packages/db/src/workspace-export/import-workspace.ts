import { rm } from "node:fs/promises";
import pg from "pg";
import { atDatabase, databaseOf, withClient } from "../backup/connect.ts";
import { requireFolder, restoreKeptFiles } from "../backup/kept-files.ts";
import type { KeptFilesPlace } from "../backup/kept-files.ts";
import { readManifest } from "../backup/manifest.ts";
import type { ExportedWorkspace, Manifest } from "../backup/manifest.ts";
import { addPendingJobs, silenceNotices } from "../backup/pending-jobs.ts";
import { BackupProblem } from "../backup/problem.ts";
import { createSide, dropSide, holdTarget, sideOf } from "../backup/side-database.ts";
import type { Target } from "../backup/side-database.ts";
import { copyInto } from "./copy-into.ts";
import { fillSide } from "./fill-side.ts";
import { makeOwner, matchPeople, requireOwner } from "./match-people.ts";
import type { MatchedPeople } from "./match-people.ts";
import { requireFree, requireUpToDate } from "./require-target.ts";
import { takeNumbers } from "./take-numbers.ts";
import { writeAudit } from "./write-audit.ts";

export interface ImportOptions {
  /** The export's own folder. */
  folder: string;
  /** A superuser's address, on the server that `ownerUrl` names. */
  adminUrl: string;
  /** The database to import into, as the product and the migrations connect to it. */
  ownerUrl: string;
  /** Another slug than the exported one. */
  as: string | null;
  /** The email address of someone who has an account here, and becomes an owner. */
  owner: string | null;
  keptFiles: KeptFilesPlace;
  now: Date;
  log: (line: string) => void;
}

export interface ImportedWorkspace {
  workspace: ExportedWorkspace;
  people: MatchedPeople;
  rows: number;
  keptFiles: number;
}

/**
 * Loads an export into a database beside the target, brings it up to date, checks it and gives its people and numbers their
 * values here. One transaction then copies it into the target, which stays in use: an import that fails changes nothing.
 */
export async function importWorkspace(options: ImportOptions): Promise<ImportedWorkspace> {
  const manifest = await readManifest(options.folder);
  const exported = requireExport(manifest);
  requireFolder(manifest.keptFiles, options.keptFiles);
  const workspace = { ...exported, slug: options.as ?? exported.slug };
  const { adminUrl, ownerUrl } = options;
  return withClient(atDatabase(adminUrl, "postgres"), async (server) => {
    const owner = decodeURIComponent(new URL(ownerUrl).username);
    const target: Target = { server, adminUrl, database: databaseOf(ownerUrl), owner };
    await holdTarget(target);
    return withClient(atDatabase(adminUrl, target.database), async (into) => {
      await requireUpToDate(into);
      await requireFree(into, workspace);
      try {
        await createSide(target);
        await fillSide(target, manifest, options);
        return await withClient(atDatabase(adminUrl, sideOf(target.database)), (side) =>
          moveInto({ into, side, workspace, manifest, options }),
        );
      } finally {
        await dropSide(target);
      }
    });
  });
}

interface Moving {
  into: pg.Client;
  side: pg.Client;
  workspace: ExportedWorkspace;
  manifest: Manifest;
  options: ImportOptions;
}

async function moveInto({ into, side, workspace, manifest, options }: Moving): Promise<ImportedWorkspace> {
  const { owner, now } = options;
  const people = await matchPeople(side, into, { workspaceId: workspace.id, owner });
  await requireOwner(side, into, { workspaceId: workspace.id, owner });
  await takeNumbers(side, into);
  await side.query("update public.workspace set slug = $1", [workspace.slug]);
  const written: string[] = [];
  try {
    await into.query("begin");
    const rows = await copyInto(side, into, options.log);
    if (owner !== null) await makeOwner(into, { workspaceId: workspace.id, owner, now });
    // Everyone in the workspace should be able to see that this is a copy, and of when.
    const detail = { exportedAt: manifest.madeAt };
    await writeAudit(into, {
      workspaceId: workspace.id,
      action: "workspace.import",
      detail,
      at: now,
    });
    await addPendingJobs(into, manifest.jobs);
    await silenceNotices(into, workspace.id);
    const keptFiles = await restoreKeptFiles(options.folder, manifest.keptFiles, options.keptFiles, {
      of: workspace.id,
      onWritten: (file) => void written.push(file),
    });
    await into.query("commit");
    await into.query("analyze");
    return { workspace, people, rows, keptFiles };
  } catch (error) {
    await into.query("rollback").catch(() => undefined);
    for (const file of written) await rm(file, { force: true });
    throw isTaken(error) ? alreadyHere(error) : error;
  }
}

function requireExport({ workspace }: Manifest): ExportedWorkspace {
  if (workspace !== undefined) return workspace;
  throw new BackupProblem(
    "This is a backup of a whole installation, not an export of one workspace.",
    "Restore it: npm run restore -- FOLDER",
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505";
}

function alreadyHere(error: unknown): BackupProblem {
  const detail = error instanceof pg.DatabaseError ? ` (${error.table}: ${error.detail})` : "";
  return new BackupProblem(
    `A part of this export is already in this database${detail}.`,
    "Nothing was changed. IDs stay as they were, so one instance can hold a workspace only once.",
    { cause: error },
  );
}
