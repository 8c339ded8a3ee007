import pg from "pg";
import { expect, it } from "vitest";
import { FOLDS } from "./folds/folds.ts";
import { MIGRATIONS } from "./migration-files.ts";
import { pendingMigrations } from "./pending.ts";
import { createEmptyDatabase, createOwnTestDatabase } from "./testing/index.ts";

it("an empty database lacks them all, in order, and looking changes nothing", async () => {
  const empty = await createEmptyDatabase();
  expect(await pendingMigrations(empty.url)).toEqual(MIGRATIONS);
  expect(await pendingMigrations(empty.url)).toEqual(MIGRATIONS);
  await empty.drop();
});

it("a migrated one lacks none, also under the names of before a fold, and one of a later version is refused", async () => {
  const migrated = await createOwnTestDatabase();
  expect(await pendingMigrations(migrated.url)).toEqual([]);
  const owner = new pg.Client({ connectionString: migrated.url });
  await owner.connect();
  await owner.query("delete from applied_migration");
  await owner.query(
    "insert into applied_migration (name, run_on) select name, now() from unnest($1::text[]) as name",
    [FOLDS[0]?.replaces],
  );
  expect(await pendingMigrations(migrated.url)).toEqual(MIGRATIONS.slice(FOLDS[0]?.by.length));
  await owner.query("delete from applied_migration");
  await owner.query("insert into applied_migration (name, run_on) values ('9999_future', now())");
  await expect(pendingMigrations(migrated.url)).rejects.toThrow(
    /9999_future, which this version doesn't know/,
  );
  await owner.end();
  await migrated.drop();
});
