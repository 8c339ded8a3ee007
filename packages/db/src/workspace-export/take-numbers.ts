import type pg from "pg";

/** Tables whose IDs are numbers from a sequence. Others count there, too, so a copy gets new ones, in the same order. */
export const NUMBERED = ["live_addition", "series", "traffic_series"] as const;
export type Numbered = (typeof NUMBERED)[number];

/** In the side database: which number of the target each ID becomes. */
export const mapOf = (table: Numbered): string => `import.${table}`;

export async function takeNumbers(side: pg.Client, into: pg.Client): Promise<void> {
  // Apart from the tables that are copied.
  await side.query("create schema import");
  for (const table of NUMBERED) {
    const { rows: counted } = await side.query<{ rows: number }>(
      `select count(*)::int as rows from public.${table}`,
    );
    const { rows: taken } = await into.query<{ numbers: string[] | null }>(
      `select array_agg(nextval(pg_get_serial_sequence('public.${table}', 'id'))::text order by at) as numbers
       from generate_series(1, $1) at`,
      [counted[0]?.rows ?? 0],
    );
    await side.query(`create table ${mapOf(table)} (before bigint primary key, now bigint not null)`);
    await side.query(
      `insert into ${mapOf(table)} select known.id, given.number
       from (select id, row_number() over (order by id) as at from public.${table}) known
       join unnest($1::bigint[]) with ordinality as given (number, at) using (at)`,
      [taken[0]?.numbers ?? []],
    );
    await side.query(`analyze ${mapOf(table)}`);
  }
}
