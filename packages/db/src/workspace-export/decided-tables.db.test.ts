import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../backup/connect.ts";
import { storedTables } from "../backup/tables.ts";
import { createOwnTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { DECISIONS, NAMES_PERSON } from "./decided-tables.ts";
import { NUMBERED } from "./take-numbers.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createOwnTestDatabase();
});
afterAll(() => database.drop());

const query = <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
  withClient(database.url, async (client) => (await client.query<Row>(sql)).rows);

describe("what is exported is decided", () => {
  it("for every table", async () => {
    const tables = await withClient(database.url, storedTables);
    expect(Object.keys(DECISIONS).toSorted()).toEqual(tables.map(({ name }) => name));
  });

  it("for every column of an exported table that may hold a secret", async () => {
    const tables = await withClient(database.url, storedTables);
    const telling = /hash|secret|sealed|password|passphrase|token|url|mail/;
    const asTheyAre = tables.flatMap(({ name, columns }) => {
      const decision = DECISIONS[name];
      if (decision === undefined || decision.kind === "left-out") return [];
      const instead = "instead" in decision ? (decision.instead ?? {}) : {};
      const kept = columns.filter((column) => telling.test(column) && !(column in instead));
      return kept.map((column) => `${name}.${column}`);
    });
    // Addresses of people who are members or chose to be written to, and links that everyone in the workspace sees.
    expect(asTheyAre).toEqual([
      "person.email",
      "run.ci_url",
      "run_event.url",
      "service_event.url",
      "slo_alert.emails",
    ]);
  });

  it("for every reference to a person, and for every number from a sequence", async () => {
    const references = await query<{ column: string }>(
      `select a.attname as column from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       where k.contype = 'f' and k.confrelid = 'person'::regclass`,
    );
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter(({ column }) => !NAMES_PERSON.test(column))).toEqual([]);
    const numbered = await query<{ name: string }>(
      `select distinct table_name::text as name from information_schema.columns
       where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null order by 1`,
    );
    const exportedOnes = numbered.filter(({ name }) => DECISIONS[name]?.kind !== "left-out");
    expect(exportedOnes.map(({ name }) => name)).toEqual([...NUMBERED]);
  });
});
