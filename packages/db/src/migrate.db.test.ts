import { join } from "node:path";
import { runner } from "node-pg-migrate";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { migrationFiles } from "./migration-files.ts";
import { createEmptyDatabase } from "./testing/index.ts";

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
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
    expect(appliedIn([...one, ...two])).toHaveLength(migrationFiles().length);
    expect(await rows("select name from applied_migration")).toHaveLength(migrationFiles().length);
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

describe("a database with cells of before they were slimmer", () => {
  it("keeps them", async () => {
    const older = await createEmptyDatabase();
    try {
      await runner({
        databaseUrl: { connectionString: older.url },
        dir: join(import.meta.dirname, "../migrations"),
        direction: "up",
        migrationsTable: "applied_migration",
        singleTransaction: false,
        count: 10,
        logger: {
          info: () => undefined,
          warn: () => undefined,
          error: () => undefined,
          debug: () => undefined,
        },
      });
      const cells = `select series_id, step, offset_s, requests, dist, min_us, dist_failed from run_cell order by 1, 2, 3`;
      await query(
        older.url,
        `insert into run_cell (imported_at, series_id, part_id, step, offset_s, piece, requests, errors, items, bytes,
           sum_us, min_us, max_us, dist_kind, dist, dist_failed)
         select now(), s, gen_random_uuid(), 1, o, 0, 5, 1, 5, 0, 9, 1, null, 1, '\\x0102', null
         from generate_series(1, 3) s, generate_series(-2, 40) o`,
      );
      const before = await query(older.url, cells);
      await migrate(older.url, () => undefined);
      expect(before).toHaveLength(129);
      expect(await query(older.url, cells)).toEqual(before);
    } finally {
      await older.drop();
    }
  });
});
