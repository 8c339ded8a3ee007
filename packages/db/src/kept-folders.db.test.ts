import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "./backup/connect.ts";
import { restore } from "./backup/restore.ts";
import { testServerUrl } from "./env.ts";
import { FOLDS } from "./folds/folds.ts";
import { MIGRATIONS } from "./migration-files.ts";
import { createEmptyDatabase, createOwnTestDatabase } from "./testing/index.ts";
import { importWorkspace } from "./workspace-export/import-workspace.ts";

// What commit 81ce6d52 wrote, the last one before the migrations were folded.
const fixtures = join(import.meta.dirname, "../fixtures");
const quiet = () => undefined;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-kept-"));
  for (const kind of ["backup", "export"])
    await promisify(execFile)("tar", ["-xzf", join(fixtures, `${kind}-81ce6d52.tar.gz`), "-C", folder]);
});
afterAll(() => rm(folder, { recursive: true }));

/** With the superuser of the test server. */
const addressesOf = ({ url }: { url: string }) => {
  const admin = new URL(testServerUrl() ?? "");
  admin.pathname = new URL(url).pathname;
  return { adminUrl: admin.href, ownerUrl: url };
};

const query = async (database: { url: string }, sql: string): Promise<unknown[]> =>
  withClient(addressesOf(database).adminUrl, async (client) => (await client.query(sql)).rows);

const NAMES = "select name from applied_migration order by id";

it("a backup of before the fold is restored under the names of today, with every value in its column", async () => {
  const empty = await createEmptyDatabase();
  const from = join(folder, "backup-81ce6d52");
  await restore({
    folder: from,
    ...addressesOf(empty),
    replace: false,
    keptFiles: { kind: "unset" },
    log: quiet,
  });
  expect(await query(empty, NAMES)).toEqual(MIGRATIONS.map((name) => ({ name })));
  const rows = await query(
    empty,
    `select w.slug, e.slug as experiment, e.target_set_id is not null as targets, e.counting_branches as branches,
           (select array_agg(r.number || ' ' || r.verdict || ' ' || r.ran_at::date order by r.number) from run r) as runs,
           (select sum(c.requests)::int from run_cell c) as requests,
           (select sum(c.without_outcome)::int from traffic_cell_1 c) as "withoutOutcome",
           (select jsonb_build_array(t.off_clock_seconds, s.target, s.state::text, m.examples, m.temporality)
            from traffic t, traffic_source s, traffic_metric m) as traffic,
           (select array_agg(distinct n.outcome || ' ' || n.silent) from run_notice n) as notices,
           (select count(*)::int from live_log) as log,
           (select p.position::int from live_position p where p.mark is not null) as position
         from workspace w join experiment e on e.workspace_id = w.id`,
  );
  expect(rows).toEqual([
    {
      slug: "shop",
      experiment: "mix",
      targets: true,
      branches: ["main", "origin/main", "master", "origin/master"],
      runs: ["1 met 2026-03-01", "2 met 2026-03-01"],
      requests: 40,
      withoutOutcome: 30,
      traffic: [90, "a:1", "\\x01", [[["pool", "main"]]], "each"],
      notices: ["busier false"],
      log: 3,
      position: 2,
    },
  ]);
  await empty.drop();
});

it("a backup of the middle of what was folded is refused, and nothing changes", async () => {
  const empty = await createEmptyDatabase();
  const from = join(folder, "backup-81ce6d52");
  const manifest = join(from, "manifest.json");
  const { migrations, ...rest } = JSON.parse(await readFile(manifest, "utf8")) as { migrations: string[] };
  expect(migrations).toEqual(FOLDS[0]?.replaces);
  await writeFile(manifest, JSON.stringify({ ...rest, migrations: migrations.slice(0, -1) }));
  const restored = restore({
    folder: from,
    ...addressesOf(empty),
    replace: false,
    keptFiles: { kind: "unset" },
    log: quiet,
  });
  await expect(restored).rejects.toMatchObject({
    message: "This folder was written by an early version of Headroom, and this version can't load it.",
    hint: expect.stringMatching(
      /Check out 81ce6d52, run `npm start` there once, and then this version/,
    ) as string,
  });
  expect(await query(empty, "select to_regclass('workspace') as found")).toEqual([{ found: null }]);
  await empty.drop();
});

it("an export of before the fold is imported", async () => {
  const target = await createOwnTestDatabase();
  await importWorkspace({
    folder: join(folder, "export-81ce6d52"),
    ...addressesOf(target),
    as: null,
    owner: null,
    keptFiles: { kind: "unset" },
    now: new Date(),
    log: quiet,
  });
  const found = await query(
    target,
    `select w.slug, p.email, m.role, (select array_agg(r.number || ' ' || r.verdict order by r.number) from run r) as runs,
       (select sum(c.requests)::int from run_cell c) as requests, (select t.text from target t) as target,
       (select s.name || ' ' || o.good_per_million from slo s join slo_objective o on o.slo_id = s.id) as slo,
       (select sum(c.without_outcome)::int from traffic_cell_1 c) as "withoutOutcome"
     from workspace w join membership m on m.workspace_id = w.id join person p on p.id = m.person_id`,
  );
  expect(found).toEqual([
    {
      slug: "shop",
      email: "ada@example.com",
      role: "owner",
      runs: ["1 met", "2 met"],
      requests: 40,
      target: "p99 < 200 ms",
      slo: "Fast 999000",
      withoutOutcome: 30,
    },
  ]);
  await target.drop();
});
