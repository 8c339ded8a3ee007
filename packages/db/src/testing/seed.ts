import pg from "pg";

export interface SeedWorkspace {
  workspaceId: string;
  /** A published run of this workspace, judged by targets: the others are copies with varied values. */
  templateRunId: string;
  services: number;
  experiments: number;
  runs: number;
  /** How many of the runs belong to the first experiment. */
  deep: number;
  /** How many of the runs, newest first, have cells: the others have only totals. */
  detailed: number;
}

export interface SeededWorkspace {
  experiments: number;
  runs: number;
  /** The one with the most runs. */
  deepExperimentId: string;
}

/**
 * A workspace as it is after years, made of copies inside the database in seconds. IDs and names
 * depend only on the workspace, so that running it again adds only what is missing.
 */
export async function seedWorkspace(databaseUrl: string, wanted: SeedWorkspace): Promise<SeededWorkspace> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await seed(client, wanted);
  } finally {
    await client.end();
  }
}

async function seed(client: pg.Client, wanted: SeedWorkspace): Promise<SeededWorkspace> {
  const { templateRunId: template, runs, experiments } = wanted;
  const step = (sql: string, parameters: unknown[]) => client.query(sql, parameters);
  await enter(client, wanted.workspaceId);
  const { rows } = await step(`select from part where id = ${idOf("part", "$1::int")}`, [runs]);
  await step(SERVICES, [wanted.services]);
  await step(EXPERIMENTS, [experiments, wanted.services]);
  await learn(client, wanted.workspaceId, ["experiment"]);
  await step(TARGET_SETS, [template, experiments]);
  await step(TARGETS, [template, experiments]);
  await step(PRESENT_TARGETS, []);
  await step(copyRuns(await storedColumns(client, "run")), [template, runs, wanted.deep, experiments]);
  await step(PARTS, [template, runs]);
  await step(SERIES, [template, runs]);
  await learn(client, wanted.workspaceId, ["run", "part", "series"]);
  await step(TOTALS, [template, runs]);
  await step(LABELS, [template, runs]);
  await step(VERDICTS, [template, runs]);
  // Cells have no key, so an existing run keeps its own.
  if (rows.length === 0) await step(CELLS, [template, runs, Math.max(0, runs - wanted.detailed)]);
  await learn(client, wanted.workspaceId, ["run", "target_set", "part_total", "run_verdict", "run_label"]);
  await step(PUBLISH, [runs]);
  const counted = await client.query<SeededWorkspace>(COUNTS);
  const [row] = counted.rows;
  if (row === undefined) throw new Error("nothing was counted");
  return row;
}

/** As every transaction of the product does, for the whole session of this one. */
async function enter(client: pg.Client, workspaceId: string): Promise<void> {
  await client.query(
    "select set_config('role', 'headroom_app', false), set_config('app.workspace', $1, false)",
    [workspaceId],
  );
}

/** Without those that the database computes. */
async function storedColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
    [table],
  );
  return rows.map(({ name }) => name);
}

/** As long as the planner believes that the workspace is empty, it scans all rows for each look-up. */
async function learn(client: pg.Client, workspaceId: string, tables: readonly string[]): Promise<void> {
  await client.query(`reset role; analyze ${tables.join(", ")}`);
  await enter(client, workspaceId);
}

const WORKSPACE = "nullif(current_setting('app.workspace', true), '')::uuid";

function idOf(kind: string, number: string): string {
  const digest = `md5(current_setting('app.workspace', true) || ':${kind}:' || ${number})`;
  // Of version 8, whose bits are whatever one likes.
  return `overlay(overlay(${digest} placing '8' from 13) placing '8' from 17)::uuid`;
}

/** Between 0 and 1, from a row and a purpose, and the same every time. */
function drawn(what: string, number: string): string {
  return `(abs(hashtext('${what}' || ${number})) % 1000) / 1000.0`;
}

