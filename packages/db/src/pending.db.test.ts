import { basename } from "node:path";
import { expect, it } from "vitest";
import { migrationFiles } from "./migration-files.ts";
import { pendingMigrations } from "./pending.ts";
import { createEmptyDatabase, createTestDatabase } from "./testing/index.ts";

it("an empty database lacks them all, in order, and looking changes nothing", async () => {
  const empty = await createEmptyDatabase();
  const all = migrationFiles().map((file) => basename(file, ".sql"));
  expect(await pendingMigrations(empty.url)).toEqual(all);
  expect(await pendingMigrations(empty.url)).toEqual(all);
  await empty.drop();
});

it("a migrated one lacks none", async () => {
  const migrated = await createTestDatabase();
  expect(await pendingMigrations(migrated.url)).toEqual([]);
  await migrated.drop();
});
