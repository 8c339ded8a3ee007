import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOwnTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";
import { readModels } from "./testing/schema.ts";
import type { Model } from "./testing/schema.ts";

let test: TestDatabase;
let models: Model[];
beforeAll(async () => {
  test = await createOwnTestDatabase();
  models = readModels(readFileSync(join(import.meta.dirname, "../prisma/schema.prisma"), "utf8"));
});
afterAll(() => test.drop());

const sql = <Row extends object>(text: string) => test.db.asJobs((tx) => tx.query<Row>(text));

// Written by COPY and read through views, or the log's: not by the client.
const WITHOUT_MODEL = [
  "applied_migration",
  "gauge_cell",
  "live_log",
  "live_log_failed",
  "live_log_head",
  "live_position",
  "run_cell",
  "traffic_cell_1",
  "traffic_cell_10",
  "traffic_cell_60",
  "traffic_cell_600",
  "traffic_gauge_1",
  "traffic_gauge_10",
  "traffic_gauge_60",
  "traffic_gauge_600",
];

/** A view doesn't know which of its columns are never null, and has no keys. */
const VIEW = "service_day_read";
const tablesOf = () => models.filter(({ table }) => table !== VIEW);

it("the models and the migrated database have the same columns, of the same types", async () => {
  const columns = await sql<{ kind: string; line: string }>(
    `select c.relkind as kind, concat_ws(' ', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
       case when not a.attnotnull and c.relkind = 'r' then 'null' end,
       case when a.atthasdef or a.attidentity <> '' then 'default' end
     ) as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and (c.relkind = 'r' or c.relname = '${VIEW}')
       and c.relname <> all ('{${WITHOUT_MODEL.join(",")}}')`,
  );
  const of = (kind: string) => columns.filter((one) => one.kind === kind).map(({ line }) => line);
  const lines = tablesOf().flatMap(({ table, columns: own }) => own.map((column) => `${table}.${column}`));
  expect(lines.length).toBeGreaterThan(100);
  expect(of("r").toSorted()).toEqual(lines.toSorted());
  const ofView = models.flatMap(({ table, columns: own }) => (table === VIEW ? own : []));
  expect(of("v").toSorted()).toEqual(
    ofView.map((column) => `${VIEW}.${column.replace(/ null$/, "")}`).toSorted(),
  );
});

it("every key of a model is a unique index of the database", async () => {
  const indexes = await sql<{ line: string }>(
    `select c.relname || ' ' || string_agg(a.attname, ',' order by k.place) as line
     from pg_index i join pg_class c on c.oid = i.indrelid
     cross join unnest(i.indkey) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
     where i.indisunique and i.indpred is null and c.relnamespace = 'public'::regnamespace
     group by i.indexrelid, c.relname`,
  );
  const found = new Set(indexes.map(({ line }) => line));
  const keys = tablesOf().flatMap(({ table, keys: own }) => own.map((key) => `${table} ${key}`));
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !found.has(key))).toEqual([]);
});
