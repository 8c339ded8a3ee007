import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSchemaWords } from "./closed-lists.ts";
import { createEmptyDatabase } from "./index.ts";

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`
      create table thing (
        listed text default 'a' constraint t1 check (listed in ('a', 'it''s')),
        nullable text constraint t2 check (nullable is null or nullable = any (array['a', 'b'])),
        short varchar(9) constraint t3 check (short in ('a', 'b')),
        excluded text constraint t4 check (excluded not in ('a', 'b')),
        several text[] constraint t5 check (several <@ array['a', 'b']),
        single text constraint t6 check (single = 'a'),
        written text constraint t7 check (written = any ('{a,b}')),
        matched text constraint t8 check (matched ~ '^(a|b)$' and matched <> '')
      );
      create index thing_index on thing (listed) where single <> 'b';
      create function thing_function() returns bigint language sql return
        (select count(*) from thing where listed is distinct from 'a');
      create function thing_body() returns bigint language plpgsql as $$ begin
        -- Nobody's words.
        return (select count(*) from thing t where t.listed not in ('a', 'b'));
      end $$;
      create view thing_view as select 'x' as said from thing where short = 'a';`);
  } finally {
    await client.end();
  }
});
afterAll(() => database.drop());

it("finds the words that a schema compares a column with, however it is written, and what it can't read", async () => {
  const { compared, unread } = await readSchemaWords(database.url);
  const found = compared.map(({ place, table, column, words, isList }) =>
    [place, table, column, isList ? "list" : "single", ...words].join(" "),
  );
  expect(found).toEqual([
    "check t1 thing listed list a it's",
    "check t2 thing nullable list a b",
    "check t3 thing short list a b",
    "check t4 thing excluded list a b",
    "check t5 thing several list a b",
    "check t6 thing single single a",
    "default of thing.listed thing listed single a",
    "function thing_body  listed list a b",
    "function thing_function  listed single a",
    "index thing_index thing single single b",
    "view thing_view  short single a",
  ]);
  expect(unread).toEqual([
    { place: "check t7", text: "{a,b}" },
    { place: "check t8", text: "^(a|b)$" },
  ]);
});
