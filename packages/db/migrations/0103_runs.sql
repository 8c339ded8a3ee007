-- Runs, the parts that were uploaded for them, and what they came to.

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
  verdict text check (verdict in ('met', 'missed', 'unsure', 'no-baseline')),
  summary jsonb,
  steady jsonb,
  proof jsonb,
  comparison jsonb,
  warnings jsonb not null default '[]',
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- What it held under the targets that it was judged by, or why nobody can say.
  capacity jsonb,
  held_throughput double precision,
  -- A deleted run isn't published any more. What it was is remembered, so that the deletion can be undone until it is removed.
  deleted_at timestamptz(3),
  deleted_by uuid references person (id) on delete set null,
  deleted_state jsonb,
  -- When its notes, tags and what else people write were last changed: of two editors, the second is told.
  edited_at timestamptz(3),
  -- The steady phase that a member set in place of the detected one, with who and when.
  steady_by_hand jsonb,
  -- A run is as old as its load test, not as its upload: history that is imported today changes nothing about today. If the clock
  -- of the load test is ahead, it ran when it arrived, so that it isn't the newest for years.
  ran_at timestamptz(3) generated always as (least(coalesce(started_at, published_at), published_at)) stored,
  -- How the steady phase was found, or why there is none, what was left out, and where no request succeeded.
  -- Null: the run was judged before this was stored.
  phase jsonb,
  -- What everything that was running for it costs, as people write it: "0.004 USD/s". Null: nobody said.
  price text,
  unique (experiment_id, number),
  unique (experiment_id, key),
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade,
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade,
  foreign key (workspace_id, target_set_id) references target_set (workspace_id, id),
  check (deleted_at is null or (published_at is null and deleted_state is not null)),
  check (price ~ '^\d{1,10}(\.\d{1,9})? [A-Z]{3}/[sh]$')
);
create index run_latest on run (experiment_id, published_at desc) where published_at is not null;
create index run_workspace on run (workspace_id, published_at desc);
create index run_ran on run (workspace_id, ran_at desc, published_at desc) where published_at is not null;
create index run_service on run (workspace_id, service_id);
create index run_target_set on run (target_set_id);
create index run_held on run (experiment_id, target_set_id, held_throughput desc)
  where published_at is not null and held_throughput is not null;
create index run_deleted on run (deleted_at) where deleted_at is not null;

alter table experiment
  add foreign key (workspace_id, baseline_run_id) references run (workspace_id, id)
  on delete set null (baseline_run_id);

create table part (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  generator text not null default '',
  revision integer not null default 1,
  state text not null check (state in ('writing', 'receiving', 'published', 'replaced', 'failed')),
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
  -- From here on what its source can say, so that a run can be judged again from its parts alone.
  format text,
  tool text,
  clock text not null default 'absolute' check (clock in ('absolute', 'relative', 'none')),
  -- Where a relative clock begins: the run's other parts of this kind are laid beside it.
  zero_us bigint,
  source text not null default 'samples' check (source in ('samples', 'sketch', 'buckets', 'quoted', 'none')),
  latency_resolution_us double precision not null default 1,
  latency_relative_error double precision not null default 0,
  -- What a source can leave out. A summary can state a rate without the number of requests, a label without which of them failed.
  absent text[] not null default '{}'
    check (absent <@ array['requests', 'request-count', 'errors', 'label-errors', 'some-errors']),
  -- Where the uploaded bytes are kept. Set before the first of them is stored, so that no file is there unknown.
  raw_file_key text unique,
  -- As stored. Null: not whole, or not kept.
  raw_file_bytes bigint,
  raw_file_encoding text,
  -- What the uploader said, to read the file again in the same way.
  upload jsonb,
  -- The revision whose kept file was parsed again. Null: what a generator sent.
  reparse_of integer,
  -- Gauges that arrive after a run are a part like any other: unseen until published, replaced as a whole. The cells of a live
  -- writer belong to a part of their own until it ends: no process owns that, and no sweep takes it.
  kind text not null default 'requests' check (kind in ('requests', 'gauges', 'live')),
  -- What it takes in the database, with its index, for the limit of its workspace. Null until it is published.
  stored_bytes bigint,
  unique (workspace_id, id),
  unique (run_id, kind, generator, revision),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade,
  check ((kind = 'live') >= (state = 'receiving'))
);
-- A generator counts once in a run, however often its file was parsed.
create unique index part_one_published on part (run_id, kind, generator) where state = 'published';
create index part_unpublished on part (instance) where state <> 'published';
-- Finds an earlier upload of the same file.
create index part_file on part (workspace_id, file_digest) where state = 'published';

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
  -- Null: there is no cell, only the total.
  finest_step smallint,
  primary key (part_id, series_id),
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series (workspace_id, id) on delete cascade
);
create index part_total_series on part_total (series_id);

