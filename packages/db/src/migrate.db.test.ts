import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCatalog } from "./catalog.ts";
import { FOLDS } from "./folds/folds.ts";
import { applyMigrations, migrate } from "./migrate.ts";
import { MIGRATIONS, newestMigration } from "./migration-files.ts";
import { createEmptyDatabase } from "./testing/index.ts";

type EmptyDatabase = Awaited<ReturnType<typeof createEmptyDatabase>>;

const quiet = () => undefined;

let empty: EmptyDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase();
});
afterAll(() => empty.drop());

async function migrated(): Promise<string[]> {
  const lines: string[] = [];
  await migrate(empty.url, (line) => lines.push(line));
  return lines;
}

const rows = (sql: string) => query(empty.url, sql);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const appliedIn = (lines: string[]) => lines.filter((line) => line.startsWith("applied "));
const OFFERED = /^(enabled|not available on this server): /;

describe("migrate", () => {
  it("migrates an empty database, with two concurrent processes, running each file once", async () => {
    const [one, two] = await Promise.all([migrated(), migrated()]);
    expect(appliedIn([...one, ...two])).toHaveLength(MIGRATIONS.length);
    expect(await rows("select name from applied_migration")).toHaveLength(MIGRATIONS.length);
  });

  it("does nothing the next time, and doesn't fail on features that the server lacks", async () => {
    const lines = await migrated();
    expect(lines[0]).toBe("nothing to migrate");
    expect(lines.slice(1).every((line) => OFFERED.test(line))).toBe(true);
    expect(lines).toHaveLength(5);
  });

  it("stores cells in chunks of a week by the time of import", async () => {
    expect(
      await rows(
        `select hypertable_name as name, column_name as column, time_interval::text as interval
         from timescaledb_information.dimensions order by 1`,
      ),
    ).toEqual([
      { name: "gauge_cell", column: "imported_at", interval: "7 days" },
      { name: "live_log", column: "accepted_at", interval: "01:00:00" },
      { name: "run_cell", column: "imported_at", interval: "7 days" },
      { name: "traffic_cell_1", column: "at", interval: "06:00:00" },
      { name: "traffic_cell_10", column: "at", interval: "1 day" },
      { name: "traffic_cell_60", column: "at", interval: "7 days" },
      { name: "traffic_cell_600", column: "at", interval: "60 days" },
      { name: "traffic_gauge_1", column: "at", interval: "06:00:00" },
      { name: "traffic_gauge_10", column: "at", interval: "1 day" },
      { name: "traffic_gauge_60", column: "at", interval: "7 days" },
      { name: "traffic_gauge_600", column: "at", interval: "60 days" },
    ]);
  });
});

const [FOLD] = FOLDS;
if (FOLD === undefined) throw new Error("there is a fold");
const { replaces, by } = FOLD;

/** A database as the replaced migrations left it: the same tables, under their names. */
async function createOlder(): Promise<EmptyDatabase> {
  const older = await createEmptyDatabase();
  await applyMigrations(older.url, { log: quiet, count: by.length });
  await query(older.url, "delete from applied_migration");
  const names = replaces.map((name) => `('${name}', '2026-11-01')`);
  await query(older.url, `insert into applied_migration (name, run_on) values ${names.join(", ")}`);
  await query(
    older.adminUrl,
    "insert into workspace (id, slug, name) values (gen_random_uuid(), 'old', 'Old')",
  );
  return older;
}

async function withOlder(work: (older: EmptyDatabase) => Promise<void>): Promise<void> {
  const older = await createOlder();
  try {
    await work(older);
  } finally {
    await older.drop();
  }
}

const NAMES = "select name, run_on::date::text as day from applied_migration order by id";

/** Everything that a refusal could have changed. */
async function stateOf({ url }: EmptyDatabase): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return [
      await readCatalog(client),
      (await client.query("select * from applied_migration order by id")).rows,
      (await client.query("select nspname from pg_namespace order by 1")).rows,
    ];
  } finally {
    await client.end();
  }
}

describe("a database that has the migrations of before the fold", () => {
  it("continues under the new names with its data, though two processes start at the same time", async () => {
    await withOlder(async (older) => {
      const lines: string[] = [];
      await Promise.all([1, 2].map(() => migrate(older.url, (line) => lines.push(line))));
      expect(appliedIn(lines)).toEqual(MIGRATIONS.slice(by.length).map((name) => `applied ${name}`));
      const names = (await query(older.url, NAMES)) as { name: string; day: string }[];
      expect(names.map(({ name }) => name)).toEqual(MIGRATIONS);
      expect(new Set(names.slice(0, by.length).map(({ day }) => day))).toEqual(new Set(["2026-11-01"]));
      expect(await query(older.adminUrl, "select slug from workspace")).toEqual([{ slug: "old" }]);
    });
  });

  it("may have what an administrator added", async () => {
    await withOlder(async (older) => {
      await query(
        older.url,
        `grant select on service to headroom_entry;
         create index reports on run (created_at);
         create view report as select id from run;
         create table own_notes (id integer primary key);
         comment on table run is 'Load tests';
         alter table traffic_source set (autovacuum_vacuum_scale_factor = 0.01)`,
      );
      await migrate(older.url, quiet);
      expect(await query(older.url, "select max(name) as newest from applied_migration")).toEqual([
        { newest: newestMigration() },
      ]);
    });
  });
});

describe("a database is refused, and stays as it is", () => {
  const last = replaces.at(-1) ?? "";
  const record = (name: string) =>
    `insert into applied_migration (name, run_on) values ('${name}', '2026-11-01')`;
  const forget = (name: string) => `delete from applied_migration where name = '${name}'`;
  let older: EmptyDatabase;
  beforeAll(async () => {
    older = await createOlder();
  });
  afterAll(() => older.drop());

  it.each([
    {
      what: "without the last of the replaced migrations",
      change: forget(last),
      undo: record(last),
      message: /Check out 81ce6d52, run `npm start` there once, and then this version/,
    },
    {
      what: "with a migration behind them",
      change: record("0080_own"),
      undo: forget("0080_own"),
      message: /Check out 81ce6d52/,
    },
    {
      what: "with another column",
      change: "alter table run add column mine text",
      undo: "alter table run drop column mine",
      message: /in 1 places:\n {2}unexpected: table run: column \d\d mine text\n/,
    },
    {
      what: "with a column of another type",
      change: "alter table run alter column notes type varchar(80)",
      undo: "alter table run alter column notes type text",
      message:
        /missing: table run: column \d\d notes text\n {2}unexpected: table run: column \d\d notes character varying\(80\)\n/,
    },
    {
      what: "without one of its policies",
      change: "drop policy lookup on run",
      undo: "create policy lookup on run for select to headroom_lookup using (true)",
      message: /missing: table run: policy lookup select for headroom_lookup using true/,
    },
    {
      what: "with another body of a function",
      change: `create or replace function live_log_bytes() returns bigint language sql stable security definer
        set search_path = pg_catalog, public, pg_temp as 'select 1::bigint'`,
      undo: "select",
      message: /missing: function live_log_bytes\(\)/,
    },
    {
      what: "of a later version",
      change: ["delete from applied_migration", ...[...MIGRATIONS, "9999_future"].map(record)].join("; "),
      undo: "select",
      message: /has the migration 9999_future, which this version doesn't know.*Update this installation/,
    },
  ])("$what", async ({ change, undo, message }) => {
    await query(older.url, change);
    const before = await stateOf(older);
    await expect(migrate(older.url, quiet)).rejects.toThrow(message);
    expect(await stateOf(older)).toEqual(before);
    await query(older.url, undo);
  });
});
