import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate, migrationFiles } from "./migrate.ts";
import { createEmptyDatabase } from "./testing.ts";

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

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const appliedIn = (lines: string[]) => lines.filter((line) => line.startsWith("applied "));
const OFFERED = /^(switched on|not offered by this server): /;

describe("migrate", () => {
  it("brings an empty database up, by two processes at once, and each file once", async () => {
    const [one, two] = await Promise.all([migrated(), migrated()]);
    expect(appliedIn([...one, ...two])).toHaveLength(migrationFiles().length);
    expect(await rows("select name from applied_migration")).toHaveLength(migrationFiles().length);
  });

  it("does nothing the next time, and fails for nothing that the server does not offer", async () => {
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
      { name: "run_cell", column: "imported_at", interval: "7 days" },
    ]);
  });
});
