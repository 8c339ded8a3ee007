import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyMigrations } from "../migrate.ts";
import { createEmptyDatabase } from "../testing/index.ts";

/** Those before metrics had several examples. */
const BEFORE = 38;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let admin: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await applyMigrations(database.url, { log: () => undefined, count: BEFORE });
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

it("metrics from before an update have the tags of one series as an example", async () => {
  await admin.query(`
    insert into workspace (id, slug, name) values (gen_random_uuid(), 'shop', 'Shop');
    insert into service (id, workspace_id, slug, name) select gen_random_uuid(), id, 'cart', 'Cart' from workspace;
    insert into traffic (service_id, workspace_id, heard_at) select id, workspace_id, '2026-11-20' from service;
    insert into traffic_unmapped (workspace_id, service_id, name, field, kind, tags, series, seen_at)
      select workspace_id, id, 'queue_depth', '', 'gauge', '[["pool", "main"]]', 1, '2026-11-20' from service`);
  await applyMigrations(database.url, { log: () => undefined });
  const { rows } = await admin.query("select name, examples from traffic_metric");
  expect(rows).toEqual([{ name: "queue_depth", examples: [[["pool", "main"]]] }]);
});
