-- A member's word on a change in the trend of an experiment, pinned to the run from which on the figures are others: it
-- stays when further runs arrive.
create table change_acknowledgement (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  experiment_id uuid not null,
  run_id uuid not null,
  metric text not null,
  -- Of all requests: (all).
  label text not null,
  direction text not null check (direction in ('rise', 'fall')),
  -- The typical figure before and after, as it was when the word was given.
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

alter table change_acknowledgement enable row level security;
alter table change_acknowledgement force row level security;
create policy tenant on change_acknowledgement to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);

grant select, insert, update, delete on change_acknowledgement to headroom_app;
