-- What has to be done before a peak day.
create table readiness_action (
  id uuid primary key,
  workspace_id uuid not null,
  peak_day_id uuid not null,
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
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade
);
create index readiness_action_peak_day on readiness_action (peak_day_id, created_at);

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
  foreach tenant_table in array array['readiness_action', 'readiness_visit'] loop
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
grant select, insert, update on readiness_action, readiness_visit to headroom_app;
