import { mkdtemp, readFile, rm, stat, truncate, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../database.ts";
import { applyMigrations } from "../migrate.ts";
import { seedExperiment, seedRun } from "../testing-run.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing.ts";
import { backUp, type BackUpOptions } from "./back-up.ts";
import { restore, type RestoreOptions } from "./restore.ts";

type EmptyDatabase = Awaited<ReturnType<typeof createEmptyDatabase>>;

let folder: string;
let original: TestDatabase;
let backup: string;

const quiet = () => undefined;
const NOW = new Date("2026-11-20T10:11:12.345Z");
const SECRET = "a secret of thirty-two characters";

/** The superuser of the test server, at the same database. */
const asAdmin = async (url: string): Promise<string> => {
  const other = await createEmptyDatabase();
  await other.drop();
  const admin = new URL(other.adminUrl);
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
  return (await backUp({ adminUrl: await asAdmin(url), ...options, ...changed })).folder;
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
  const admin = await asAdmin(url);
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
  original = await createTestDatabase();
  const experiment = await seedExperiment(original.db);
  await seedRun(original.db, experiment, { a: { 0: [1_000, 2_000], 65: [7] }, b: { 3: [5] } });
  await seedRun(original.db, experiment, { a: { 0: [900] } }, { number: 2, publish: false });
  await query(
    original.url,
    `insert into live_log (accepted_at, position, partition, body)
       select now() - make_interval(hours => n), n, 1, '\\x00ff' from generate_series(1, 5) n;
     update live_position set position = 3 where partition = 1;
     select graphile_worker.add_job('reparse-run', '{"workspaceId": "w", "list": [1]}', job_key => 'k', max_attempts => 7);
     select graphile_worker.add_job('send-mail', '{"sealed": "x"}')`,
  );
  backup = await saved(original.url);
});
afterAll(async () => {
  await original.drop();
  await rm(folder, { recursive: true });
});

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
    const modes = await Promise.all(
      ["", "manifest.json", "secret", "tables/run.copy.zst"].map(
        async (name) => (await stat(join(backup, name))).mode,
      ),
    );
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(["700", "600", "600", "600"]);
    expect(await readFile(join(backup, "secret"), "utf8")).toBe(`${SECRET}\n`);
  });

  it("restored into an empty database has every row, and none of the role's rights are missing", async () => {
    await withEmpty(async (empty) => {
      expect(await restored(backup, empty)).toMatchObject({ secret: SECRET, keptFiles: 0 });
      const before = await digests(original.url);
      expect(Object.keys(before).length).toBeGreaterThan(35);
      expect(before["run_cell"]).not.toMatch(/^0 /);
      expect(await digests(empty.url)).toEqual(before);
    });
  });

  it("brings pending jobs back, except mail, and numbers that go on after the largest", async () => {
    await withEmpty(async (empty) => {
      await restored(backup, empty);
      const jobs = await query(
        await asAdmin(empty.url),
        `select t.identifier, j.payload, j.key, j.max_attempts
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
      );
      expect(jobs).toEqual([
        { identifier: "reparse-run", payload: { workspaceId: "w", list: [1] }, key: "k", max_attempts: 7 },
      ]);
      const next = "select nextval(pg_get_serial_sequence('series', 'id'))::int as next";
      expect(await query(empty.url, next)).toEqual(await query(original.url, next));
    });
  });

  it("can be used by the product, which reads and adds runs", async () => {
    await withEmpty(async (empty) => {
      await restored(backup, empty);
      const db = openDatabase({ url: empty.url });
      try {
        const experiment = await seedExperiment(db);
        const part = await seedRun(db, experiment, { a: { 0: [1_000] } });
        const cells = await db.inWorkspace(experiment.workspaceId, (tx) =>
          tx.query("select from run_cell_read where run_id = $1", [part.runId]),
        );
        expect(cells.length).toBeGreaterThan(0);
      } finally {
        await db.close();
      }
    });
  });

  it("contains one moment, though uploads go on while it is written", async () => {
    const before = await digests(original.url);
    let added = false;
    const consistent = await saved(original.url, {
      log: () => {
        if (added) return;
        added = true;
        void seedExperiment(original.db);
      },
    });
    await withEmpty(async (empty) => {
      await restored(consistent, empty);
      expect(added).toBe(true);
      expect(await digests(empty.url)).toEqual(before);
    });
  });

  it("of an earlier version is brought up to date", async () => {
    const older = await createEmptyDatabase();
    try {
      await applyMigrations(older.url, { log: quiet, count: 29 });
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
  it("to a role that would not see all rows", async () => {
    const attempt = saved(original.url, { adminUrl: original.url });
    await expect(attempt).rejects.toThrow(/does not see all rows/);
  });

  it("if there are kept files and nobody said where", async () => {
    const world = await createTestDatabase();
    try {
      const experiment = await seedExperiment(world.db);
      await seedRun(world.db, experiment, { a: { 0: [1] } });
      const key = "00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002";
      await query(await asAdmin(world.url), `update part set raw_file_key = '${key}', raw_file_bytes = 3`);
      await expect(saved(world.url)).rejects.toThrow(/1 kept file, and HEADROOM_RAW_FILES is not set/);
      const bucket = await saved(world.url, {
        keptFiles: { kind: "store", address: "s3://results/headroom" },
      });
      expect(JSON.parse(await readFile(join(bucket, "manifest.json"), "utf8"))).toMatchObject({
        keptFiles: { kind: "bucket", address: "s3://results/headroom", files: 1 },
      });
    } finally {
      await world.drop();
    }
  });
});

describe("a restore changes nothing", () => {
  const copyOf = () => saved(original.url);
  const databases = async () =>
    query(
      await asAdmin(original.url),
      "select datname from pg_database where datname ~ '_(restoring|replaced)$'",
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
      await query(await asAdmin(empty.url), "update workspace set name = 'Changed'");
      await restored(backup, empty, { replace: true });
      const names = await query(await asAdmin(empty.url), "select distinct name from workspace");
      expect(names).toEqual([{ name: "Shop" }]);
    });
    expect(await databases()).toEqual([]);
  });

  it("if the backup is damaged, incomplete or newer", async () => {
    const [damaged, cut, incomplete, newer] = [
      await copyOf(),
      await copyOf(),
      await copyOf(),
      await copyOf(),
    ];
    const swapped = await readFile(join(damaged, "tables/part.copy.zst"));
    swapped.writeUInt8(swapped.readUInt8(swapped.length - 10) ^ 0xff, swapped.length - 10);
    const { writeFile } = await import("node:fs/promises");
    await writeFile(join(damaged, "tables/part.copy.zst"), swapped);
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
    });
    expect(await databases()).toEqual([]);
  });

  it("for a role that is not a superuser", async () => {
    await withEmpty(async (empty) => {
      await expect(restored(backup, empty, { adminUrl: empty.url })).rejects.toThrow(/superuser/);
    });
  });
});
