import { parseArgs } from "node:util";
import pg from "pg";
import { migrationUrl } from "../env.ts";

/**
 * For journeys: as many labels as wanted in a run that was uploaded with one, whose name ends in 0. They have the figures of
 * that one and the names that follow, and no requests over time. To parse and aggregate them takes a minute.
 */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { run: text, labels: text } });
  const client = new pg.Client(migrationUrl() ?? "");
  await client.connect();
  try {
    const { rows } = await client.query<{ workspace_id: string }>(
      "select workspace_id from run where id = $1",
      [values.run],
    );
    await client.query(
      "select set_config('role', 'headroom_app', false), set_config('app.workspace', $1, false)",
      [rows[0]?.workspace_id],
    );
    await client.query(MORE_LABELS, [values.run, values.labels]);
  } finally {
    await client.end();
  }
}

const MORE_LABELS = `with first as (
    select s as series, l as label from series s join run_label l on l.series_id = s.id
    where s.run_id = $1 and s.kind = 'requests'
  ), added as (
    insert into series (workspace_id, run_id, kind, label, label_kind, unit)
    select (series).workspace_id, $1, (series).kind, regexp_replace((series).label, '0$', n::text), (series).label_kind,
      (series).unit
    from first, generate_series(1, $2::int - 1) n returning id
  )
  insert into run_label
  select copy.* from first, (select id, row_number() over (order by id) as rank from added) more,
    lateral jsonb_populate_record(label, jsonb_build_object('series_id', id, 'rank', (label).rank + more.rank)) copy`;

await main();
