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
import { withClient } from "./connect.ts";
import { restoreKeptFiles } from "./kept-files.ts";
import type { Manifest } from "./manifest.ts";
import { loadContent, restore } from "./restore.ts";
import type { Restored, RestoreOptions } from "./restore.ts";
import { storedTables } from "./tables.ts";

type EmptyDatabase = Awaited<ReturnType<typeof createEmptyDatabase>>;

let folder: string;
let original: TestDatabase;
/** One run of the original is published, and a channel waits to hear of it. */
let published: string;
/** Where the original keeps one of its two kept files: the other was deleted. */
let store: string;
let before: Record<string, string>;
let backup: string;
/** The backup, restored once: that takes seconds, most of them for its migrations. */
let copy: EmptyDatabase;
let copied: Restored;
let copiedRows: Record<string, string>;
let copiedStore: string;

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
  const keptFiles = { kind: "store", address: store } as const;
  const options = { to, keptFiles, secret: SECRET, now: NOW, log: quiet };
  return (await backUp({ adminUrl: asAdmin(url), ...options, ...changed })).folder;
}

const restored = (from: string, { url, adminUrl }: EmptyDatabase, changed: Partial<RestoreOptions> = {}) =>
  restore({
    folder: from,
    adminUrl,
    ownerUrl: url,
    replace: false,
    keptFiles: { kind: "store", address: copiedStore },
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
  store = await mkdtemp(join(folder, "store-"));
  copiedStore = join(folder, "other-store");
  original = await createOwnTestDatabase();
  await fill();
  before = await digests(original.url);
  const adding: Promise<unknown>[] = [];
  backup = await saved(original.url, {
    log: () => {
      if (adding.length === 0) adding.push(seedExperiment(original.db));
    },
  });
  await Promise.all(adding);
  copy = await createEmptyDatabase();
  copied = await restored(backup, copy);
  copiedRows = await digests(copy.url);
});
afterAll(async () => {
  await original.drop();
  await copy.drop();
  await rm(folder, { recursive: true });
});

const [KEPT, GONE] = ["01", "02"]
  .map((end) => `00000000-0000-4000-8000-0000000000${end}`.repeat(2))
  .map((ids) => `${ids.slice(0, 36)}/${ids.slice(36)}`) as [string, string];