-- How often requests failed, by the reason that the source names.
create table part_failure (
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  series_id bigint not null,
  reason text not null check (octet_length(reason) <= 2048),
  times bigint not null,
  primary key (part_id, series_id, reason),
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series (workspace_id, id) on delete cascade
);
create index part_failure_series on part_failure (series_id);

-- What the labels table sorts and pages by, computed when a part is published.
create table run_label (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  series_id bigint not null,
  rank integer not null,
  requests bigint not null,
  -- Null: the source doesn't say.
  errors bigint,
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
  -- Null: there is no cell, only the total.
  finest_step smallint,
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
  verdict text not null check (verdict in ('met', 'missed', 'unsure', 'no-baseline')),
  reason text not null,
  -- Where the true value can be by chance, and what failed requests have to do with it. Verdicts from before have neither, and
  -- pages say so.
  chance_interval jsonb,
  confidence double precision,
  failures text check (failures in ('all', 'hide', 'cause')),
  primary key (run_id, position),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);

create table run_comment (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  -- Seconds from the run's origin, or the name of a metric; neither: the run as a whole.
  at_seconds double precision,
  figure text,
  body text not null check (body <> ''),
  author_id uuid references person (id) on delete set null,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade,
  check (num_nonnulls(at_seconds, figure) <= 1)
);
create index run_comment_run on run_comment (run_id, created_at);

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
    'run', 'part', 'series', 'part_total', 'part_failure', 'run_label', 'run_verdict', 'run_comment', 'idempotency_key'
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
grant select, insert, update on run, part to headroom_app;
grant select, insert on series, part_total, part_failure to headroom_app;
grant select, insert, update, delete on run_label, run_verdict, run_comment, idempotency_key to headroom_app;

-- The sweep works across workspaces, so its policies name what it may remove: never anything published.
create policy sweep_read on part for select to headroom_jobs using (true);
create policy sweep_lock on part for update to headroom_jobs using (state <> 'published');
create policy sweep on part for delete to headroom_jobs using (state <> 'published');
create policy sweep_read on run for select to headroom_jobs using (true);
create policy sweep_lock on run for update to headroom_jobs using (published_at is null);
create policy sweep on run for delete to headroom_jobs using (published_at is null);
create policy sweep on experiment for delete to headroom_jobs
  using (provisional and not exists (select from run r where r.experiment_id = experiment.id));
create policy sweep_read on series for select to headroom_jobs using (true);
create policy sweep_read on idempotency_key for select to headroom_jobs using (true);
create policy sweep on idempotency_key for delete to headroom_jobs
  using (state = 'claimed' or expires_at < now());
grant select, delete on part, run, idempotency_key to headroom_jobs;
-- SELECT … FOR UPDATE demands the right to update some column.
grant update (state) on part to headroom_jobs;
grant update (status) on run to headroom_jobs;
grant select on series to headroom_jobs;

create policy lookup on run for select to headroom_lookup using (true);
grant select (id, workspace_id, published_at) on run to headroom_lookup;

