-- A rehearsal that is planned: its window, who does what, and the steps in their order.
create table gameday (
  id uuid primary key,
  workspace_id uuid not null,
  service_id uuid not null,
  -- The peak day that it rehearses. Null: none.
  peak_day_id uuid,
  name text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- In which its times are shown, an IANA name.
  time_zone text not null,
  -- Where it takes place. Null: runs from anywhere count.
  environment text,
  -- Who leads it.
  lead text,
  -- [{who, does}], in the order of the plan.
  roles jsonb not null default '[]',
  notes text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  closed_at timestamptz(3),
  -- By name: it is still the one who closed it after they have left.
  closed_by text,
  -- What it came to, as it was when it was closed.
  report jsonb,
  unique (workspace_id, id),
  check (starts_at < ends_at),
  check (num_nulls(closed_at, closed_by, report) in (0, 3)),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade,
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete set null (peak_day_id)
);
create index gameday_service on gameday (service_id, starts_at);
create index gameday_peak_day on gameday (peak_day_id);

-- An experiment that is to be run, or something that is tried and ticked by hand.
create table gameday_step (
  id uuid primary key,
  workspace_id uuid not null,
  gameday_id uuid not null,
  position integer not null,
  -- Null: it is ticked by hand.
  experiment_id uuid,
  -- What is tried; of an experiment its name when it was planned.
  title text not null,
  watcher text,
  -- The targets that the experiment had when it was planned. Null: none, or it is ticked by hand.
  target_set_id uuid,
  outcome text check (outcome in ('as-expected', 'not-as-expected')),
  outcome_note text,
  ticked_at timestamptz(3),
  ticked_by text,
  unique (workspace_id, id),
  unique (gameday_id, position) deferrable initially deferred,
  unique (gameday_id, experiment_id),
  check (num_nulls(outcome, ticked_at, ticked_by) in (0, 3)),
  check (outcome is null or experiment_id is null),
  check (target_set_id is null or experiment_id is not null),
  foreign key (workspace_id, gameday_id) references gameday (workspace_id, id) on delete cascade,
  foreign key (workspace_id, experiment_id) references experiment (workspace_id, id) on delete cascade,
  foreign key (workspace_id, target_set_id) references target_set (workspace_id, id)
);
create index gameday_step_experiment on gameday_step (experiment_id);
create index gameday_step_target_set on gameday_step (target_set_id);

-- What a gameday found has to be done, too: one list for both.
alter table readiness_action
  alter column peak_day_id drop not null,
  -- The gameday on which it was found. Null: it belongs to the peak day itself.
  add column gameday_id uuid,
  add column step_id uuid,
  add column severity text check (severity in ('low', 'medium', 'high')),
  add check (num_nonnulls(peak_day_id, gameday_id) = 1),
  add check ((gameday_id is null) = (severity is null)),
  add check (step_id is null or gameday_id is not null),
  add foreign key (workspace_id, gameday_id) references gameday (workspace_id, id) on delete cascade,
  add foreign key (workspace_id, step_id) references gameday_step (workspace_id, id) on delete set null (step_id);
create index readiness_action_gameday on readiness_action (gameday_id, created_at);
create index readiness_action_step on readiness_action (step_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['gameday', 'gameday_step'] loop
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
grant select, insert, update, delete on gameday, gameday_step to headroom_app;
