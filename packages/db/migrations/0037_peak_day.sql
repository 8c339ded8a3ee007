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

-- What happened to a service: deploys, scalings, notes.
create table service_event (
  id uuid primary key,
  workspace_id uuid not null,
  service_id uuid not null,
  at timestamptz(3) not null,
  kind text not null,
  title text not null,
  url text,
  -- Null: a token.
  created_by uuid,
  created_at timestamptz(3) not null,
  updated_by uuid,
  updated_at timestamptz(3) not null,
  unique (service_id, at, kind, title),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['peak_day', 'peak_day_earlier', 'peak_day_curve', 'service_event'] loop
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
grant select, insert, update, delete on peak_day, peak_day_earlier, peak_day_curve, service_event to headroom_app;