const SERVICES = `insert into service (id, workspace_id, slug, name)
  select ${idOf("service", "n")}, ${WORKSPACE}, 'seeded-' || n, 'Seeded service ' || n
  from generate_series(1, $1::int) n on conflict do nothing`;

const EXPERIMENTS = `insert into experiment (id, workspace_id, service_id, slug, name, group_name, tags, owner,
    request_set, distinct_requests, duration_seconds, rate_per_generator, generators, threads_per_generator,
    represents_peak)
  select ${idOf("experiment", "n")}, ${WORKSPACE}, ${idOf("service", "(n % $2::int + 1)")}, 'seeded-' || n,
    'Seeded experiment ' || n, 'Group ' || (n % 7),
    array['tag-' || n % 40, case when n % 3 = 0 then 'nightly' else 'weekly' end],
    'Team ' || n % 12, 'set ' || n % 9, 64, 360, 100, 1, 8, n % 10 = 0
  from generate_series(1, $1::int) n on conflict do nothing`;

const TARGET_SETS = `insert into target_set (id, workspace_id, experiment_id, version, source)
  select ${idOf("target-set", "n")}, ${WORKSPACE}, ${idOf("experiment", "n")}, 1, 'upload'
  from generate_series(1, $2::int) n where exists (select from run where id = $1) on conflict do nothing`;

const TARGETS = `insert into target (id, workspace_id, target_set_id, position, text)
  select gen_random_uuid(), ${WORKSPACE}, ${idOf("target-set", "n")}, t.position, t.text
  from run r join target t on t.target_set_id = r.target_set_id, generate_series(1, $2::int) n
  where r.id = $1 on conflict do nothing`;

const PRESENT_TARGETS = `update experiment e set target_set_id = t.id
  from target_set t where t.experiment_id = e.id and e.target_set_id is null`;

/** Runs with the template's values, each varied by its own random number. */
const copyRuns = (columns: readonly string[]) => `with placed as (
    select n, case when n <= $3::int then 1 else (n - $3::int - 1) % $4::int + 1 end as experiment
    from generate_series(1, $2::int) n
  ), numbered as (
    select n, experiment, row_number() over (partition by experiment order by n) as number from placed
  )
  insert into run (${columns.join(", ")})
  select ${columns.map((column) => `copy.${column}`).join(", ")} from run t, numbered,
    lateral (select 0.8 + 0.4 * ${drawn("p99", "n")} as slower, 0.9 + 0.2 * ${drawn("rate", "n")} as faster) f,
    lateral (select jsonb_set(jsonb_set(t.summary,
        '{latencyMs,p99}', to_jsonb(round((t.summary #>> '{latencyMs,p99}')::numeric * f.slower, 3))),
        '{throughput}', to_jsonb((t.summary ->> 'throughput')::numeric * f.faster)) as summary) s,
    lateral jsonb_populate_record(t, jsonb_build_object(
      'id', ${idOf("run", "n")}, 'number', numbered.number, 'key', null, 'experiment_id', ${idOf("experiment", "experiment")},
      'service_id', ${idOf("service", "(experiment % (select count(*) from service where slug like 'seeded-%') + 1)")},
      'target_set_id', ${idOf("target-set", "experiment")}, 'summary', s.summary,
      'steady', case when t.steady is null then null
        else jsonb_set(t.steady, '{summary}', s.summary) end,
      'verdict', case when (s.summary #>> '{latencyMs,p99}')::float8 > 650 then 'missed'
        when n % 9 = 0 then 'unsure' else 'met' end,
      'environment', (array['shadow', 'staging', 'production'])[1 + n % 3],
      'commit_sha', md5('commit' || n / 3), 'branch', 'main', 'held_throughput', (s.summary ->> 'throughput')::float8,
      'published_at', null, 'created_at', t.published_at - ($2::int - n) * interval '13 minutes',
      'started_at', t.started_at - ($2::int - n) * interval '13 minutes',
      'ended_at', t.ended_at - ($2::int - n) * interval '13 minutes'
    )) copy
  where t.id = $1 on conflict do nothing`;