-- In which of the person's own workspaces something is. About the workspaces of others it says nothing.
create function workspace_holding(member_id uuid, thing uuid)
returns table (workspace_id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select w.id, w.name
  from (
    select r.workspace_id from public.run r where r.id = thing and r.published_at is not null
    union all select e.workspace_id from public.experiment e where e.id = thing
    union all select s.workspace_id from public.service s where s.id = thing
  ) held
  join public.membership m on m.workspace_id = held.workspace_id and m.person_id = member_id
  join public.workspace w on w.id = held.workspace_id
  limit 1
$$;

revoke execute on function workspace_holding(uuid, uuid) from public;
grant execute on function workspace_holding(uuid, uuid) to headroom_entry;
grant create on schema public to headroom_lookup;
alter function workspace_holding(uuid, uuid) owner to headroom_lookup;
revoke create on schema public from headroom_lookup;

-- What an experiment shows follows its runs

-- A trigger, so that no verb can forget it. What the default branch does is what the experiment does, so the latest run is the
-- latest that counts. While writers of a live run are open, its verdict is about a part of the load: it isn't the latest yet.
create function refresh_experiment()
returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  which uuid;
  names text[];
begin
  if tg_table_name = 'experiment' then which := new.id; else which := new.experiment_id; end if;
  -- Locked before the runs are looked at: of two runs that are published at once, the later one sees both.
  perform from public.experiment where id = which for no key update;
  select case when named.one is null then array['main', 'origin/main', 'master', 'origin/master']
    else array[named.one, 'origin/' || named.one] end
  into names
  from public.experiment x
  join public.workspace w on w.id = x.workspace_id
  cross join lateral (select coalesce(x.default_branch, w.settings ->> 'defaultBranch') as one) named
  where x.id = which;
  if not exists (
    select from public.run r
    where r.experiment_id = which and r.published_at is not null and (r.branch is null or r.branch = any(names))
  ) then names := '{}'; end if;
  update public.experiment e set
    counting_branches = names,
    runs_total = (select count(*) from public.run r where r.experiment_id = which and r.published_at is not null),
    latest_run_id = latest.id,
    latest_at = latest.ran_at,
    latest_verdict = latest.verdict,
    latest_p99_ms = latest.p99_ms,
    latest_throughput = latest.throughput,
    latest_environment = latest.environment,
    latest_commit = latest.commit_sha,
    tested_capacity = held.held_throughput,
    tested_capacity_run_id = held.id
  from (select) one
  left join lateral (
    select r.id, r.ran_at, r.verdict, r.environment, r.commit_sha,
      (coalesce(r.steady -> 'summary', r.summary) -> 'latencyMs' ->> 'p99')::double precision as p99_ms,
      (coalesce(r.steady -> 'summary', r.summary) ->> 'throughput')::double precision as throughput
    from public.run r where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and (names = '{}' or r.branch is null or r.branch = any(names))
    order by r.ran_at desc, r.published_at desc, r.number desc limit 1
  ) latest on true
  left join lateral (
    select r.id, r.held_throughput
    from public.run r
    where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.held_throughput is not null
      and (names = '{}' or r.branch is null or r.branch = any(names))
      and r.target_set_id = (select x.target_set_id from public.experiment x where x.id = which)
    order by r.held_throughput desc, r.ran_at desc, r.published_at desc limit 1
  ) held on true
  where e.id = which;
  return null;
end
$$;
revoke all on function refresh_experiment() from public;

create trigger run_refreshes_experiment
  after update of status, started_at, published_at, verdict, summary, steady, environment, commit_sha, branch, target_set_id,
    held_throughput
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();
create trigger published_run_refreshes_experiment
  after insert on run for each row when (new.published_at is not null)
  execute function refresh_experiment();
create trigger fields_refresh_experiment
  after update of target_set_id, default_branch on experiment for each row
  execute function refresh_experiment();

-- Another default branch of the workspace refreshes all experiments that have none of their own.
create function refresh_experiments_of_workspace()
returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update public.experiment set default_branch = null where workspace_id = new.id and default_branch is null;
  return null;
end
$$;
revoke all on function refresh_experiments_of_workspace() from public;
create trigger settings_refresh_experiments
  after update of settings on workspace for each row
  when (old.settings ->> 'defaultBranch' is distinct from new.settings ->> 'defaultBranch')
  execute function refresh_experiments_of_workspace();
