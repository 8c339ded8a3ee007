-- A promise about a service's live traffic.
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

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['slo', 'slo_objective'] loop
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
grant select, insert, update, delete on slo to headroom_app;
grant select, insert on slo_objective to headroom_app;