async function fill(): Promise<void> {
  const experiment = await seedExperiment(original.db);
  const cells = { a: { 0: [1_000, 2_000], 65: [7] }, b: { 3: [5] } };
  published = (await seedRun(original.db, experiment, cells)).runId;
  await seedRun(original.db, experiment, { a: { 0: [900] } }, { number: 2, publish: false });
  await query(
    asAdmin(original.url),
    `insert into live_log (accepted_at, position, partition, body)
       select now() - make_interval(hours => n), n, 1, '\\x00ff' from generate_series(1, 5) n;
     update live_position set position = 3 where partition = 1;
     update part set raw_file_bytes = 3, raw_file_key = case r.number when 1 then '${KEPT}' else '${GONE}' end
       from run r where r.id = part.run_id;
     insert into run_notice (run_id, workspace_id) select id, workspace_id from run where id = '${published}';
     select graphile_worker.add_job('notify-of-run', '{"runId": "${published}"}');
     select graphile_worker.add_job('reparse-run', '{"workspaceId": "w", "list": [1]}', job_key => 'k', max_attempts => 7);
     select graphile_worker.add_job('write-weekly-mail', '{"personId": "x"}');
     select graphile_worker.add_job('send-delivery', '{"deliveryId": "x"}');
     select graphile_worker.add_job('send-webhook', '{"sloId": "x"}');
     select graphile_worker.add_job('send-mail', '{"sealed": "x"}')`,
  );
  await mkdir(join(store, dirname(KEPT)));
  await writeFile(join(store, KEPT), "abc");
}

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
    expect(copied).toMatchObject({ secret: SECRET });
    expect(Object.keys(before).length).toBeGreaterThan(35);
    expect(before["run_cell"]).not.toMatch(/^0 /);
    // What a restore changes: see below.
    expect(copiedRows).toEqual({ ...before, run_notice: copiedRows["run_notice"] });
    // A pending mail would go to a real person, again.
    const jobs = await query(
      asAdmin(copy.url),
      `select t.identifier, j.payload, j.key, j.max_attempts
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier <> 'notify-of-run'`,
    );
    expect(jobs).toEqual([
      { identifier: "reparse-run", payload: { workspaceId: "w", list: [1] }, key: "k", max_attempts: 7 },
    ]);
    const next = "select nextval(pg_get_serial_sequence('series', 'id'))::int as next";
    expect(await query(copy.url, next)).toEqual(await query(original.url, next));
    expect(await addRun(copy.url)).toBeGreaterThan(0);
  });

  it("contains one moment, though uploads went on while it was written", async () => {
    const now = await digests(original.url);
    for (const table of ["workspace", "experiment"]) {
      expect(now[table]).not.toBe(before[table]);
      expect(copiedRows[table]).toBe(before[table]);
    }
  });

  it("compares runs that were still waiting for it, without telling channels", async () => {
    const found = await query(
      asAdmin(copy.url),
      `select n.outcome, n.silent, n.finished_at is not null as finished, t.identifier, j.payload
       from run_notice n, graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'notify-of-run'`,
    );
    const job = { identifier: "notify-of-run", payload: { runId: published } };
    expect(found).toEqual([{ outcome: null, silent: true, finished: true, ...job }]);
  });

  it("of an earlier version is brought up to date", async () => {
    const older = await createEmptyDatabase();
    try {
      await applyMigrations(older.url, { log: quiet, count: MIGRATIONS.length - 1 });
      await query(
        older.adminUrl,
        "insert into workspace (id, slug, name) values (gen_random_uuid(), 'old', 'Old')",
      );
      const noPlace = { keptFiles: { kind: "unset" } } as const;
      const from = await saved(older.url, noPlace);
      await withEmpty(async (empty) => {
        await restored(from, empty, noPlace);
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
  it("are never left out without saying so", async () => {
    const unset = saved(original.url, { keptFiles: { kind: "unset" } });
    await expect(unset).rejects.toThrow(/2 kept files, and HEADROOM_RAW_FILES is not set/);
    const manifestWith = async (keptFiles: BackUpOptions["keptFiles"]) =>
      manifestOf(await saved(original.url, { keptFiles }));
    const address = "s3://results/headroom";
    expect(await manifestWith({ kind: "store", address })).toMatchObject({
      keptFiles: { kind: "bucket", address, files: 2 },
    });
    expect(await manifestWith({ kind: "left-out" })).toMatchObject({
      keptFiles: { kind: "left-out", files: 2 },
    });
  });

  it("are copied and restored; one that was deleted meanwhile is counted", async () => {
    expect(await manifestOf(backup)).toMatchObject({
      keptFiles: { kind: "copied", files: 1, bytes: 3, missing: 1 },
    });
    await withEmpty(async (empty) => {
      const nowhere = restored(backup, empty, { keptFiles: { kind: "unset" } });
      await expect(nowhere).rejects.toThrow(/HEADROOM_RAW_FILES is not a folder/);
    });
    expect(copied).toMatchObject({ keptFiles: 1 });
    const file = join(copiedStore, KEPT);
    expect(await readFile(file, "utf8")).toBe("abc");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("are written nowhere but into their folder", async () => {
    const from = await copyOf();
    const index = join(from, "kept-files.ndjson");
    await writeFile(index, (await readFile(index, "utf8")).replace(KEPT, "../../escaped"));
    const place = { kind: "store", address: join(folder, "third-store") } as const;
    const attempt = restoreKeptFiles(from, (await manifestOf(from)).keptFiles, place);
    await expect(attempt).rejects.toThrow(/not the key of a kept file/);
  });
});

async function manifestOf(from: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(from, "manifest.json"), "utf8")) as Manifest;
}

async function copyOf(): Promise<string> {
  const to = await mkdtemp(join(folder, "copy-"));
  await cp(backup, to, { recursive: true });
  return to;
}

describe("a restore changes nothing", () => {
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
    await expect(restored(backup, copy)).rejects.toThrow(/is not empty/);
    await query(asAdmin(copy.url), "update workspace set name = 'Changed'");
    await restored(backup, copy, { replace: true });
    const names = await query(asAdmin(copy.url), "select distinct name from workspace");
    expect(names).toEqual([{ name: "Shop" }]);
    expect(await leftOf(copy)).toEqual([]);
  });

  it("if the backup is damaged, incomplete or newer", async () => {
    const [damaged, incomplete, newer] = [await copyOf(), await copyOf(), await copyOf()];
    const bytes = await readFile(join(damaged, "tables/part.copy.zst"));
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 10) ^ 0xff, bytes.length - 10);
    await writeFile(join(damaged, "tables/part.copy.zst"), bytes);
    await unlink(join(incomplete, "manifest.json"));
    const manifest = await manifestOf(newer);
    const migrations = [...manifest.migrations, "9999_future"];
    await writeFile(
      join(newer, "manifest.json"),
      JSON.stringify({ ...manifest, migrations, headroom: "9.0.0" }),
    );
    await withEmpty(async (empty) => {
      await expect(restored(damaged, empty)).rejects.toThrow(/damaged: the table part/);
      await expect(restored(incomplete, empty)).rejects.toThrow(/not a complete backup/);
      await expect(restored(newer, empty)).rejects.toThrow(/9\.0\.0 \(its migration 9999_future/);
      expect(await query(empty.url, "select to_regclass('workspace') as found")).toEqual([{ found: null }]);
      expect(await leftOf(empty)).toEqual([]);
    });
  });

  it("if a table's file was cut", async () => {
    const cut = await copyOf();
    await truncate(join(cut, "tables/run_cell.copy.zst"), 60);
    const content = (await manifestOf(cut)).tables.find(({ name }) => name === "run_cell");
    const loading = withClient(asAdmin(copy.url), async (client) => {
      const table = (await storedTables(client)).find(({ name }) => name === "run_cell");
      if (table === undefined || content === undefined) throw new Error("no such table");
      await loadContent(client, { folder: cut, table, content, log: quiet });
    });
    await expect(loading).rejects.toThrow(/damaged: the table run_cell/);
  });

  it("for a role that is not a superuser", async () => {
    await withEmpty(async (empty) => {
      await expect(restored(backup, empty, { adminUrl: empty.url })).rejects.toThrow(/superuser/);
    });
  });
});
