-- Experiments and their targets, with what the catalog shows, filters and sorts by.

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
  -- As of a service.
  provisional boolean not null default false,
  -- What the columns of its files mean, as the last upload that said so had it.
  mapping jsonb,
  version integer not null default 1,
  updated_at timestamptz(3),
  updated_by uuid references person (id) on delete set null,
  deleted_at timestamptz(3),
  -- From here on what refresh_experiment() keeps: ten thousand experiments are listed without looking at their runs.
  runs_total integer not null default 0,
  latest_run_id uuid,
  latest_at timestamptz(3),
  latest_verdict text check (latest_verdict in ('met', 'missed', 'unsure', 'no-baseline')),
  latest_p99_ms double precision,
  latest_throughput double precision,
  latest_environment text,
  latest_commit text,
  -- The most that a run held under the present targets.
  tested_capacity double precision,
  tested_capacity_run_id uuid,
  -- Which of its versions are its targets. An upload from another branch can state others, for its own runs.
  target_set_id uuid,
  -- Null: that of the workspace.
  default_branch text,
  -- What a file in a repository said about the experiment when it was last applied; null: none was.
  stated jsonb,
  -- The secret part of the address of its badge; null: it has none.
  badge uuid unique,
  -- Which branches its runs must be of to count for its service: what a change under review could do proves nothing about the
  -- system that is running. Empty: all of them, because no run is of the default branch. Runs without a branch count.
  counting_branches text[] not null default '{}',
  unique (service_id, slug),
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);
create index experiment_workspace on experiment (workspace_id, service_id);
create index experiment_baseline on experiment (baseline_run_id);
create index experiment_target_set on experiment (target_set_id);
create index experiment_latest on experiment (workspace_id, latest_at desc nulls last, id) where deleted_at is null;

create table target_set (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  experiment_id uuid not null,
  version integer not null,
  source text not null check (source in ('upload', 'edit')),
  created_at timestamptz(3) not null default now(),
  created_by uuid references person (id) on delete set null,
  branch text,
  unique (experiment_id, version),
  unique (workspace_id, id),
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade
);
alter table experiment
  add foreign key (workspace_id, target_set_id) references target_set (workspace_id, id)
  on delete set null (target_set_id);

create table target (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  target_set_id uuid not null,
  position integer not null,
  text text not null,
  unique (target_set_id, position),
  foreign key (workspace_id, target_set_id) references target_set (workspace_id, id) on delete cascade
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['experiment', 'target_set', 'target'] loop
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
grant select, insert, update on experiment to headroom_app;
grant select, insert on target_set, target to headroom_app;

create policy lookup on experiment for select to headroom_lookup using (true);
grant select (id, workspace_id) on experiment to headroom_lookup;

-- The sweep removes provisional services without experiments, and provisional experiments without runs. It sees all experiments:
-- otherwise it would take a service that has some for an empty one.
create policy sweep_read on service for select to headroom_jobs using (provisional);
create policy sweep_lock on service for update to headroom_jobs using (provisional);
create policy sweep on service for delete to headroom_jobs
  using (provisional and not exists (select from experiment e where e.service_id = service.id));
create policy sweep_read on experiment for select to headroom_jobs using (true);
create policy sweep_lock on experiment for update to headroom_jobs using (provisional);
grant select, delete on service, experiment to headroom_jobs;
-- SELECT … FOR UPDATE demands the right to update some column.
grant update (provisional) on service, experiment to headroom_jobs;