const PUBLISH = `update run set published_at = created_at
  where published_at is null and id in (select ${idOf("run", "n")} from generate_series(1, $1::int) n)`;

const COUNTS = `select (select count(*)::int from experiment) as experiments, (select count(*)::int from run) as runs,
  ${idOf("experiment", "1")} as "deepExperimentId"`;

const RUN_IDS = `generate_series(1, $2::int) n, lateral (select ${idOf("run", "n")} as run_id, ${idOf("part", "n")} as part_id) own`;

const PARTS = `insert into part
  select copy.* from (
      select * from part where run_id = $1 and kind = 'requests' and state = 'published' order by generator limit 1
    ) t, ${RUN_IDS},
    lateral jsonb_populate_record(null::part, to_jsonb(t) || jsonb_build_object('id', own.part_id,
      'run_id', own.run_id, 'raw_file_key', null, 'raw_file_bytes', null, 'raw_file_encoding', null,
      'upload', null)) copy
  on conflict do nothing`;

const SERIES = `insert into series (workspace_id, run_id, kind, label, label_kind, unit)
  select ${WORKSPACE}, own.run_id, t.kind, t.label, t.label_kind, t.unit
  from series t, ${RUN_IDS} where t.run_id = $1 and t.kind = 'requests' on conflict do nothing`;

/**
 * The copies' own series. Materialised: otherwise the planner, which believes these tables are empty, would join all runs'
 * series with all cells and filter afterwards.
 */
function mineAfter(number: string): string {
  return `mine as materialized (
    select own.run_id, own.part_id, s.id, s.label_kind, s.label
    from (select own.* from ${RUN_IDS} where n > ${number}) own
    join series s on s.run_id = own.run_id and s.kind = 'requests'
  )`;
}

const ITS_SERIES = `from mine join theirs on theirs.label_kind = mine.label_kind and theirs.label = mine.label`;

const TOTALS = `with theirs as materialized (
    select t, s.label_kind, s.label from part p
    join part_total t on t.part_id = p.id join series s on s.id = t.series_id and s.kind = 'requests'
    where p.run_id = $1 and p.state = 'published'
  ), ${mineAfter("0")}
  insert into part_total
  select copy.* ${ITS_SERIES}
  cross join lateral jsonb_populate_record(theirs.t,
    jsonb_build_object('part_id', mine.part_id, 'series_id', mine.id)) copy
  on conflict do nothing`;

const LABELS = `with theirs as materialized (
    select t, s.label_kind, s.label from run_label t join series s on s.id = t.series_id where t.run_id = $1
  ), ${mineAfter("0")}
  insert into run_label
  select copy.* ${ITS_SERIES}
  cross join lateral jsonb_populate_record(theirs.t,
    jsonb_build_object('run_id', mine.run_id, 'series_id', mine.id)) copy
  on conflict do nothing`;

const VERDICTS = `insert into run_verdict
  select copy.* from run_verdict t cross join (select own.* from ${RUN_IDS}) own
  cross join lateral jsonb_populate_record(t, jsonb_build_object('run_id', own.run_id)) copy
  where t.run_id = $1 on conflict do nothing`;

const CELLS = `with theirs as materialized (
    select s.kind, s.label_kind, s.label, c.* from series s join run_cell_read c on c.series_id = s.id
    where s.run_id = $1 and s.kind = 'requests'
  ), ${mineAfter("$3::int")}
  insert into run_cell (imported_at, series_id, requests, errors, items, bytes, sum_us, min_us, max_us,
    part_id, offset_s, step, piece, dist_kind, dist, dist_failed)
  select theirs.imported_at, mine.id, theirs.requests, theirs.errors, theirs.items, theirs.bytes, theirs.sum_us,
    theirs.min_us, theirs.max_us, mine.part_id, theirs.offset_s, theirs.step, theirs.piece, theirs.dist_kind,
    theirs.dist, theirs.dist_failed
  ${ITS_SERIES}`;
