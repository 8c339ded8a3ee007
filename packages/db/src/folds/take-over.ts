import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { readApplied } from "../applied-migrations.ts";
import { readCatalog } from "../catalog.ts";
import { isSame, NEWER_SCHEMA, ourHistory, standingOf } from "./folds.ts";
import type { Fold, History } from "./folds.ts";

/** This version can't go on with the database, and has changed nothing. */
export class RefusedSchema extends Error {}

/**
 * Lets a database of before a fold continue under the new names. Its tables already are what the new migrations would make, so
 * only the list of applied migrations changes. Call it under the lock of the migrations.
 */
export async function takeOver(
  client: pg.Client,
  log: (line: string) => void,
  history: History = ourHistory(),
): Promise<void> {
  for (;;) {
    const applied = (await readApplied(client)) ?? [];
    requireStanding(applied, history);
    const fold = history.folds.find(({ replaces }) => isSame(applied, replaces));
    if (fold === undefined) return;
    requireCatalog(await readCatalog(client), expectedCatalog(fold, history));
    await rename(client, fold);
    log(`recorded ${fold.replaces.length} migrations as the ${fold.by.length} that replace them`);
  }
}

/** Throws if this version can't go on with a database that has these migrations. */
export function requireStanding(applied: readonly string[], history: History = ourHistory()): void {
  const standing = standingOf(applied, history);
  if (standing.kind === "older")
    throw new RefusedSchema(
      `The database has the schema of an early version, and nothing was changed. ${standing.way}`,
    );
  if (standing.kind === "newer")
    throw new RefusedSchema(
      `The database has the migration ${standing.migration}, which this version doesn't know, and nothing was changed. ${NEWER_SCHEMA}`,
    );
}

/** One statement, so both lists are never there together. Applied when the last of the replaced ones was: nothing is newer than that. */
async function rename(client: pg.Client, { replaces, by }: Fold): Promise<void> {
  await client.query(
    `with gone as (delete from public.applied_migration where name = any ($1) returning run_on)
     insert into public.applied_migration (name, run_on)
     select new.name, (select max(run_on) from gone)
     from unnest($2::text[]) with ordinality as new (name, place) order by new.place`,
    [replaces, by],
  );
}

export function expectedCatalog({ catalog }: Fold, { home }: Pick<History, "home">): string[] {
  return readFileSync(join(home, "folds", catalog), "utf8")
    .trimEnd()
    .split("\n");
}

const SHOWN = 8;

function requireCatalog(found: readonly string[], expected: readonly string[]): void {
  const [has, wanted] = [new Set(found), new Set(expected)];
  const differences = [
    ...expected.filter((line) => !has.has(line)).map((line) => `  missing: ${line}`),
    ...found
      .filter((line) => !wanted.has(line) && isWritten(line, expected))
      .map((line) => `  unexpected: ${line}`),
  ];
  if (differences.length === 0) return;
  const shown = differences.slice(0, SHOWN);
  if (differences.length > SHOWN) shown.push(`  and ${differences.length - SHOWN} more`);
  throw new RefusedSchema(
    [
      `The schema was changed by something other than its migrations, in ${differences.length} places:`,
      ...shown,
      "Nothing was changed. Undo these changes, then run this again (docs/upgrade.md).",
    ].join("\n"),
  );
}

/**
 * Whether a line that no migration makes is about what the product writes. Grants, roles, indexes, views and tables that an
 * administrator has added are the administrator's business.
 */
function isWritten(line: string, expected: readonly string[]): boolean {
  const table = /^(table \w+): (column|constraint|trigger) /.exec(line)?.[1];
  return table !== undefined && expected.some((wanted) => wanted.startsWith(`${table}: column `));
}
