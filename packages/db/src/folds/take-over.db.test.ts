import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCatalog } from "../catalog.ts";
import { applyMigrations } from "../migrate.ts";
import { createEmptyDatabase } from "../testing/index.ts";
import { FOLDS, ourHistory } from "./folds.ts";
import { expectedCatalog } from "./take-over.ts";

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

it("the migrations of the latest fold make exactly what those before it made", async () => {
  const fold = FOLDS.at(-1);
  if (fold === undefined) throw new Error("there is a fold");
  await applyMigrations(database.url, { log: () => undefined, count: fold.by.length });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const catalog = await readCatalog(client);
  await client.end();
  expect(catalog.length).toBeGreaterThan(2_000);
  expect(catalog).toEqual(expectedCatalog(fold, ourHistory()));
});
