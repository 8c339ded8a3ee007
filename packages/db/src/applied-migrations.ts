import type pg from "pg";

/** In the order in which they ran. Null: a database that was never migrated. */
export async function readApplied(client: pg.Client): Promise<string[] | null> {
  const table = await client.query<{ found: boolean }>(
    "select to_regclass('public.applied_migration') is not null as found",
  );
  if (table.rows[0]?.found !== true) return null;
  const { rows } = await client.query<{ name: string }>(
    "select name from public.applied_migration order by id",
  );
  return rows.map(({ name }) => name);
}
