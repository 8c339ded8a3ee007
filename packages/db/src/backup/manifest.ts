import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { standingOf } from "../folds/folds.ts";
import { BackupProblem } from "./problem.ts";
import type { PendingJob } from "./pending-jobs.ts";
import type { FileContent } from "./files.ts";
import type { SequenceState } from "./tables.ts";

export const FORMAT = 1;
const MANIFEST = "manifest.json";
export const SECRET_FILE = "secret";

export interface TableContent extends FileContent {
  name: string;
  rows: number;
}

export type KeptFilesContent =
  | { kind: "none" }
  /** In a bucket, which is backed up on its own. */
  | { kind: "bucket"; address: string; files: number }
  | { kind: "left-out"; files: number }
  | { kind: "copied"; files: number; bytes: number; missing: number; index: FileContent };

export interface ExportedWorkspace {
  id: string;
  slug: string;
  name: string;
}

/** What a backup contains. Written last: a folder without it isn't a backup. */
export interface Manifest {
  format: typeof FORMAT;
  /** Only of an export: its rows are those of this workspace alone. */
  workspace?: ExportedWorkspace;
  /** Headroom's version. */
  headroom: string;
  madeAt: string;
  server: { postgres: string; timescaledb: string };
  /** In the order in which they ran. */
  migrations: string[];
  tables: TableContent[];
  sequences: SequenceState[];
  jobs: PendingJob[];
  keptFiles: KeptFilesContent;
  /** Whether the secret is beside this file. */
  secret: boolean;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, MANIFEST);
  const draft = await open(`${file}.unfinished`, "wx", 0o600);
  try {
    await draft.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.unfinished`, file);
}

/** Throws if the folder isn't a complete backup, or one that this version can't read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch((error: unknown) => {
    throw new BackupProblem(
      `${folder} is not a complete backup or export: it has no ${MANIFEST}.`,
      "Name the folder headroom-backup-… or headroom-export-… itself. If it was interrupted while it was written, use an earlier one.",
      { cause: error },
    );
  });
  const manifest = parse(text);
  if (manifest === null) {
    throw new BackupProblem(`${MANIFEST} in ${folder} is damaged.`, "Use another copy of it.");
  }
  if (manifest.format !== FORMAT) throw newer(manifest);
  startOf(manifest);
  return manifest;
}

function parse(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) ? value : null;
  } catch {
    return null;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== "object" || value === null) return false;
  const { format, migrations, tables, sequences, jobs, keptFiles } = value as Partial<Manifest>;
  const lists = [migrations, tables, sequences, jobs];
  return Number.isInteger(format) && lists.every(Array.isArray) && keptFiles !== undefined;
}

/** The migrations that make the schema of its rows. */
export function startOf(manifest: Manifest): { folder: string; count: number } {
  const standing = standingOf(manifest.migrations);
  if (standing.kind === "known") return standing;
  if (standing.kind === "newer") throw newer(manifest, standing.migration);
  throw new BackupProblem(
    "This folder was written by an early version of Headroom, and this version can't load it.",
    `Load it with the version that wrote it. ${standing.way} Then write it again.`,
  );
}

function newer({ headroom }: Manifest, migration?: string): BackupProblem {
  const because = migration === undefined ? "" : ` (its migration ${migration} is not in this version)`;
  return new BackupProblem(
    `This folder was written by another version of Headroom, ${headroom}${because}.`,
    "Update Headroom to that version or a later one, then try again.",
  );
}
