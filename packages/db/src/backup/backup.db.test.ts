import { cp, mkdir, mkdtemp, readFile, rm, stat, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../database.ts";
import { testServerUrl } from "../env.ts";
import { FOLDS } from "../folds/folds.ts";
import { applyMigrations } from "../migrate.ts";
import { MIGRATIONS } from "../migration-files.ts";
import { seedExperiment, seedRun } from "../testing/run.ts";
import { createEmptyDatabase, createOwnTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { backUp } from "./back-up.ts";
import type { BackUpOptions } from "./back-up.ts";
import { restore } from "./restore.ts";
import type { RestoreOptions } from "./restore.ts";

type EmptyDatabase = Awaited<ReturnType<typeof createEmptyDatabase>>;

let folder: string;
let original: TestDatabase;
let backup: string;

const quiet = () => undefined;
const NOW = new Date("2026-11-20T10:11:12.345Z");
const SECRET = "a secret of thirty-two characters";

/** The superuser of the test server, at the same database. */
const asAdmin = (url: string): string => {
  const admin = new URL(testServerUrl() ?? "");
  admin.pathname = new URL(url).pathname;
  return admin.href;
};

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function saved(url: string, changed: Partial<BackUpOptions> = {}): Promise<string> {
  const to = await mkdtemp(join(folder, "to-"));
  const options = { to, keptFiles: { kind: "unset" }, secret: SECRET, now: NOW, log: quiet } as const;
  return (await backUp({ adminUrl: asAdmin(url), ...options, ...changed })).folder;
}

const restored = (from: string, { url, adminUrl }: EmptyDatabase, changed: Partial<RestoreOptions> = {}) =>
  restore({
    folder: from,
    adminUrl,
    ownerUrl: url,
    replace: false,
    keptFiles: { kind: "unset" },
    log: quiet,
    ...changed,
  });

/** A digest of every row of every table, in any order. */
async function digests(url: string): Promise<Record<string, string>> {
  const admin = asAdmin(url);
  const tables = await query<{ name: string }>(
    admin,
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
       from public.${name} t`,
  );
  const rows = await query<{ name: string; digest: string }>(admin, parts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-backup-"));
  original = await createOwnTestDatabase();
  const experiment = await seedExperiment(original.db);
  await seedRun(original.db, experiment, { a: { 0: [1_000, 2_000], 65: [7] }, b: { 3: [5] } });
  await seedRun(original.db, experiment, { a: { 0: [900] } }, { number: 2, publish: false });
  await query(
    original.url,
    `insert into live_log (accepted_at, position, partition, body)
       select now() - make_interval(hours => n), n, 1, '\\x00ff' from generate_series(1, 5) n;
     update live_position set position = 3 where partition = 1;
     select graphile_worker.add_job('reparse-run', '{"workspaceId": "w", "list": [1]}', job_key => 'k', max_attempts => 7);
     select graphile_worker.add_job('write-weekly-mail', '{"personId": "x"}');
     select graphile_worker.add_job('send-delivery', '{"deliveryId": "x"}');
     select graphile_worker.add_job('send-webhook', '{"sloId": "x"}');
     select graphile_worker.add_job('send-mail', '{"sealed": "x"}')`,
  );
  backup = await saved(original.url);
});
afterAll(async () => {
  await original.drop();
  await rm(folder, { recursive: true });
});

/** The number of cells that a new run has, as the product reads them. */
async function addRun(url: string): Promise<number> {
  const db = openDatabase({ url });
  try {
    const experiment = await seedExperiment(db);
    const part = await seedRun(db, experiment, { a: { 0: [1_000] } });
    const cells = await db.inWorkspace(experiment.workspaceId, (tx) =>
      tx.query("select from run_cell_read where run_id = $1", [part.runId]),
    );
    return cells.length;
  } finally {
    await db.close();
  }
}

async function withEmpty<T>(work: (empty: EmptyDatabase) => Promise<T>): Promise<T> {
  const empty = await createEmptyDatabase();
  try {
    return await work(empty);
  } finally {
    await empty.drop();
  }
}

describe("a backup", () => {
  it("is a folder for its owner only, named by its time, with the secret", async () => {
    expect(backup).toMatch(/headroom-backup-2026-11-20T10-11-12Z$/);
    const names = ["", "manifest.json", "secret", "tables/run.copy.zst"];
    const modes = await Promise.all(names.map(async (name) => (await stat(join(backup, name))).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
    expect(await readFile(join(backup, "secret"), "utf8")).toBe(`${SECRET}\n`);
  });

  it("restored into an empty database has every row, goes on after its numbers, and serves the product", async () => {
    await withEmpty(async (empty) => {
      expect(await restored(backup, empty)).toMatchObject({ secret: SECRET, keptFiles: 0 });
      const before = await digests(original.url);
      expect(Object.keys(before).length).toBeGreaterThan(35);
      expect(before["run_cell"]).not.toMatch(/^0 /);
      expect(await digests(empty.url)).toEqual(before);
      // A pending mail would go to a real person, again.
      const jobs = await query(
        asAdmin(empty.url),
        `select t.identifier, j.payload, j.key, j.max_attempts
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
      );
      expect(jobs).toEqual([
        { identifier: "reparse-run", payload: { workspaceId: "w", list: [1] }, key: "k", max_attempts: 7 },
      ]);
      const next = "select nextval(pg_get_serial_sequence('series', 'id'))::int as next";
      expect(await query(empty.url, next)).toEqual(await query(original.url, next));
      expect(await addRun(empty.url)).toBeGreaterThan(0);
    });
  });

  it("contains one moment, though uploads go on while it is written", async () => {
    const before = await digests(original.url);
    const adding: Promise<unknown>[] = [];
    const consistent = await saved(original.url, {
      log: () => {
        if (adding.length === 0) adding.push(seedExperiment(original.db));
      },
    });
    await Promise.all(adding);
    expect(await digests(original.url)).not.toEqual(before);
    await withEmpty(async (empty) => {
      await restored(consistent, empty);
      expect(await digests(empty.url)).toEqual(before);
    });
  });

  it("compares runs that were still waiting for it, without telling channels", async () => {
    const busy = await createOwnTestDatabase();
    try {
      const { runId } = await seedRun(busy.db, await seedExperiment(busy.db), { a: { 0: [1_000] } });
      await query(
        asAdmin(busy.url),
        `insert into run_notice (run_id, workspace_id) select id, workspace_id from run;
         select graphile_worker.add_job('notify-of-run', '{"runId": "${runId}"}')`,
      );
      const from = await saved(busy.url);
      await withEmpty(async (empty) => {
        await restored(from, empty);
        const found = await query(
          asAdmin(empty.url),
          `select n.outcome, n.silent, n.finished_at is not null as finished, t.identifier, j.payload
           from run_notice n, graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
        );
        const job = { identifier: "notify-of-run", payload: { runId } };
        expect(found).toEqual([{ outcome: null, silent: true, finished: true, ...job }]);
      });
    } finally {
      await busy.drop();
    }
  });

  it("of an earlier version is brought up to date", async () => {
    const older = await createEmptyDatabase();
    try {
      await applyMigrations(older.url, { log: quiet, count: MIGRATIONS.length - 1 });
      await query(
        older.adminUrl,
        "insert into workspace (id, slug, name) values (gen_random_uuid(), 'old', 'Old')",
      );
      const from = await saved(older.url);
      await withEmpty(async (empty) => {
        await restored(from, empty);
        expect(await query(empty.adminUrl, "select slug from workspace")).toEqual([{ slug: "old" }]);
        const names = "select name from applied_migration order by id";
        expect(await query(empty.url, names)).toEqual(await query(original.url, names));
      });
    } finally {
      await older.drop();
    }
  });
});

describe("a backup is refused", () => {
  it("of a database in the middle of what was folded, or of a later version", async () => {
    const other = await createOwnTestDatabase();
    try {
      await query(other.url, "insert into applied_migration (name, run_on) values ('9999_future', now())");
      await expect(saved(other.url)).rejects.toThrow(/9999_future, which this version doesn't know/);
      await query(other.url, "delete from applied_migration where name <> '9999_future'");
      await query(other.url, `update applied_migration set name = '${FOLDS[0]?.replaces[0]}'`);
      await expect(saved(other.url)).rejects.toThrow(/schema of an early version/);
    } finally {
      await other.drop();
    }
  });

  it("to a role that would not see all rows", async () => {
    const attempt = saved(original.url, { adminUrl: original.url });
    await expect(attempt).rejects.toThrow(/does not see all rows/);
  });
});

describe("kept files", () => {
  const [kept, gone] = ["01", "02"]
    .map((end) => `00000000-0000-4000-8000-0000000000${end}`.repeat(2))
    .map((ids) => `${ids.slice(0, 36)}/${ids.slice(36)}`) as [string, string];
  let world: TestDatabase;
  let store: string;

  beforeAll(async () => {
    world = await createOwnTestDatabase();
    const experiment = await seedExperiment(world.db);
    await seedRun(world.db, experiment, { a: { 0: [1] } });
    await seedRun(world.db, experiment, { a: { 0: [1] } }, { number: 2 });
    await query(
      asAdmin(world.url),
      `update part set raw_file_bytes = 3, raw_file_key = case r.number when 1 then '${kept}' else '${gone}' end
       from run r where r.id = part.run_id`,
    );
    store = await mkdtemp(join(folder, "store-"));
    await mkdir(join(store, dirname(kept)));
    await writeFile(join(store, kept), "abc");
  });
  afterAll(() => world.drop());

  it("are never left out without saying so", async () => {
    await expect(saved(world.url)).rejects.toThrow(/2 kept files, and HEADROOM_RAW_FILES is not set/);
    const manifestWith = async (keptFiles: BackUpOptions["keptFiles"]) => {
      const text = await readFile(join(await saved(world.url, { keptFiles }), "manifest.json"), "utf8");
      return JSON.parse(text) as unknown;
    };
    const address = "s3://results/headroom";
    expect(await manifestWith({ kind: "store", address })).toMatchObject({
      keptFiles: { kind: "bucket", address, files: 2 },
    });
    expect(await manifestWith({ kind: "left-out" })).toMatchObject({
      keptFiles: { kind: "left-out", files: 2 },
    });
  });

  it("are copied and restored; one that was deleted meanwhile is counted", async () => {
    const from = await saved(world.url, { keptFiles: { kind: "store", address: store } });
    expect(JSON.parse(await readFile(join(from, "manifest.json"), "utf8"))).toMatchObject({
      keptFiles: { kind: "copied", files: 1, bytes: 3, missing: 1 },
    });
    await withEmpty(async (empty) => {
      const other = { kind: "store", address: join(folder, "other-store") } as const;
      await expect(restored(from, empty)).rejects.toThrow(/HEADROOM_RAW_FILES is not a folder/);
      expect(await restored(from, empty, { keptFiles: other })).toMatchObject({ keptFiles: 1 });
      const copy = join(other.address, kept);
      expect(await readFile(copy, "utf8")).toBe("abc");
      expect((await stat(copy)).mode & 0o777).toBe(0o600);
    });
  });

  it("are written nowhere but into their folder", async () => {
    const from = await saved(world.url, { keptFiles: { kind: "store", address: store } });
    const index = join(from, "kept-files.ndjson");
    await writeFile(index, (await readFile(index, "utf8")).replace(kept, "../../escaped"));
    await withEmpty(async (empty) => {
      const keptFiles = { kind: "store", address: join(folder, "third-store") } as const;
      await expect(restored(from, empty, { keptFiles })).rejects.toThrow(/not the key of a kept file/);
    });
  });
});

describe("a restore changes nothing", () => {
  const copyOf = async () => {
    const to = await mkdtemp(join(folder, "copy-"));
    await cp(backup, to, { recursive: true });
    return to;
  };
  /** Other tests restore on the same server. */
  const leftOf = ({ url }: EmptyDatabase) =>
    query(
      asAdmin(url),
      `select datname from pg_database where starts_with(datname, '${new URL(url).pathname.slice(1)}_')`,
    );

  it("if the target is in use", async () => {
    await withEmpty(async (empty) => {
      const user = new pg.Client({ connectionString: empty.url, application_name: "reports" });
      await user.connect();
      await expect(restored(backup, empty)).rejects.toThrow(/is in use by: reports/);
      await user.end();
    });
  });

  it("if the target has workspaces, unless it may replace them", async () => {
    await withEmpty(async (empty) => {
      await restored(backup, empty);
      await expect(restored(backup, empty)).rejects.toThrow(/is not empty/);
      await query(asAdmin(empty.url), "update workspace set name = 'Changed'");
      await restored(backup, empty, { replace: true });
      const names = await query(asAdmin(empty.url), "select distinct name from workspace");
      expect(names).toEqual([{ name: "Shop" }]);
      expect(await leftOf(empty)).toEqual([]);
    });
  });

  it("if the backup is damaged, incomplete or newer", async () => {
    const [damaged, cut, incomplete, newer] = [
      await copyOf(),
      await copyOf(),
      await copyOf(),
      await copyOf(),
    ];
    const bytes = await readFile(join(damaged, "tables/part.copy.zst"));
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 10) ^ 0xff, bytes.length - 10);
    await writeFile(join(damaged, "tables/part.copy.zst"), bytes);
    await truncate(join(cut, "tables/run_cell.copy.zst"), 60);
    await unlink(join(incomplete, "manifest.json"));
    const manifest = JSON.parse(await readFile(join(newer, "manifest.json"), "utf8")) as {
      migrations: string[];
    };
    manifest.migrations.push("9999_future");
    await writeFile(join(newer, "manifest.json"), JSON.stringify({ ...manifest, headroom: "9.0.0" }));
    await withEmpty(async (empty) => {
      await expect(restored(damaged, empty)).rejects.toThrow(/damaged: the table part/);
      await expect(restored(cut, empty)).rejects.toThrow(/damaged: the table run_cell/);
      await expect(restored(incomplete, empty)).rejects.toThrow(/not a complete backup/);
      await expect(restored(newer, empty)).rejects.toThrow(/9\.0\.0 \(its migration 9999_future/);
      expect(await query(empty.url, "select to_regclass('workspace') as found")).toEqual([{ found: null }]);
      expect(await leftOf(empty)).toEqual([]);
    });
  });

  it("for a role that is not a superuser", async () => {
    await withEmpty(async (empty) => {
      await expect(restored(backup, empty, { adminUrl: empty.url })).rejects.toThrow(/superuser/);
    });
  });
});
