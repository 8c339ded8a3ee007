-- What happened to a run and to a service: deploys, scalings, notes.

create table run_event (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('deploy', 'scale', 'cache-flush', 'failure', 'note')),
  title text not null,
  url text,
  created_at timestamptz(3) not null default now(),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade,
  -- The same event sent twice is one.
  unique (run_id, at, kind, title)
);

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
  foreach tenant_table in array array['run_event', 'service_event'] loop
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
grant select, insert on run_event to headroom_app;
grant select, insert, update, delete on service_event to headroom_app;
