-- What comparing runs found.

-- Statistics of a pair of sides, kept under a digest of everything that they were computed from: the runs with their parts and
-- judged windows, the earlier runs beside them, the method. If one of these changes, so does the digest.
create table pair_statistics (
  workspace_id uuid not null references workspace (id) on delete cascade,
  digest bytea not null,
  -- Run ids of both sides and of the earlier runs, what vetoes, and how many labels.
  question jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  statistics jsonb,
  asked_at timestamptz(3) not null,
  primary key (workspace_id, digest),
  check ((state = 'done') = (statistics is not null))
);
create index pair_statistics_asked on pair_statistics (workspace_id, asked_at);

-- What is usual between the hours before and after an event: how the same hours of earlier days differed. Kept with the two
-- runs, because the traffic of those days isn't.
create table event_comparison (
  workspace_id uuid not null,
  before_run_id uuid not null,
  after_run_id uuid not null,
  usual jsonb not null,
  created_at timestamptz(3) not null,
  primary key (before_run_id, after_run_id),
  foreign key (workspace_id, before_run_id) references run (workspace_id, id) on delete cascade,
  foreign key (workspace_id, after_run_id) references run (workspace_id, id) on delete cascade
);
create index event_comparison_after on event_comparison (after_run_id);

-- A member's note on a change in the trend of an experiment, pinned to the first run of the new level, so that it stays there
-- when further runs arrive.
create table change_acknowledgement (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  experiment_id uuid not null,
  run_id uuid not null,
  metric text not null,
  -- Of all requests: (all).
  label text not null,
  direction text not null check (direction in ('rise', 'fall')),
  -- The typical value before and after, as it was when the note was written.
  before double precision not null,
  after double precision not null,
  word text not null check (word <> ''),
  acknowledged_by uuid references person (id) on delete set null,
  acknowledged_at timestamptz(3) not null default now(),
  unique (run_id, metric, label),
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade,
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create index change_acknowledgement_of on change_acknowledgement (experiment_id, metric, label);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['pair_statistics', 'event_comparison', 'change_acknowledgement'] loop
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
grant select, insert, update, delete on pair_statistics, change_acknowledgement to headroom_app;
grant select, insert, delete on event_comparison to headroom_app;
