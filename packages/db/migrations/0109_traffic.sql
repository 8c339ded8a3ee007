-- What a service's users do, as it arrives from its own metrics: the same cells as a run's, in real time.

create table traffic (
  service_id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  -- The rule whose requests count; others would count the same requests again. Null: nothing countable has arrived.
  rule text,
  -- A person chose it, so a better one doesn't take its place.
  rule_is_chosen boolean not null default false,
  fold_paths boolean not null default true,
  first_at timestamptz(3),
  last_at timestamptz(3),
  heard_at timestamptz(3) not null,
  -- The rule whose requests are counted now, and the one before it, which still counts what happened before counted_from.
  counted_rule text,
  counted_before text,
  counted_from timestamptz(3),
  -- When series were last not counted because there were too many.
  left_out_at timestamptz(3),
  -- What people count requests or read gauges from, beside the sources that are known.
  own_sources jsonb not null default '[]',
  -- Traffic that a simulator made up says so: from when until when there is any, and since when there is real traffic.
  simulated_from timestamptz(3),
  simulated_to timestamptz(3),
  real_from timestamptz(3),
  -- When a histogram last couldn't be counted, because its buckets contradict each other or none of them has all values.
  unusable_at timestamptz(3),
  -- When traffic last arrived whose times were far from its arrival, and by how many seconds they were ahead (negative: behind).
  off_clock_at timestamptz(3),
  off_clock_seconds integer,
  unique (workspace_id, service_id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade,
  check ((simulated_from is null) = (simulated_to is null)),
  check ((off_clock_at is null) = (off_clock_seconds is null))
);

-- The rules that something matched, counted or not.
create table traffic_rule (
  workspace_id uuid not null,
  service_id uuid not null,
  rule text not null,
  seen_at timestamptz(3) not null,
  primary key (service_id, rule),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);

-- All metrics that arrive, used or not, with some of their series. Its constraints keep an earlier name of the table.
create table traffic_metric (
  workspace_id uuid not null,
  service_id uuid not null,
  name text not null,
  field text not null,
  kind text not null,
  unit text,
  -- The tags of some of its series.
  examples jsonb not null,
  -- In one body.
  series integer not null,
  seen_at timestamptz(3) not null,
  rule text,
  temporality text not null default 'each',
  constraint traffic_unmapped_pkey primary key (service_id, name, field),
  constraint traffic_unmapped_workspace_id_service_id_fkey
    foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index on traffic_metric (seen_at);

create table traffic_series (
  id bigint generated always as identity primary key,
  workspace_id uuid not null,
  service_id uuid not null,
  kind text not null check (kind in ('requests', 'gauge')),
  label text not null,
  unit text,
  unique (service_id, kind, label),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);

-- What sources that count since they started said last; it moves with the position in the log. It is rewritten with each scrape,
-- so it is stored as bytes rather than text. With room in each page and no index on what changes, a new version of a row
-- needs no new index entries.
create table traffic_source (
  workspace_id uuid not null,
  service_id uuid not null,
  key text not null,
  -- JSON in rows of early builds, until the next scrape.
  state bytea not null,
  heard_at timestamptz(3) not null,
  target text,
  primary key (service_id, key),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
) with (fillfactor = 60);

-- Bodies that a client may send again because it never saw the response.
create table traffic_body (
  workspace_id uuid not null,
  service_id uuid not null,
  digest text not null,
  at timestamptz(3) not null,
  primary key (service_id, digest),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_body_at on traffic_body (at);

-- Stretches of `step` seconds whose finer cells have changed since they were added up, or never were.
create table traffic_due (
  workspace_id uuid not null,
  service_id uuid not null,
  step smallint not null check (step in (60, 600)),
  at timestamptz(3) not null,
  primary key (service_id, step, at),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_due_at on traffic_due (step, at);

-- Requests that cumulative sources counted while they weren't heard for too long: nobody knows when they happened, so they are in
-- no cell. One row for all that begin in the same minute.
create table traffic_gap (
  workspace_id uuid not null,
  service_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  requests bigint not null,
  -- A source began again in between, so there were more than it says.
  at_least boolean not null,
  primary key (service_id, from_at),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_gap_to on traffic_gap (to_at);

-- About what a service's live traffic takes, for the limit of its workspace: a row for each step and chunk of its tables, kept
-- by what writes and removes cells.
create table traffic_storage (
  workspace_id uuid not null,
  service_id uuid not null,
  step smallint not null check (step in (1, 10, 60, 600)),
  -- When the chunk begins.
  at timestamptz(3) not null,
  bytes bigint not null,
  primary key (service_id, step, at),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_storage_workspace on traffic_storage (workspace_id);
create index traffic_storage_step on traffic_storage (step, at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'traffic', 'traffic_rule', 'traffic_metric', 'traffic_series', 'traffic_source', 'traffic_body', 'traffic_due', 'traffic_gap',
    'traffic_storage'
  ] loop
    execute format('alter table %I enable row level security, force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to headroom_app
         using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      tenant_table
    );
  end loop;
end
$$;
grant select, insert, update
  on traffic, traffic_rule, traffic_metric, traffic_source, traffic_gap, traffic_storage to headroom_app;
grant select, insert on traffic_series, traffic_body, traffic_due to headroom_app;
grant update (step) on traffic_due to headroom_app;

-- Adding up and forgetting reach across workspaces.
create policy roll_up on traffic_due to headroom_jobs using (true) with check (true);
create policy roll_up on traffic_series for select to headroom_jobs using (true);
create policy roll_up on traffic_storage to headroom_jobs using (true) with check (true);
create policy forget on traffic_metric for select to headroom_jobs using (true);
create policy forget_old on traffic_metric for delete to headroom_jobs using (true);
create policy forget on traffic_source for select to headroom_jobs using (true);
create policy forget_old on traffic_source for delete to headroom_jobs using (true);
create policy forget on traffic_body for select to headroom_jobs using (true);
create policy forget_old on traffic_body for delete to headroom_jobs using (true);
create policy forget on traffic_gap for select to headroom_jobs using (true);
create policy forget_old on traffic_gap for delete to headroom_jobs using (true);
grant select, insert, update, delete on traffic_due, traffic_storage to headroom_jobs;
grant select on traffic_series to headroom_jobs;
grant select, delete on traffic_metric, traffic_source, traffic_body, traffic_gap to headroom_jobs;

-- One table for each step: each is kept for a time of its own, and whole chunks are removed.
do $$
declare
  cells record;
begin
  for cells in select * from (values (1, '6 hours'), (10, '1 day'), (60, '7 days'), (600, '60 days')) as of_step (step, chunk) loop
    execute format(
      'create table traffic_cell_%s (
         at timestamptz(0) not null,
         series_id bigint not null,
         requests bigint not null,
         errors bigint not null,
         items bigint not null,
         bytes bigint not null,
         sum_us double precision,
         min_us bigint,
         max_us bigint,
         dist_kind smallint not null,
         dist bytea storage external,
         dist_failed bytea storage external,
         -- Requests of which the source doesn''t say whether they failed.
         without_outcome bigint not null default 0
       )', cells.step);
    execute format(
      'create table traffic_gauge_%s (
         at timestamptz(0) not null,
         series_id bigint not null,
         count bigint not null,
         sum double precision not null,
         min double precision not null,
         max double precision not null,
         last double precision not null
       )', cells.step);
    perform create_hypertable(
      format('traffic_cell_%s', cells.step)::regclass, by_range('at', cells.chunk::interval), create_default_indexes => false);
    perform create_hypertable(
      format('traffic_gauge_%s', cells.step)::regclass, by_range('at', cells.chunk::interval), create_default_indexes => false);
    execute format('create index traffic_cell_%s_place on traffic_cell_%1$s (series_id, at)', cells.step);
    execute format('create index traffic_gauge_%s_place on traffic_gauge_%1$s (series_id, at)', cells.step);
    execute format('grant select, insert, delete on traffic_cell_%s, traffic_gauge_%1$s to headroom_jobs', cells.step);
    execute format('grant select on traffic_cell_%s, traffic_gauge_%1$s to headroom_cells', cells.step);
  end loop;
end
$$;
-- Only seconds arrive; everything else is added up from them.
grant insert on traffic_cell_1, traffic_gauge_1 to headroom_app;

create policy tenant_cells on traffic_series for select to headroom_cells
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select on traffic_series to headroom_cells;

create view traffic_cell_read with (security_barrier = true) as
  select s.service_id, c.*
  from (
    select 1 as step, * from traffic_cell_1 union all select 10, * from traffic_cell_10
    union all select 60, * from traffic_cell_60 union all select 600, * from traffic_cell_600
  ) c join traffic_series s on s.id = c.series_id;

create view traffic_gauge_read with (security_barrier = true) as
  select s.service_id, c.*
  from (
    select 1 as step, * from traffic_gauge_1 union all select 10, * from traffic_gauge_10
    union all select 60, * from traffic_gauge_60 union all select 600, * from traffic_gauge_600
  ) c join traffic_series s on s.id = c.series_id;

grant create on schema public to headroom_cells;
alter view traffic_cell_read owner to headroom_cells;
alter view traffic_gauge_read owner to headroom_cells;
revoke create on schema public from headroom_cells;
grant select on traffic_cell_read, traffic_gauge_read to headroom_app;

-- Removes whole chunks once they are old, and never one whose cells are still to be added up.
create function trim_traffic(step smallint, keep interval)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  due timestamptz;
  gone bigint;
begin
  select min(d.at) into due from public.traffic_due d where d.step > trim_traffic.step;
  select count(*) into gone
  from public.drop_chunks(format('public.traffic_cell_%s', step)::regclass, older_than => least(due, now() - keep));
  perform public.drop_chunks(format('public.traffic_gauge_%s', step)::regclass, older_than => least(due, now() - keep));
  return gone;
end
$$;
revoke execute on function trim_traffic(smallint, interval) from public;
grant execute on function trim_traffic(smallint, interval) to headroom_jobs;
