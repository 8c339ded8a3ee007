-- Peak days, gamedays, and how ready a service is for them.

-- A stretch of time in which a service is expected to be busier than ever, or was.
create table peak_day (
  id uuid primary key,
  workspace_id uuid not null,
  service_id uuid not null,
  name text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- In which its times are shown, an IANA name.
  time_zone text not null,
  -- Days are laid over each other at this moment: "doors open".
  event_name text not null,
  event_at timestamptz(3) not null,
  -- Requests a second.
  expected_peak double precision check (expected_peak > 0),
  expected_source text,
  owner text,
  notes text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  unique (workspace_id, id),
  check (starts_at < ends_at),
  check (event_at between starts_at and ends_at),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);
create index peak_day_service on peak_day (workspace_id, service_id, starts_at);
create index peak_day_ended on peak_day (ends_at);

-- The earlier peak days that are shown with one, and by how much it is expected to grow over each.
create table peak_day_earlier (
  workspace_id uuid not null,
  peak_day_id uuid not null,
  earlier_id uuid not null,
  growth_low double precision not null check (growth_low > 0),
  growth_high double precision not null check (growth_high >= growth_low),
  primary key (peak_day_id, earlier_id),
  check (peak_day_id <> earlier_id),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade,
  foreign key (workspace_id, earlier_id) references peak_day (workspace_id, id) on delete cascade
);
create index peak_day_earlier_of on peak_day_earlier (earlier_id);

-- Throughput of a day that we didn't receive ourselves. Without one, a peak day shows its service's live traffic.
create table peak_day_curve (
  peak_day_id uuid primary key,
  workspace_id uuid not null,
  source text not null check (source in ('file', 'typed')),
  -- What was read, for the page: the file's name and format, its series and unit, and what was wrong with it.
  origin jsonb not null,
  step_seconds integer not null check (step_seconds > 0),
  -- [epoch second, requests a second], in order of time. Holes are missing.
  points jsonb not null,
  imported_at timestamptz(3) not null,
  imported_by uuid,
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade
);

-- What a peak day came to, kept for as long as the day: live traffic gets coarser and is removed, and what is proven changes.
create table peak_day_frozen (
  peak_day_id uuid primary key,
  workspace_id uuid not null,
  -- The capacity and the targets at the time when the day ended. Null: it was created after that.
  proven jsonb,
  proven_at timestamptz(3),
  -- What the page of the day shows, and of which stretch. Null: traffic of the day can still arrive.
  shown jsonb,
  shown_from timestamptz(3),
  shown_to timestamptz(3),
  frozen_at timestamptz(3),
  -- The day was edited, or traffic of it was counted later.
  traffic_due boolean not null default false,
  earlier_due boolean not null default false,
  -- When a job was last added to do it. Null: none was.
  queued_at timestamptz(3),
  check ((proven is null) = (proven_at is null)),
  check (num_nulls(shown, shown_from, shown_to, frozen_at) in (0, 4)),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade
);

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

-- A planned rehearsal: its window, who does what, and the steps in their order.
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

-- What has to be done before a peak day, or because of what a gameday found: one list for both.
create table readiness_action (
  id uuid primary key,
  workspace_id uuid not null,
  peak_day_id uuid,
  title text not null,
  -- A member or any other name; null: nobody yet.
  owner text,
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Null: a token.
  created_by uuid,
  -- Null: it is open.
  closed_at timestamptz(3),
  closed_by uuid,
  -- The gameday on which it was found. Null: it belongs to the peak day itself.
  gameday_id uuid,
  step_id uuid,
  severity text check (severity in ('low', 'medium', 'high')),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade,
  foreign key (workspace_id, gameday_id) references gameday (workspace_id, id) on delete cascade,
  foreign key (workspace_id, step_id) references gameday_step (workspace_id, id) on delete set null (step_id),
  check (num_nonnulls(peak_day_id, gameday_id) = 1),
  check ((gameday_id is null) = (severity is null)),
  check (step_id is null or gameday_id is not null)
);
create index readiness_action_peak_day on readiness_action (peak_day_id, created_at);
create index readiness_action_gameday on readiness_action (gameday_id, created_at);
create index readiness_action_step on readiness_action (step_id);

-- What a member saw of a readiness report: now, and on the visit before.
create table readiness_visit (
  workspace_id uuid not null,
  peak_day_id uuid not null,
  person_id uuid not null references person (id) on delete cascade,
  opened_at timestamptz(3) not null,
  state jsonb not null,
  -- Null: this is the first visit.
  previous_at timestamptz(3),
  previous_state jsonb,
  primary key (peak_day_id, person_id),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade
);
create index readiness_visit_person on readiness_visit (person_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'peak_day', 'peak_day_earlier', 'peak_day_curve', 'peak_day_frozen', 'accepted_risk', 'gameday', 'gameday_step',
    'readiness_action', 'readiness_visit'
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
grant select, insert, update, delete
  on peak_day, peak_day_earlier, peak_day_curve, peak_day_frozen, gameday, gameday_step to headroom_app;
grant select, insert, update on accepted_risk, readiness_action, readiness_visit to headroom_app;

-- Jobs see which days are over and not frozen yet, and nothing of what they say.
create policy due on peak_day for select to headroom_jobs using (true);
grant select (id, workspace_id, created_at, ends_at) on peak_day to headroom_jobs;
create policy due on peak_day_frozen for select to headroom_jobs using (true);
grant select (peak_day_id, workspace_id, proven_at, frozen_at, traffic_due, earlier_due, queued_at)
  on peak_day_frozen to headroom_jobs;
