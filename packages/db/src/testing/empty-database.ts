import pg from "pg";

/** What a new database holds already, by table: rows that the migrations wrote. */
export type FirstRows = ReadonlyMap<string, string>;

const WORKER = "headroom test worker";

/** Names connections that outlive a test file. */
export function ofWorker(url: string): string {
  const named = new URL(url);
  named.searchParams.set("application_name", WORKER);
  return named.href;
}

export function openSuperuser(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ofWorker(url), max: 1, idleTimeoutMillis: 0 });
  // A test may end all connections; the next query opens another one.
  pool.on("error", () => undefined);
  return pool;
}

// A hypertable's chunks are tables of TimescaleDB's own schema.
const IS_TABLE = `c.relkind in ('r', 'p') and not c.relispartition
  and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`;
const TABLES = `select c.oid::regclass::text as name from pg_class c where ${IS_TABLE}`;

export async function readFirstRows(superuser: pg.Pool): Promise<FirstRows> {
  const { rows: tables } = await superuser.query<{ name: string }>(TABLES);
  const first = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ rows: string | null }>(
      `select jsonb_agg(to_jsonb(t))::text as rows from ${name} t`,
    );
    if (rows[0]?.rows) first.set(name, rows[0].rows);
  }
  return first;
}

const END_OTHERS = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and application_name <> '${WORKER}' and backend_type = 'client backend'`;

// Truncated rather than deleted from: rows are then stored in the order in which they come, as in a new database. Hypertables
// lose their chunks, which each later query would plan for. Only what has pages: making each table's and index's files again
// takes a millisecond. Foreign keys are hidden meanwhile: with them, the tables that refer to these would have to be truncated, too.
const EMPTY = `do $$ declare
  hypertable record;
  filled oid[];
begin
  for hypertable in select format('%I.%I', h.schema_name, h.table_name) as name from _timescaledb_catalog.hypertable h
    where h.schema_name = 'public' and exists (select from _timescaledb_catalog.chunk c where c.hypertable_id = h.id) loop
    execute format('truncate %s', hypertable.name);
  end loop;
  select array_agg(oid) into filled from pg_class c where ${IS_TABLE} and pg_relation_size(oid) > 0;
  if filled is null then return; end if;
  update pg_class set relhastriggers = false where oid = any(filled);
  execute (select format('truncate %s', string_agg(oid::regclass::text, ', ')) from unnest(filled) oid);
  update pg_class set relhastriggers = exists (select from pg_trigger where tgrelid = pg_class.oid) where oid = any(filled);
end $$`;

/** Back to the rows of a new database, whatever process still used it. As a superuser: nothing is checked or triggered. */
export async function emptyDatabase(superuser: pg.Pool, first: FirstRows): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query(END_OTHERS);
    await client.query("begin");
    await client.query(
      "set local session_replication_role = replica; set local allow_system_table_mods = on",
    );
    await client.query(EMPTY);
    for (const [name, rows] of first) {
      await client.query(
        `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1)`,
        [rows],
      );
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}
