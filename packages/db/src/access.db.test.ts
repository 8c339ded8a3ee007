import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACCESS_FILE, readAccess } from "./access.ts";
import { applyMigrations, migrate } from "./migrate.ts";
import { createEmptyDatabase } from "./testing/index.ts";

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await applyMigrations(database.url, { log: () => undefined });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const migrated = () => migrate(database.url, () => undefined);

it("the list of roles, policies and grants is what the migrations make (after a new one: vitest --update)", async () => {
  const lines = await readAccess(client);
  expect(lines.length).toBeGreaterThan(300);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(ACCESS_FILE);
});

it("migrate takes a database to which the administrator has added something", async () => {
  await client.query("grant select on service to headroom_entry");
  await expect(migrated()).resolves.toBeUndefined();
});

it("migrate refuses a database without one of its policies, and names it", async () => {
  await client.query("drop policy tenant on token");
  await expect(migrated()).rejects.toThrow(
    /lacks 1 of.*\n {2}table token: policy tenant \(all\) for headroom_app\n/,
  );
});

it("migrate refuses a database that was restored without grants and owners, and lists the first of many", async () => {
  await client.query(`do $$ declare t record; begin
    for t in select c.oid::regclass as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relowner = current_user::regrole loop
      execute format('revoke all on %s from headroom_app, headroom_jobs, headroom_lookup, headroom_accounts', t.name);
    end loop;
    alter function token_by_hash(bytea) owner to current_user;
    grant execute on function count_attempt(bytea, timestamptz, timestamptz) to public;
  end $$`);
  const message = await migrated().then(
    () => "",
    (error: unknown) => String(error),
  );
  expect(message).toMatch(/lacks \d{3} of/);
  expect(message).toContain(
    "function count_attempt(bytea, timestamp with time zone, timestamp with time zone): closed to public",
  );
  expect(message).toContain("function token_by_hash(bytea): owned by headroom_lookup");
  expect(message).toMatch(/and \d+ more\n.*docs\/backup\.md/s);
});
