-- Promises about a service's live traffic.

create table slo (
  id uuid primary key,
  workspace_id uuid not null,
  service_id uuid not null,
  name text not null,
  -- Null: all requests of the service.
  label text,
  -- A rolling window of so many days, or a calendar period by the clocks of a zone.
  window_days integer check (window_days between 1 and 90),
  window_unit text check (window_unit in ('week', 'month', 'quarter')),
  time_zone text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  unique (workspace_id, id),
  unique (service_id, name),
  check ((window_days is null) = (window_unit is not null)),
  check ((window_unit is null) = (time_zone is null)),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);
create index slo_service on slo (workspace_id, service_id, name);

-- What an SLO has demanded over time: what was measured before a change stays judged by what was promised then.
create table slo_objective (
  slo_id uuid not null,
  workspace_id uuid not null,
  number integer not null,
  -- From when on; null: the first one.
  from_at timestamptz(3),
  good_per_million integer not null check (good_per_million between 1 and 999999),
  -- A good request takes at most this long; null: the time doesn't count.
  latency_micros bigint check (latency_micros > 0),
  -- Whether a good request has no error.
  without_error boolean not null,
  primary key (slo_id, number),
  check ((number = 1) = (from_at is null)),
  check (without_error or latency_micros is not null),
  foreign key (workspace_id, slo_id) references slo (workspace_id, id) on delete cascade
);

-- Who is notified when the state of an SLO changes, and what they were last notified of.
create table slo_alert (
  slo_id uuid primary key,
  workspace_id uuid not null,
  emails text[] not null,
  webhook_url text,
  -- Minutes since midnight in the zone.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  quiet_zone text,
  -- Null until it is known for the first time.
  state text check (state in ('ok', 'burning-slowly', 'spent', 'burning-fast')),
  state_at timestamptz(3),
  sent_state text not null default 'ok' check (sent_state in ('ok', 'burning-slowly', 'spent', 'burning-fast')),
  checked_at timestamptz(3),
  acknowledged_at timestamptz(3),
  -- Null: a token.
  acknowledged_by uuid,
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (quiet_zone is null)),
  check ((state is null) = (state_at is null)),
  foreign key (workspace_id, slo_id) references slo (workspace_id, id) on delete cascade
);
create index slo_alert_checked on slo_alert (checked_at nulls first);

-- How often a workspace has replaced the key that its webhooks are signed with. None: the first key. Keys themselves are derived.
create table webhook_key (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  generation integer not null check (generation > 0),
  rotated_at timestamptz(3) not null,
  -- Until then, webhooks are also signed with the key before.
  previous_until timestamptz(3) not null,
  check (previous_until >= rotated_at)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['slo', 'slo_objective', 'slo_alert', 'webhook_key'] loop
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
grant select, insert, update, delete on slo, slo_alert to headroom_app;
grant select, insert on slo_objective to headroom_app;
grant select, insert, update on webhook_key to headroom_app;

-- Jobs see which ones are due, and nothing of what they say.
create policy due on slo_alert for select to headroom_jobs using (true);
grant select (slo_id, workspace_id, checked_at) on slo_alert to headroom_jobs;
