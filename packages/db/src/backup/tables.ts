import type pg from "pg";

/** A table with the columns that are stored: generated ones are computed again. Names are quoted for SQL. */
export interface StoredTable {
  name: string;
  sqlName: string;
  sqlColumns: string;
  /** The same columns one by one, as they are called. */
  columns: string[];
}

export interface SequenceState {
  name: string;
  /** As text: a sequence can be larger than a double holds exactly. */
  value: string;
  isCalled: boolean;
}

/** All tables of the product, whatever their migrations made them. Chunks of hypertables are in another schema. */
export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname as name, quote_ident(c.relname) as "sqlName",
       string_agg(quote_ident(a.attname), ', ' order by a.attnum) as "sqlColumns",
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
     )
     group by c.oid, c.relname order by c.relname collate "C"`,
  );
  return rows;
}

/** Sequences aren't part of a transaction: read after the snapshot, they are at or past every stored number. */
export async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string; sqlName: string }>(
    `select c.relname as name, quote_ident(c.relname) as "sqlName" from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by c.relname collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name, sqlName } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${sqlName}`,
    );
    states.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return states;
}

export async function writeSequences(client: pg.Client, states: readonly SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of states)
    await client.query("select setval(quote_ident($1)::regclass, $2::bigint, $3)", [name, value, isCalled]);
}
