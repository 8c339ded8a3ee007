-- A missed target that a member accepts, until a moment.
create table accepted_risk (
  id uuid primary key,
  workspace_id uuid not null,
  experiment_id uuid not null,
  -- The run that missed it.
  run_id uuid not null,
  -- The target's text, and what the run showed, in the target's unit.
  target text not null,
  comparator text not null check (comparator in ('<=', '>=', '<', '>')),
  threshold double precision not null,
  unit text not null,
  value double precision not null,
  reason text not null,
  -- Their name is kept: it is still the one who accepted it after they have left.
  accepted_by uuid,
  accepted_by_name text not null,
  accepted_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- Null: a token, or it wasn't revoked.
  revoked_by uuid,
  check (until_at > accepted_at),
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade,
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create index accepted_risk_experiment on accepted_risk (experiment_id, until_at);
create index accepted_risk_run on accepted_risk (run_id);

alter table accepted_risk enable row level security;
alter table accepted_risk force row level security;
create policy tenant on accepted_risk to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on accepted_risk to headroom_app;
