create table experiment (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  service_id uuid not null,
  slug text not null check (slug <> ''),
  name text not null,
  group_name text,
  tags text[] not null default '{}',
  owner text,
  request_set text,
  distinct_requests bigint,
  duration_seconds double precision,
  rate_per_generator double precision,
  generators integer,
  threads_per_generator integer,
  represents_peak boolean not null default false,
  baseline_run_id uuid,
  created_at timestamptz(3) not null default now(),
  unique (service_id, slug),
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);
create index experiment_workspace on experiment (workspace_id, service_id);

create table target_set (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  experiment_id uuid not null,
  version integer not null,
  source text not null check (source in ('upload', 'edit')),
  created_at timestamptz(3) not null default now(),
  created_by uuid references person (id) on delete set null,
  unique (experiment_id, version),
  unique (workspace_id, id),
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade
);

create table target (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  target_set_id uuid not null,
  position integer not null,
  text text not null,
  unique (target_set_id, position),
  foreign key (workspace_id, target_set_id) references target_set (workspace_id, id) on delete cascade
);

create table run (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  service_id uuid not null,
  experiment_id uuid not null,
  number integer not null,
  key text,
  status text not null check (status in ('receiving', 'finished', 'interrupted')),
  tool text,
  tool_version text,
  format text,
  -- The whole second that every cell's offset counts from.
  origin timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- The partition of every cell of the run, also of parts that arrive later: one run, one chunk.
  imported_at timestamptz(3) not null,
  environment text,
  commit_sha text,
  branch text,
  ci_url text,
  notes text,
  labels jsonb not null default '{}',
  load_model text not null default 'unknown' check (load_model in ('open', 'closed', 'unknown')),
  target_set_id uuid,
  verdict text check (verdict in ('met', 'missed', 'unsure')),
  summary jsonb,
  steady jsonb,
  proof jsonb,
  comparison jsonb,
  warnings jsonb not null default '[]',
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (experiment_id, number),
  unique (experiment_id, key),
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade,
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade,
  foreign key (workspace_id, target_set_id) references target_set (workspace_id, id)
);
create index run_latest on run (experiment_id, published_at desc) where published_at is not null;
create index run_workspace on run (workspace_id, published_at desc);
create index run_service on run (workspace_id, service_id);
create index run_target_set on run (target_set_id);

alter table experiment
  add foreign key (workspace_id, baseline_run_id) references run (workspace_id, id)
  on delete set null (baseline_run_id);
create index experiment_baseline on experiment (baseline_run_id);

create table part (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  generator text not null default '',
  revision integer not null default 1,
  state text not null check (state in ('writing', 'published', 'replaced', 'failed')),
  -- The advisory lock that the writing process holds for as long as it lives.
  instance integer not null,
  file_digest bytea,
  bytes_in bigint not null default 0,
  accepted bigint not null default 0,
  refused bigint not null default 0,
  first_start_us bigint,
  last_completion_us bigint,
  warnings jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  unique (run_id, generator, revision),
  unique (workspace_id, id),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
-- A generator counts once in a run, however often its file was parsed.
create unique index part_one_published on part (run_id, generator) where state = 'published';
create index part_unpublished on part (instance) where state <> 'published';

create table series (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  kind text not null check (kind in ('requests', 'gauge')),
  -- An index entry has to fit a third of a page.
  label text not null check (octet_length(label) <= 2048),
  label_kind text not null default 'request' check (label_kind in ('request', 'transaction', 'hop', 'gauge')),
  unit text,
  unique (run_id, kind, label_kind, label),
  unique (workspace_id, id),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);

create table part_total (
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  series_id bigint not null,
  requests bigint not null,
  errors bigint not null,
  items bigint not null,
  bytes bigint not null,
  sum_us double precision,
  min_us bigint,
  max_us bigint,
  dist_kind smallint not null,
  dist bytea,
  dist_failed bytea,
  finest_step smallint not null,
  primary key (part_id, series_id),
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series (workspace_id, id) on delete cascade
);
create index part_total_series on part_total (series_id);

-- What the labels table sorts and pages by, computed when a part is published.
create table run_label (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  series_id bigint not null,
  rank integer not null,
  requests bigint not null,
  errors bigint not null,
  items bigint not null,
  bytes bigint not null,
  throughput double precision,
  min_us double precision,
  mean_us double precision,
  p50_us double precision,
  p90_us double precision,
  p95_us double precision,
  p99_us double precision,
  p999_us double precision,
  max_us double precision,
  finest_step smallint not null,
  primary key (run_id, series_id),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series (workspace_id, id) on delete cascade
);
create index run_label_rank on run_label (run_id, rank);
create index run_label_series on run_label (series_id);

create table run_verdict (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  position integer not null,
  text text not null,
  metric text not null,
  label text,
  comparator text not null check (comparator in ('<=', '>=', '<', '>')),
  threshold double precision not null,
  unit text not null,
  value double precision,
  margin double precision,
  bound double precision,
  -- "window" is a reserved word of SQL
  judged_window jsonb,
  verdict text not null check (verdict in ('met', 'missed', 'unsure')),
  reason text not null,
  primary key (run_id, position),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);

create table idempotency_key (
  workspace_id uuid not null references workspace (id) on delete cascade,
  key text not null,
  request_digest bytea not null,
  state text not null check (state in ('claimed', 'answered')),
  instance integer not null,
  run_id uuid,
  status integer,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (workspace_id, key)
);
create index idempotency_key_claimed on idempotency_key (instance) where state = 'claimed';
create index idempotency_key_expiry on idempotency_key (expires_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'experiment', 'target_set', 'target', 'run', 'part', 'series', 'part_total', 'run_label', 'run_verdict',
    'idempotency_key'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to headroom_app
         using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      tenant_table
    );
  end loop;
end
$$;

grant select, insert, update on experiment, run, part to headroom_app;
-- A target set is never edited: a run keeps the targets it was judged by.
grant select, insert on target_set, target, series, part_total to headroom_app;
grant select, insert, update, delete on run_label, run_verdict, idempotency_key to headroom_app;

-- The sweeper crosses workspaces, so its policies name what it may remove: never anything published.
create policy sweep_read on part for select to headroom_jobs using (true);
create policy sweep_lock on part for update to headroom_jobs using (state <> 'published');
create policy sweep on part for delete to headroom_jobs using (state <> 'published');
create policy sweep_read on run for select to headroom_jobs using (true);
create policy sweep_lock on run for update to headroom_jobs using (published_at is null);
create policy sweep on run for delete to headroom_jobs using (published_at is null);
create policy sweep_read on series for select to headroom_jobs using (true);
create policy sweep_read on idempotency_key for select to headroom_jobs using (true);
create policy sweep on idempotency_key for delete to headroom_jobs
  using (state = 'claimed' or expires_at < now());
grant select, delete on part, run, idempotency_key to headroom_jobs;
-- SELECT … FOR UPDATE asks for the right to update some column.
grant update (state) on part to headroom_jobs;
grant update (status) on run to headroom_jobs;
grant select on series to headroom_jobs;
