-- An experiment that represented the peak, and was deleted or no longer does, while what its runs showed counted. Readiness
-- reports name it until a member accepts that, or it represents the peak again.
create table removed_experiment (
  experiment_id uuid primary key,
  workspace_id uuid not null,
  at timestamptz(3) not null,
  how text not null check (how in ('deleted', 'unmarked')),
  -- By name: it is still the one who did it after they have left.
  by_name text not null,
  -- What it showed then: requests a second, or why it had no proof.
  state text not null check (state in ('proven', 'accepted', 'unproven')),
  throughput double precision,
  detail text,
  -- The accepted risk. Null: nobody has accepted it, or it was revoked.
  risk_id uuid unique,
  reason text,
  accepted_by uuid,
  accepted_by_name text,
  accepted_at timestamptz(3),
  until_at timestamptz(3),
  check ((state = 'unproven') = (throughput is null)),
  check ((state = 'unproven') = (detail is not null)),
  check (num_nulls(risk_id, reason, accepted_by_name, accepted_at, until_at) in (0, 5)),
  check (until_at > accepted_at),
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade
);
create index removed_experiment_workspace on removed_experiment (workspace_id);
alter table removed_experiment enable row level security, force row level security;
create policy tenant on removed_experiment to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on removed_experiment to headroom_app;
