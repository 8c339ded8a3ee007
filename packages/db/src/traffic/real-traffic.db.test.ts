import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyMigrations } from "../migrate.ts";
import { createEmptyDatabase } from "../testing/index.ts";

/** Those before the one that says which traffic is real. */
const BEFORE = 43;

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

it("traffic from before an update is real, unless it was simulated, and lost minutes are due again", async () => {
  await admin.query(`
    insert into workspace (id, slug, name) values (gen_random_uuid(), 'shop', 'Shop');
    insert into service (id, workspace_id, slug, name)
      select gen_random_uuid(), id, own, own from workspace, unnest(array['old', 'simulated', 'silent']) as own;
    insert into traffic (service_id, workspace_id, heard_at, first_at, simulated_from, simulated_to)
      select id, workspace_id, '2026-11-20', case when slug <> 'silent' then timestamptz '2026-11-01' end,
        case when slug = 'simulated' then timestamptz '2026-11-01' end, case when slug = 'simulated' then timestamptz '2026-11-02' end
      from service;
    insert into traffic_series (workspace_id, service_id, kind, label)
      select workspace_id, id, 'requests', '(all)' from service where slug = 'old';
    insert into traffic_cell_1 (at, series_id, requests, errors, items, bytes, dist_kind)
      select timestamptz '2026-11-20' + n * interval '30 seconds', s.id, 1, 0, 1, 0, 0 from traffic_series s, generate_series(0, 5) n;
    insert into traffic_cell_60 (at, series_id, requests, errors, items, bytes, dist_kind)
      select timestamptz '2026-11-20 00:01', s.id, 2, 0, 2, 0, 0 from traffic_series s`);
  await applyMigrations(database.url, { log: () => undefined });
  const { rows } = await admin.query(
    `select s.slug, t.real_from = '2026-11-01' as real from traffic t join service s on s.id = t.service_id order by s.slug`,
  );
  expect(rows).toEqual([
    { slug: "old", real: true },
    { slug: "silent", real: null },
    { slug: "simulated", real: null },
  ]);
  const due = await admin.query<{ minute: string }>(
    "select to_char(at at time zone current_setting('TimeZone'), 'HH24:MI') as minute from traffic_due where step = 60 order by at",
  );
  expect(due.rows.map(({ minute }) => minute)).toEqual(["00:00", "00:02"]);
  const forced = await admin.query(
    "select relname from pg_class where relname like 'traffic%' and relrowsecurity and not relforcerowsecurity",
  );
  expect(forced.rows).toEqual([]);
});
