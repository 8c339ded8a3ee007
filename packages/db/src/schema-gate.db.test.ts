import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { createEmptyDatabase, createOwnTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
let owner: pg.Client;
beforeEach(async () => {
  test = await createOwnTestDatabase();
  owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await test.drop();
});

const migrateFurther = () =>
  owner.query("insert into applied_migration (name, run_on) values ('9999_future', now())");

const askAll = (db: Database) => Promise.all(attempts(db).map((attempt) => attempt()));

/** Each way into the database. */
const attempts = (db: Database) =>
  [
    () => db.requireSchema(),
    () => db.ping(60_000),
    () => db.lookup.workspaceBySlug("shop"),
    () => db.inWorkspace("00000000-0000-4000-8000-000000000001", (tx) => tx.query("select 1")),
    () => db.asJobs((tx) => tx.query("select 1")),
    () => db.asAccounts((tx) => tx.query("select 1")),
  ] as const;

it("a database of a later version is refused, whatever is asked of it, until it fits", async () => {
  await migrateFurther();
  for (const attempt of attempts(test.db))
    await expect(attempt()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/^A newer version.* it has the migration 9999_future/) as string,
      hint: expect.stringMatching(/^Update this installation/) as string,
    });
  await owner.query("delete from applied_migration where name = '9999_future'");
  await askAll(test.db);
});

it("a process that is running goes on while a later version is rolled out", async () => {
  await test.db.ping(60_000);
  await migrateFurther();
  await expect(askAll(test.db)).resolves.toHaveLength(6);
});

it("a database that is behind is refused until it is migrated", async () => {
  await owner.query("delete from applied_migration where name = (select max(name) from applied_migration)");
  await expect(test.db.ping(60_000)).rejects.toThrow(
    /^The database isn't up to date: its latest migration is \d+_/,
  );

  const empty = await createEmptyDatabase();
  const db = openDatabase({ url: empty.url });
  await expect(db.ping(60_000)).rejects.toThrow(/it has no tables of Headroom/);
  await migrate(empty.url, () => undefined);
  await askAll(db);
  await db.close();
  await empty.drop();
});
