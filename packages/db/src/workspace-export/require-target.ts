import type pg from "pg";
import type { ExportedWorkspace } from "../backup/manifest.ts";
import { BackupProblem } from "../backup/problem.ts";
import { requireReadable } from "../backup/snapshot.ts";
import { readApplied } from "../applied-migrations.ts";
import { isSame } from "../folds/folds.ts";
import { MIGRATIONS } from "../migration-files.ts";

/** Throws unless the database has the tables of this version: a running Headroom of another one would read the rows. */
export async function requireUpToDate(into: pg.Client): Promise<void> {
  const applied = await readApplied(into);
  requireReadable(applied ?? []);
  if (isSame(applied ?? [], MIGRATIONS)) return;
  throw new BackupProblem(
    applied === null
      ? "This database has no tables of Headroom."
      : "This database is of another version of Headroom.",
    "Start Headroom once with this version, then import again.",
  );
}

export async function requireFree(into: pg.Client, { id, slug }: ExportedWorkspace): Promise<void> {
  const { rows } = await into.query<{ same: boolean; name: string }>(
    "select id = $1 as same, name from public.workspace where id = $1 or slug = $2 order by same desc limit 1",
    [id, slug],
  );
  if (rows[0] === undefined) return;
  if (rows[0].same)
    throw new BackupProblem(
      `This workspace is already here, as "${rows[0].name}".`,
      "IDs stay as they were, so one instance can hold a workspace only once. Delete it first to import it again.",
    );
  throw new BackupProblem(
    `The slug ${slug} is taken here, by "${rows[0].name}".`,
    "Choose another one with --as SLUG.",
  );
}
